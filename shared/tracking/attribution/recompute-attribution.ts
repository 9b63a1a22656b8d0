import { z } from 'zod'
import { attributionModels, AttributionWindowDays, type WorkspaceScope } from '../../accounts/index.js'
import { startErrand, workThrough } from '../../errands/index.js'
import { csvLine } from '../../kernel/csv.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { creditAnew } from '../jobs.js'
import { attributionNow } from './attribution.queries.js'
import type { Attribution } from './credit.js'
import { onlyTried } from './errors.js'
import { addMoves, movesOf } from './moves.queries.js'
import { countCustomersOf, customersAfter } from './past.queries.js'
import { applyReckonings, reckonCustomers } from './reckon-customers.js'
import { movedBetween } from './sum-moves.js'

export const RecomputeAttribution = z.object({
  dryRun: z.boolean().default(true).meta({ description: 'Only find out what would move.' }),
  attributionModel: z.enum(attributionModels).optional().meta({ description: "For a dry run: this model instead of the workspace's own." }),
  attributionWindowDays: AttributionWindowDays.nullable()
    .optional()
    .meta({ description: "For a dry run: this window instead of the workspace's own; null for none." }),
})

/** Customers of one step. */
const customersAtOnce = 200

const csv = { contentType: 'application/csv; charset=utf-8', fileName: 'attribution.csv' }

/** Begins to credit all leads and sales of the workspace by the rule that it has now, or to find out what would move. */
export async function recomputeAttribution(scope: WorkspaceScope, asked: z.infer<typeof RecomputeAttribution>) {
  if (!asked.dryRun && (asked.attributionModel !== undefined || asked.attributionWindowDays !== undefined)) throw onlyTried()
  const type = asked.dryRun ? 'attribution.try' : 'attribution.recompute'
  return startErrand(scope, { type, permission: 'workspaces.write', of: creditAnew, payload: asked, result: csv }, null, (work) =>
    inTransaction(scope, work),
  )
}

/** Some customers a step, each locked while its events move. May run beside everything else, and twice. */
export async function recomputeAttributionOfErrand(scope: JobScope, payload: { errandId: string }): Promise<void> {
  await workThrough(scope, creditAnew, payload, async (acting, errand) => {
    const asked = RecomputeAttribution.parse(errand.payload)
    const total = errand.total ?? (await countCustomersOf(acting))
    const customers = await customersAfter(acting, errand.cursor ?? '', customersAtOnce, !asked.dryRun)
    const reckonings = await reckonCustomers(acting, await ruleOf(acting, asked), customers)
    if (!asked.dryRun && reckonings.size > 0) await applyReckonings(acting, reckonings)
    await addMoves(acting, errand.id, movedBetween([...reckonings.values()]))
    const isLast = customers.length < customersAtOnce
    return {
      isLast,
      done: customers.length,
      total,
      cursor: customers.at(-1)?.id ?? errand.cursor,
      ...(isLast ? { result: await report(acting, errand.id) } : {}),
    }
  })
}

async function ruleOf(
  scope: WorkspaceScope,
  { attributionModel, attributionWindowDays }: z.infer<typeof RecomputeAttribution>,
): Promise<Attribution> {
  const { model, windowDays } = await attributionNow(scope)
  return { model: attributionModel ?? model, windowDays: attributionWindowDays === undefined ? windowDays : attributionWindowDays }
}

/** A line for each pair of links between which something moves. */
async function report(scope: JobScope, errandId: string): Promise<string> {
  const lines = (await movesOf(scope, errandId)).map(({ event, from, fromShortLink, to, toShortLink, events, amount }) =>
    csvLine([event, from, fromShortLink, to, toShortLink, events, amount]),
  )
  return csvLine(['event', 'from_link', 'from_short_link', 'to_link', 'to_short_link', 'events', 'amount_cents']) + lines.join('')
}
