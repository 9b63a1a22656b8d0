/** What a closed workspace leaves behind in this domain, deleted a step at a time; true while there may be more. */
import type { JobScope } from '../../kernel/scope.js'
import { eventTables } from '../event-partitions.js'
import { type Ledger, ledgers } from '../rollups/ledgers.js'
import { deleteEventsOf, deleteRowsOf, forgetVisitorsOf, waitForIngestions } from './events-of-workspace.queries.js'
import {
  deleteBucketsOf,
  deleteColumnsOf,
  deleteFactsOf,
  deleteNumberOf,
  deleteValuesOf,
  keepColumnsOff,
  keepFoldsOff,
  numberOf,
} from './sums-of-workspace.queries.js'

/** Rows of one step: some hundred milliseconds, during which folds may have to wait. */
const most = { events: 5000, facts: 20_000, buckets: { buckets: 200, rows: 20_000 }, columns: 200, values: 10_000, rows: 10_000 }

/** Afterwards no click of the workspace arrives any more. */
export const refuseClicks = async ({ em }: JobScope): Promise<void> => void (await waitForIngestions(em))

/** Takes out of the clicks of deleted links who their visitors were, where those are not the workspace's to delete. */
export const forgetVisitors = ({ em }: JobScope, links: readonly { id: string; createdAt: string }[]): Promise<void> =>
  forgetVisitorsOf(em, links)

type Deletion = (scope: JobScope, workspaceId: string) => Promise<boolean>

/** Clicks, leads and sales, and what was noted of them. */
async function deleteEvents({ em }: JobScope, workspaceId: string): Promise<boolean> {
  for (const table of eventTables) {
    const gone = await deleteEventsOf(em, table, workspaceId, most.events)
    // Nobody need look at what the database notes of deleted events: their facts go as well.
    const notes = await deleteRowsOf(em, 'unfolded_conversions', workspaceId, 2 * most.events)
    if (gone + notes > 0) return true
  }
  for (const table of ['excluded_requests', 'event_arrivals', 'sale_claims', 'refund_claims', 'sale_refunds'] as const) {
    if ((await deleteRowsOf(em, table, workspaceId, most.rows)) > 0) return true
  }
  return false
}

/** Something that is found by the workspace's number, without which there is nothing. */
const byNumber =
  (deleteSome: (em: JobScope['em'], no: number) => Promise<number>): Deletion =>
  async ({ em }, workspaceId) => {
    const no = await numberOf(em, workspaceId)
    return no !== null && (await deleteSome(em, no)) > 0
  }

const deleteSumsOf = (ledger: Ledger) =>
  byNumber(async (em, no) => {
    await keepFoldsOff(em, ledger)
    return (await deleteFactsOf(em, ledger, no, most.facts)) || deleteBucketsOf(em, ledger, no, most.buckets)
  })

const deleteColumns = byNumber(async (em, no) => {
  await keepColumnsOff(em)
  return deleteColumnsOf(em, no, most.columns)
})

const deleteNumber: Deletion = async ({ em }, workspaceId) => {
  await deleteNumberOf(em, workspaceId)
  return false
}

/**
 * Events, and all that was added up of them, in an order in which nothing is made of what is still there: facts after events, buckets after
 * facts, then texts, and at last the number. Each is a step of its own: it holds off one kind of fold, and waits for no other meanwhile.
 */
export const deletionsOfEvents: readonly Deletion[] = [
  deleteEvents,
  ...ledgers.map(deleteSumsOf),
  deleteColumns,
  byNumber((em, no) => deleteValuesOf(em, no, most.values)),
  deleteNumber,
]
