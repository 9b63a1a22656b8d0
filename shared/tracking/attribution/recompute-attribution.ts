import { z } from 'zod'
import { attributionModels, AttributionWindowDays, type WorkspaceScope } from '../../accounts/index.js'
import { startBackgroundOperation, runInSteps } from '../../background-operations/index.js'
import { csvLine } from '../../kernel/csv.js'
import { type JobScope } from '../../kernel/scope.js'
import { recomputeAttributionJob } from '../jobs.js'
import { currentAttribution } from './attribution.queries.js'
import type { Attribution } from './credit.js'
import { overridesNeedDryRun } from './errors.js'
import { countCustomers, listCustomersAfter } from './history.queries.js'
import { addMoves, listMoves, noteRecomputation } from './moves.queries.js'
import { applyAttributionChanges, recomputeCustomers } from './recompute-customers.js'
import { sumMoves } from './sum-moves.js'

export const RecomputeAttribution = z.object({
  dryRun: z.boolean().default(true).meta({ description: 'Only report what would change.' }),
  attributionModel: z.enum(attributionModels).optional().meta({ description: "For a dry run: this model instead of the workspace's own." }),
  attributionWindowDays: AttributionWindowDays.nullable()
    .optional()
    .meta({ description: "For a dry run: this window instead of the workspace's own; null for none." }),
})

const customersPerStep = 200

const csvFile = { contentType: 'application/csv; charset=utf-8', fileName: 'attribution.csv' }

/**
 * Starts a background operation that recomputes the attribution of all leads and sales by the workspace's current rule. A dry run only
 * reports what would change.
 */
export async function recomputeAttribution(scope: WorkspaceScope, input: z.infer<typeof RecomputeAttribution>) {
  if (!input.dryRun && (input.attributionModel !== undefined || input.attributionWindowDays !== undefined)) throw overridesNeedDryRun()
  const type = input.dryRun ? 'attribution.try' : 'attribution.recompute'
  return startBackgroundOperation(scope, {
    type,
    permission: 'workspaces.write',
    contract: recomputeAttributionJob,
    payload: input,
    result: csvFile,
  })
}

/** Processes a batch of customers per step, each locked while its events change. Safe to run concurrently with tracking, and to repeat. */
export async function runAttributionRecompute(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, recomputeAttributionJob, payload, async (stepScope, operation) => {
    const input = RecomputeAttribution.parse(operation.payload)
    const total = operation.total ?? (await countCustomers(stepScope))
    const customers = await listCustomersAfter(stepScope, operation.cursor ?? '', customersPerStep, !input.dryRun)
    const changes = await recomputeCustomers(stepScope, await resolveRule(stepScope, input), customers)
    await addMoves(stepScope, operation.id, sumMoves([...changes.values()]))
    if (!input.dryRun && changes.size > 0) {
      await applyAttributionChanges(stepScope, changes)
      await noteRecomputation(stepScope)
    }
    const isLast = customers.length < customersPerStep
    return {
      isLast,
      done: customers.length,
      total,
      cursor: customers.at(-1)?.id ?? operation.cursor,
      ...(isLast ? { result: await report(stepScope, operation.id) } : {}),
    }
  })
}

async function resolveRule(
  scope: WorkspaceScope,
  { attributionModel, attributionWindowDays }: z.infer<typeof RecomputeAttribution>,
): Promise<Attribution> {
  const { model, windowDays } = await currentAttribution(scope)
  return { model: attributionModel ?? model, windowDays: attributionWindowDays === undefined ? windowDays : attributionWindowDays }
}

/** CSV with a line per pair of links between which attribution moves. */
async function report(scope: JobScope, operationId: string): Promise<string> {
  const lines = (await listMoves(scope, operationId)).map(({ event, from, fromShortLink, to, toShortLink, events, amount }) =>
    csvLine([event, from, fromShortLink, to, toShortLink, events, amount]),
  )
  return csvLine(['event', 'from_link', 'from_short_link', 'to_link', 'to_short_link', 'events', 'amount_cents']) + lines.join('')
}
