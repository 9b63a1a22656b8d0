/** What a closed workspace leaves behind in this domain, deleted a step at a time; true while there may be more. */
import type { JobScope } from '../../kernel/scope.js'
import { eventTables } from '../event-partitions.js'
import { type Ledger, ledgers } from '../rollups/ledgers.js'
import { deleteEventsOf, deleteRowsOf, forgetVisitorsOf, type TableOfWorkspace, waitForIngestions } from './events-of-workspace.queries.js'
import { deleteBucketsOf, deleteColumnsOf, deleteFactsOf, deleteNumberOf, deleteValuesOf, keepColumnsOff, keepFoldsOff, numberOf } from './sums-of-workspace.queries.js'

/** Rows of one step: some hundred milliseconds, during which folds may have to wait. */
const most = { events: 5000, facts: 20_000, buckets: { buckets: 200, rows: 20_000 }, columns: 200, values: 10_000, rows: 10_000 }

/** Afterwards no click of the workspace arrives any more. */
export const refuseClicks = async ({ em }: JobScope): Promise<void> => void (await waitForIngestions(em))

/** Takes out of the clicks of deleted links who their visitors were, where those are not the workspace's to delete. */
export const forgetVisitors = ({ em }: JobScope, links: readonly { id: string; createdAt: string }[]): Promise<void> => forgetVisitorsOf(em, links)

/** Clicks, leads and sales, and what was noted of them. */
export async function deleteEventsOfWorkspace({ em }: JobScope, workspaceId: string): Promise<boolean> {
  for (const table of eventTables) {
    const gone = await deleteEventsOf(em, table, workspaceId, most.events)
    // Nobody need look at what the database notes of deleted events: their facts go as well.
    const notes = await deleteRowsOf(em, 'unfolded_conversions', workspaceId, 2 * most.events)
    if (gone + notes > 0) return true
  }
  return deleteFirst((['excluded_requests', 'event_arrivals', 'sale_claims', 'refund_claims', 'sale_refunds'] satisfies TableOfWorkspace[]).map((table) => () => deleteRowsOf(em, table, workspaceId, most.rows)))
}

/**
 * All that was added up of events, after these are gone. In an order in which nothing is made of what is still there: facts before buckets,
 * which are made of them, and texts at last. The number goes when nothing bears it any more.
 */
export async function deleteSumsOfWorkspace({ em }: JobScope, workspaceId: string): Promise<boolean> {
  const no = await numberOf(em, workspaceId)
  if (no === null) return false
  const ofLedger = (ledger: Ledger) => async () => {
    await keepFoldsOff(em, ledger)
    return (await deleteFactsOf(em, ledger, no, most.facts)) || deleteBucketsOf(em, ledger, no, most.buckets)
  }
  const columns = async () => {
    await keepColumnsOff(em)
    return deleteColumnsOf(em, no, most.columns)
  }
  if (await deleteFirst([...ledgers.map(ofLedger), columns, () => deleteValuesOf(em, no, most.values)])) return true
  await deleteNumberOf(em, workspaceId)
  return false
}

/** Does the first of the steps that finds something. */
async function deleteFirst(steps: readonly (() => Promise<number>)[]): Promise<boolean> {
  for (const step of steps) if ((await step()) > 0) return true
  return false
}
