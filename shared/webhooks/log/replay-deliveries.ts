import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { retryDeadline } from '../delivery/retry-schedule.js'
import { deliveryNotFound, payoutEventOutdated, webhookDisabled } from '../errors.js'
import { maxReplayed } from '../limits.js'
import { notifyWebhookChanged } from '../notify-delivery-workers.js'
import { requireWebhook } from '../require-webhook.js'
import type { Webhook } from '../webhook.entity.js'
import { announcesOutdatedPayout } from './cancel-deliveries.queries.js'
import { findDeliveryRow, resetDelivery, resetFailedDeliveries } from './delivery.queries.js'
import type { DeliveryAnswer, ReplayedDeliveries, replayDeliveriesBodySchema } from './delivery.schema.js'
import { eventIdAt, presentDelivery } from './list-deliveries.js'

/** Sends a delivery again immediately, with the same id and a new retry period. */
export async function replayDelivery(scope: WorkspaceScope, webhookId: string, eventId: string): Promise<DeliveryAnswer> {
  const webhook = await requireEnabled(scope, webhookId)
  if (await announcesOutdatedPayout(scope, eventId)) throw payoutEventOutdated()
  await resetDelivery(scope, webhookId, eventId, retryDeadline(scope.now()))
  resumeDeliveries(scope, webhook)
  const row = await findDeliveryRow(scope, webhookId, eventId)
  if (!row) throw deliveryNotFound()
  return presentDelivery(row)
}

/** Replays the deliveries of a time range whose last attempt failed. */
export async function replayFailedDeliveries(
  scope: WorkspaceScope,
  webhookId: string,
  { since, until }: z.infer<typeof replayDeliveriesBodySchema>,
): Promise<z.infer<typeof ReplayedDeliveries>> {
  const webhook = await requireEnabled(scope, webhookId)
  const now = scope.now()
  const bounds = {
    from: eventIdAt(since ?? new Date(0).toISOString()),
    before: eventIdAt(until ?? new Date(now.getTime() + 1).toISOString()),
  }
  const replayed = await resetFailedDeliveries(scope, webhookId, bounds, retryDeadline(now), maxReplayed)
  resumeDeliveries(scope, webhook)
  return { replayed, more: replayed === maxReplayed }
}

export async function requireEnabled(scope: WorkspaceScope, webhookId: string): Promise<Webhook> {
  const webhook = await requireWebhook(scope, webhookId)
  if (webhook.disabledAt) throw webhookDisabled()
  return webhook
}

/** Ends a pause and wakes the delivery workers: a caller who requests a delivery expects the receiver to work. */
export function resumeDeliveries(scope: WorkspaceScope, webhook: Webhook): void {
  webhook.pausedUntil = null
  notifyWebhookChanged(scope, webhook.id)
}
