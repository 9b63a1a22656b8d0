import type { WebhookTrigger, WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { serializeEvent, insertEvents } from './delivery/event.queries.js'
import type { DeliveryAnswer } from './log/delivery.schema.js'
import { resumeDeliveries, requireEnabled } from './log/replay-deliveries.js'
import { sampleEventData } from './samples.js'

/** Sends a sample event to one webhook through the normal delivery path, whether or not it has that trigger. */
export async function testWebhook(
  scope: WorkspaceScope,
  webhookId: string,
  { trigger }: { trigger: WebhookTrigger },
): Promise<DeliveryAnswer> {
  const webhook = await requireEnabled(scope, webhookId)
  const now = scope.now()
  const id = newId('evt_', now.getTime())
  const event = {
    id,
    workspaceId: scope.workspace.id,
    event: trigger,
    body: serializeEvent({ id, event: trigger, createdAt: now, data: JSON.stringify(sampleEventData[trigger]) }),
    createdAt: now,
    subscribers: [webhook],
  }
  await insertEvents(scope.em, [event], now)
  resumeDeliveries(scope, webhook)
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
