/** What became of attempts, written together: deliveries, how their webhooks fare, and letters to owners where they fare badly. */
import { mailLetter } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { letterOfDisabling, letterOfFailures } from '../letters.js'
import type { Attempt } from '../log/delivery.schema.js'
import { followTriggers, ownerAddresses } from '../webhook.queries.js'
import { deleteWebhookRow, type Due, type Faring, lockHealth, type Result, writeHealth, writeResults } from './delivery.queries.js'
import { healthAfter, type Health, type Verdict } from './health.js'
import { isSuccess } from './send.js'
import { nextTry } from './timetable.js'

export interface Outcome {
  due: Due
  attempt: Attempt
  /** Whether the webhook was known to fail before. */
  wasFailing: boolean
}

/** Answers how those webhooks fare now that failed, or did before; null for one that is gone. */
export async function keepResults(from: JobScope, outcomes: readonly Outcome[]): Promise<Map<string, Health | null>> {
  const scope = forkScope(from)
  return inTransaction(scope, async () => {
    const now = scope.now()
    const fares = await keepHealth(scope, outcomes, now)
    // In one order for everybody: two processes may write results of the same webhook when a lease passes on.
    await writeResults(scope.em, outcomes.map((one) => resultOf(one, now, scope.random())).toSorted((a, b) => (a.webhookId + a.eventId < b.webhookId + b.eventId ? -1 : 1)))
    return fares
  })
}

function resultOf({ due, attempt }: Outcome, now: Date, chance: number): Result {
  const { webhookId, eventId } = due
  if (isSuccess(attempt)) return { webhookId, eventId, state: 'succeeded', tries: 0, nextAt: null, attempt }
  const tries = due.tries + 1
  const nextAt = nextTry(tries, now, new Date(due.giveUpAt), chance)
  return { webhookId, eventId, state: nextAt ? 'retrying' : 'failed', tries, nextAt, attempt }
}

async function keepHealth(scope: JobScope, outcomes: readonly Outcome[], now: Date): Promise<Map<string, Health | null>> {
  const touched = [...new Set(outcomes.flatMap(({ due, attempt, wasFailing }) => (wasFailing || !isSuccess(attempt) ? [due.webhookId] : [])))]
  if (touched.length === 0) return new Map()
  const fares = new Map<string, Health | null>(touched.map((id) => [id, null]))
  for (const webhook of await lockHealth(scope.em, touched)) {
    const attempts = outcomes.filter(({ due }) => due.webhookId === webhook.id).map(({ attempt }) => attempt)
    if (webhook.receiver === 'zapier' && attempts.some(({ status }) => status === 410)) await unsubscribe(scope, webhook)
    else fares.set(webhook.id, await note(scope, webhook, healthAfter(webhook, attempts.map(isSuccess), now)))
  }
  return fares
}

async function note(scope: JobScope, webhook: Faring, { health, tell, isNewlyDisabled }: Verdict): Promise<Health> {
  await writeHealth(scope.em, webhook.id, health)
  if (isNewlyDisabled) await followTriggers(scope, [webhook.workspaceId])
  if (!isNewlyDisabled && tell.length === 0) return health
  for (const { to, workspace } of await ownerAddresses(scope, webhook.workspaceId)) {
    for (const failures of tell) scope.enqueue(mailLetter, { to, ...letterOfFailures(webhook, workspace, failures) })
    if (isNewlyDisabled) scope.enqueue(mailLetter, { to, ...letterOfDisabling(webhook, workspace) })
  }
  return health
}

/** Zapier says so when nobody wants to hear any more. */
async function unsubscribe(scope: JobScope, { id, workspaceId }: Faring): Promise<void> {
  await deleteWebhookRow(scope.em, id)
  await followTriggers(scope, [workspaceId])
}
