/** SQL that deletes events of a closed workspace. Statements are bounded; each function returns the number of deleted rows. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteBatch, deleteFromFirstMonth } from '../../kernel/db/delete-batch.queries.js'
import { blockIngestionSql } from '../../rollups/index.js'
import type { EventTable } from '../event-partitions.js'

/** Waits until every ingestion has ended that may have started before the workspace was closed. Later ones leave its clicks out. */
export const waitForIngestion = (em: EntityManager) => em.execute(blockIngestionSql)

export const deleteEventRows = (em: EntityManager, table: EventTable, workspaceId: string, limit: number) =>
  deleteFromFirstMonth(
    em,
    { table, owner: 'workspace_id', at: 'timestamp', first: 'extract(epoch from min(timestamp)) * 1000' },
    workspaceId,
    limit,
  )

/** Tables with an index on `workspace_id` and no other table that depends on them. */
type WorkspaceTable = 'excluded_requests' | 'event_arrivals' | 'sale_claims' | 'refund_claims' | 'sale_refunds'

export const deleteWorkspaceRows = (em: EntityManager, table: WorkspaceTable, workspaceId: string, limit: number) =>
  deleteBatch(em, table, 'workspace_id = ?', [workspaceId], limit)

/**
 * Erases visitor data from clicks that belong to no workspace, for links that are deleted. These clicks date from the time shortly after
 * the link was created, before it was claimed. They remain counted.
 */
export async function eraseVisitorsOfLinks(em: EntityManager, links: readonly { id: string; createdAt: string }[]): Promise<void> {
  if (links.length === 0) return
  await em.execute(
    `update click_events set ip = '', ua = '', latitude = '', longitude = '', identity_hash = encode(sha256(link_id::bytea), 'hex')
     from jsonb_to_recordset(?::jsonb) as deleted(id text, "createdAt" timestamptz)
     where workspace_id = '' and link_id = deleted.id and timestamp >= deleted."createdAt"
     and timestamp < deleted."createdAt" + interval '1 day'`,
    [JSON.stringify(links)],
  )
}
