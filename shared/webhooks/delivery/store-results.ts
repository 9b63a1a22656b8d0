/** Stores the results of attempts in one transaction: deliveries, webhook health and failure emails to owners. */
import { sendEmailJob } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { applyExternalDeliveryJob } from '../../payouts/index.js'
import { webhookDisabledEmail, webhookFailingEmail } from '../emails.js'
import type { Attempt } from '../log/delivery.schema.js'
import { syncWorkspaceTriggers, findOwnerEmails } from '../webhook.queries.js'
import {
  deleteWebhookRow,
  deleteEmptyBatches,
  type DueDelivery,
  type WebhookWithHealth,
  lockHealth,
  type DeliveryResult,
  writeHealth,
  writeResults,
} from './delivery.queries.js'
import { healthAfterAttempts, type Health, type HealthUpdate } from './health.js'
import { nextAttemptAt } from './retry-schedule.js'
import { isSuccess } from './send.js'
import type { EventBatch, PendingDelivery } from './webhook-queue.js'

export interface AttemptResult {
  delivery: PendingDelivery
  attempt: Attempt
  /** Whether the previous attempt to this webhook failed. */
  wasFailing: boolean
  /** Whether the webhook belongs to the system that pays external payouts. */
  paysExternally: boolean
}

/** Returns the new health of webhooks that failed now or before; null for a deleted webhook. */
export async function storeResults(from: JobScope, results: readonly AttemptResult[]): Promise<Map<string, Health | null>> {
  const scope = forkScope(from)
  const written = countByBatch(results)
  const healthById = await inTransaction(scope, async () => {
    const now = scope.now()
    const health = await storeHealth(scope, results, now)
    // Sorted to avoid deadlocks: two processes may store results of the same webhook while a lease changes hands.
    const deliveryResults = results.map((one) => toDeliveryResult(one, now, scope.random()))
    await writeResults(
      scope.em,
      deliveryResults.toSorted((a, b) => compareDeliveries(a.delivery, b.delivery)),
    )
    reportPayouts(
      scope,
      deliveryResults.filter((_, index) => results[index]?.paysExternally),
    )
    const emptied = [...written].flatMap(([{ id, unwritten }, count]) => (unwritten === count ? [id] : []))
    if (emptied.length > 0) await deleteEmptyBatches(scope.em, emptied)
    return health
  })
  for (const [batch, count] of written) batch.unwritten -= count
  return healthById
}

/** The result of an external payout is that of its delivery. */
function reportPayouts(scope: JobScope, results: readonly DeliveryResult[]): void {
  for (const { delivery, state } of results) {
    if (delivery.event === 'payout.confirmed' && state !== 'retrying')
      scope.enqueue(applyExternalDeliveryJob, { eventId: delivery.eventId, succeeded: state === 'succeeded' })
  }
}

function compareDeliveries(a: DueDelivery, b: DueDelivery): number {
  if (a.webhookId !== b.webhookId) return a.webhookId < b.webhookId ? -1 : 1
  return a.eventId < b.eventId ? -1 : 1
}

/** Number of results per batch. */
function countByBatch(results: readonly AttemptResult[]): Map<EventBatch, number> {
  const counts = new Map<EventBatch, number>()
  for (const {
    delivery: { batch },
  } of results)
    if (batch) counts.set(batch, (counts.get(batch) ?? 0) + 1)
  return counts
}

function toDeliveryResult({ delivery, attempt }: AttemptResult, now: Date, random: number): DeliveryResult {
  if (isSuccess(attempt)) return { delivery, state: 'succeeded', tries: 0, nextAt: null, attempt }
  const tries = delivery.tries + 1
  const nextAt = nextAttemptAt(tries, now, new Date(delivery.giveUpAt), random)
  return { delivery, state: nextAt ? 'retrying' : 'failed', tries, nextAt, attempt }
}

async function storeHealth(scope: JobScope, results: readonly AttemptResult[], now: Date): Promise<Map<string, Health | null>> {
  const affectedIds = [
    ...new Set(results.flatMap(({ delivery, attempt, wasFailing }) => (wasFailing || !isSuccess(attempt) ? [delivery.webhookId] : []))),
  ]
  if (affectedIds.length === 0) return new Map()
  const healthById = new Map<string, Health | null>(affectedIds.map((id) => [id, null]))
  for (const webhook of await lockHealth(scope.em, affectedIds)) {
    const attempts = results.filter(({ delivery }) => delivery.webhookId === webhook.id).map(({ attempt }) => attempt)
    if (webhook.receiver === 'zapier' && attempts.some(({ status }) => status === 410)) await deleteUnsubscribedWebhook(scope, webhook)
    else healthById.set(webhook.id, await recordHealth(scope, webhook, healthAfterAttempts(webhook, attempts.map(outcomeOf), now)))
  }
  return healthById
}

const outcomeOf = (attempt: Attempt) => ({ isSuccess: isSuccess(attempt), startedAt: new Date(attempt.at) })

async function recordHealth(
  scope: JobScope,
  webhook: WebhookWithHealth,
  { health, failuresToReport, isNewlyDisabled }: HealthUpdate,
): Promise<Health> {
  await writeHealth(scope.em, webhook.id, health)
  if (isNewlyDisabled && webhook.workspaceId) await syncWorkspaceTriggers(scope, [webhook.workspaceId])
  if (!isNewlyDisabled && failuresToReport.length === 0) return health
  for (const { to, owner } of await findOwnerEmails(scope, webhook)) {
    for (const failures of failuresToReport) scope.enqueue(sendEmailJob, { to, ...webhookFailingEmail(webhook, owner, failures) })
    if (isNewlyDisabled) scope.enqueue(sendEmailJob, { to, ...webhookDisabledEmail(webhook, owner) })
  }
  return health
}

/** Zapier answers 410 after the user unsubscribed. */
async function deleteUnsubscribedWebhook(scope: JobScope, { id, workspaceId }: WebhookWithHealth): Promise<void> {
  await deleteWebhookRow(scope.em, id)
  if (workspaceId) await syncWorkspaceTriggers(scope, [workspaceId])
}
