import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { endOfRetries } from '../delivery/timetable.js'
import { deliveryNotFound, stillDisabled } from '../errors.js'
import { mostReplayed } from '../limits.js'
import { requireWebhook } from '../require-webhook.js'
import { tellWebhooks } from '../tell-webhooks.js'
import type { Webhook } from '../webhook.entity.js'
import { deliveryOf, sendAgain, sendFailedAgain } from './delivery.queries.js'
import type { DeliveryAnswer, ReplayedDeliveries, replayDeliveriesBodySchema } from './delivery.schema.js'
import { boundAt, presentDelivery } from './list-deliveries.js'

/** Sends an event again, as if it had never been tried: at once, with the same id, then for three days. */
export async function replayDelivery(scope: WorkspaceScope, webhookId: string, eventId: string): Promise<DeliveryAnswer> {
  const webhook = await requireEnabled(scope, webhookId)
  await sendAgain(scope, webhookId, eventId, endOfRetries(scope.now()))
  beginAtOnce(scope, webhook)
  const row = await deliveryOf(scope, webhookId, eventId)
  if (!row) throw deliveryNotFound()
  return presentDelivery(row)
}

/** The same for all that failed in a time, be it for good or so far. */
export async function replayFailedDeliveries(
  scope: WorkspaceScope,
  webhookId: string,
  { since, until }: z.infer<typeof replayDeliveriesBodySchema>,
): Promise<z.infer<typeof ReplayedDeliveries>> {
  const webhook = await requireEnabled(scope, webhookId)
  const now = scope.now()
  const bounds = { from: boundAt(since), before: boundAt(until ?? new Date(now.getTime() + 1).toISOString()) }
  const replayed = await sendFailedAgain(scope, webhookId, bounds, endOfRetries(now), mostReplayed)
  beginAtOnce(scope, webhook)
  return { replayed, more: replayed === mostReplayed }
}

export async function requireEnabled(scope: WorkspaceScope, webhookId: string): Promise<Webhook> {
  const webhook = await requireWebhook(scope, webhookId)
  if (webhook.disabledAt) throw stillDisabled()
  return webhook
}

/** Whoever asks for a delivery believes that the receiver works: a pause for its failures is over. */
export function beginAtOnce(scope: WorkspaceScope, webhook: Webhook): void {
  webhook.pausedUntil = null
  tellWebhooks(scope, webhook.id)
}
