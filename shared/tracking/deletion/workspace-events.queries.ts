/** SQL that deletes events of a closed workspace. Statements are bounded; each function returns the number of deleted rows. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteBatch } from '../../kernel/db/delete-batch.queries.js'
import { ingestionLock } from '../click.queries.js'
import type { EventTable } from '../event-partitions.js'
import { findDimension } from '../rollups/dimensions.js'
import { digestExpression } from '../rollups/value-dictionary.queries.js'

/** Waits until every ingestion has ended that may have started before the workspace was closed. Later ones leave its clicks out. */
export const waitForIngestion = (em: EntityManager) => em.execute('select pg_advisory_xact_lock(?)', [ingestionLock])

/** Columns of a partitioned table: the owner and the time of a row, and an expression for the earliest time in milliseconds. */
interface PartitionedTable {
  table: string
  owner: string
  at: string
  first: string
}

/** Deletes rows of the earliest month that has any, which is one partition. */
export async function deleteFromFirstMonth(
  em: EntityManager,
  { table, owner, at, first }: PartitionedTable,
  value: string | number,
  limit: number,
): Promise<number> {
  const [row] = await em.execute<{ first: number | null }[]>(`select (${first})::float8 as first from ${table} where ${owner} = ?`, [value])
  const instant = row?.first ?? null
  if (instant === null) return 0
  const [year, month] = [new Date(instant).getUTCFullYear(), new Date(instant).getUTCMonth()]
  return deleteBatch(
    em,
    table,
    `${owner} = ? and ${at} >= ? and ${at} < ?`,
    [value, new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1))],
    limit,
  )
}

/** `owner` is the workspace's number for clicks, and its id for leads and sales. */
export const deleteEventRows = (em: EntityManager, table: EventTable, owner: string | number, limit: number) =>
  deleteFromFirstMonth(
    em,
    {
      table,
      owner: typeof owner === 'number' ? 'workspace' : 'workspace_id',
      at: 'timestamp',
      first: 'extract(epoch from min(timestamp)) * 1000',
    },
    owner,
    limit,
  )

/** Tables with an index on `workspace_id` and no other table that depends on them. */
type WorkspaceTable = 'pending_conversions' | 'excluded_requests' | 'event_arrivals' | 'sale_claims' | 'refund_claims' | 'sale_refunds'

export const deleteWorkspaceRows = (em: EntityManager, table: WorkspaceTable, workspaceId: string, limit: number) =>
  deleteBatch(em, table, 'workspace_id = ?', [workspaceId], limit)

/**
 * Erases visitor data from clicks that belong to no workspace, for links that are deleted. These clicks date from the time shortly after
 * the link was created, before it was claimed. They remain counted.
 */
export async function eraseVisitorsOfLinks(em: EntityManager, links: readonly { id: string; createdAt: string }[]): Promise<void> {
  if (links.length === 0) return
  await em.execute(
    `update click_events set ip = '', user_agent = null, coordinates = null, identity_hash = sha256(convert_to(deleted.id, 'UTF8'))
     from jsonb_to_recordset(?::jsonb) as deleted(id text, "createdAt" timestamptz)
     join rollup_workspaces on workspace_id = ''
     join rollup_values as value on value.workspace = no and dimension = ? and digest = ${digestExpression('deleted.id')}
     where link = value.id and timestamp >= deleted."createdAt" and timestamp < deleted."createdAt" + interval '1 day'`,
    [JSON.stringify(links), findDimension(['linkId'])?.code],
  )
}
