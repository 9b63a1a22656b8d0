/** What became of attempts, written together: deliveries, how their webhooks fare, and letters to owners where they fare badly. */
import { mailLetter } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { letterOfDisabling, letterOfFailures } from '../letters.js'
import type { Attempt } from '../log/delivery.schema.js'
import { followTriggers, ownerAddresses } from '../webhook.queries.js'
import {
  deleteWebhookRow,
  dropEmptied,
  type Due,
  type Faring,
  lockHealth,
  type Result,
  writeHealth,
  writeResults,
} from './delivery.queries.js'
import { healthAfter, type Health, type Verdict } from './health.js'
import type { Bundle, Parcel } from './lane.js'
import { isSuccess } from './send.js'
import { nextTry } from './timetable.js'

export interface Outcome {
  due: Parcel
  attempt: Attempt
  /** Whether the webhook was known to fail before. */
  wasFailing: boolean
}

/** Answers how those webhooks fare now that failed, or did before; null for one that is gone. */
export async function keepResults(from: JobScope, outcomes: readonly Outcome[]): Promise<Map<string, Health | null>> {
  const scope = forkScope(from)
  const written = writtenOf(outcomes)
  const fares = await inTransaction(scope, async () => {
    const now = scope.now()
    const health = await keepHealth(scope, outcomes, now)
    // In one order for everybody: two processes may write results of the same webhook when a lease passes on.
    await writeResults(
      scope.em,
      outcomes.map((one) => resultOf(one, now, scope.random())).toSorted((a, b) => inOrder(a.due, b.due)),
    )
    const emptied = [...written].flatMap(([{ id, unwritten }, count]) => (unwritten === count ? [id] : []))
    if (emptied.length > 0) await dropEmptied(scope.em, emptied)
    return health
  })
  for (const [bundle, count] of written) bundle.unwritten -= count
  return fares
}

function inOrder(a: Due, b: Due): number {
  if (a.webhookId !== b.webhookId) return a.webhookId < b.webhookId ? -1 : 1
  return a.eventId < b.eventId ? -1 : 1
}

/** How many of each bundle are written with these. */
function writtenOf(outcomes: readonly Outcome[]): Map<Bundle, number> {
  const counts = new Map<Bundle, number>()
  for (const {
    due: { bundle },
  } of outcomes)
    if (bundle) counts.set(bundle, (counts.get(bundle) ?? 0) + 1)
  return counts
}

function resultOf({ due, attempt }: Outcome, now: Date, chance: number): Result {
  if (isSuccess(attempt)) return { due, state: 'succeeded', tries: 0, nextAt: null, attempt }
  const tries = due.tries + 1
  const nextAt = nextTry(tries, now, new Date(due.giveUpAt), chance)
  return { due, state: nextAt ? 'retrying' : 'failed', tries, nextAt, attempt }
}

async function keepHealth(scope: JobScope, outcomes: readonly Outcome[], now: Date): Promise<Map<string, Health | null>> {
  const touched = [
    ...new Set(outcomes.flatMap(({ due, attempt, wasFailing }) => (wasFailing || !isSuccess(attempt) ? [due.webhookId] : []))),
  ]
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
