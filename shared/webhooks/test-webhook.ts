import type { Trigger, WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { bodyOf, insertEvents } from './delivery/event.queries.js'
import type { DeliveryAnswer } from './log/delivery.schema.js'
import { beginAtOnce, requireEnabled } from './log/replay-deliveries.js'
import { samples } from './samples.js'

/** Sends a sample of an event to one webhook, whether or not it is told of such events, on the way that all take. */
export async function testWebhook(scope: WorkspaceScope, webhookId: string, { trigger }: { trigger: Trigger }): Promise<DeliveryAnswer> {
  const webhook = await requireEnabled(scope, webhookId)
  const now = scope.now()
  const id = newId('evt_', now.getTime())
  const event = {
    id,
    workspaceId: scope.workspace.id,
    event: trigger,
    body: bodyOf({ id, event: trigger, createdAt: now, data: JSON.stringify(samples[trigger]) }),
    createdAt: now,
    hearers: [webhook],
  }
  await insertEvents(scope.em, [event], now)
  beginAtOnce(scope, webhook)
  return {
    id,
    event: trigger,
    state: 'pending',
    attemptCount: 0,
    httpStatus: null,
    createdAt: now.toISOString(),
    lastAttemptAt: null,
    nextAttemptAt: now.toISOString(),
  }
}
