/** Deletion of a closed workspace's events, in steps; a step returns true while there may be more to delete. */
import type { JobScope } from '../../kernel/scope.js'
import { deletePendingConversions, findWorkspaceNo } from '../../rollups/index.js'
import { deleteWorkspaceInClickHouse, eraseLinksInClickHouse } from '../click-store/erase-in-clickhouse.js'
import { deleteEventRows, deleteWorkspaceRows, eraseVisitorsOfLinks, waitForIngestion } from './workspace-events.queries.js'

/** Rows per step: some hundred milliseconds, during which roll-ups may have to wait. */
const batchSizes = { events: 5000, rows: 10_000 }

/** Waits for running ingestion. Afterwards no click of the closed workspace is stored any more. */
export const awaitRunningIngestion = async ({ em }: JobScope): Promise<void> => void (await waitForIngestion(em))

/**
 * Erases visitor data from clicks of deleted links that belong to no workspace and are not deleted with it. In the order of
 * `eraseCustomers`: both stores have a lock, and transactions that take them in different orders deadlock.
 */
export async function eraseVisitors(scope: JobScope, links: readonly { id: string; createdAt: string }[]): Promise<void> {
  await eraseLinksInClickHouse(scope, links)
  await eraseVisitorsOfLinks(scope, links)
}

type DeletionStep = (scope: JobScope, workspaceId: string) => Promise<boolean>

/** Deletes clicks, leads and sales, and what refers to them. */
async function deleteEvents({ em }: JobScope, workspaceId: string): Promise<boolean> {
  const no = await findWorkspaceNo(em, workspaceId)
  if (no !== null && (await deleteEventRows(em, 'click_events', no, batchSizes.events)) > 0) return true
  for (const table of ['lead_events', 'sale_events'] as const) {
    const deletedEvents = await deleteEventRows(em, table, workspaceId, batchSizes.events)
    // Pending changes of deleted events are obsolete, because their facts are deleted too.
    const deletedChanges = await deletePendingConversions(em, workspaceId, 2 * batchSizes.events)
    if (deletedEvents + deletedChanges > 0) return true
  }
  for (const table of [
    'excluded_requests',
    'event_arrivals',
    'sale_claims',
    'refund_claims',
    'sale_refunds',
    'customer_erasures',
  ] as const) {
    if ((await deleteWorkspaceRows(em, table, workspaceId, batchSizes.rows)) > 0) return true
  }
  return false
}

export const eventDeletionSteps: readonly DeletionStep[] = [deleteEvents, deleteWorkspaceInClickHouse]
