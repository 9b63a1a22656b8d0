import { enqueueUnique } from '../kernel/queue/enqueue-unique.js'
import type { JobScope, Scope } from '../kernel/scope.js'
import { findDueWebhooks } from './delivery/delivery.queries.js'
import { deliverWebhookJob } from './jobs.js'

export const hasDueWebhooks = async ({ pool, now }: Pick<Scope, 'pool' | 'now'>): Promise<boolean> =>
  (await findDueWebhooks(pool, now())).length > 0

/** Enqueues a delivery job for every webhook that has due deliveries and that no process delivers to. */
export async function resumeDeliveries({ pool, queues, now }: JobScope): Promise<void> {
  const ids = await findDueWebhooks(pool, now())
  if (ids.length > 0)
    await enqueueUnique(
      queues,
      deliverWebhookJob,
      ids.map((webhookId) => ({ webhookId })),
    )
}
