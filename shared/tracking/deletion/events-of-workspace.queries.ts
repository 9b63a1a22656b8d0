/** SQL that lets go of the events of a closed workspace. Statements are bounded; each function answers how many rows went. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteSome } from '../../kernel/delete-some.queries.js'
import { ingestionLock } from '../click.queries.js'
import type { EventTable } from '../event-partitions.js'

/** Afterwards every ingestion has ended that may not have known of the closing: those that follow leave the workspace's clicks out. */
export const waitForIngestions = (em: EntityManager) => em.execute('select pg_advisory_xact_lock(?)', [ingestionLock])

/** How a partitioned table says whose a row is and when it happened, and what the first instant of some rows is, in milliseconds. */
interface Partitioned {
  table: string
  owner: string
  at: string
  first: string
}

/** Some rows of the month in which the first of them lies: that is one partition. */
export async function deleteOfFirstMonth(
  em: EntityManager,
  { table, owner, at, first }: Partitioned,
  value: string | number,
  most: number,
): Promise<number> {
  const [row] = await em.execute<{ first: number | null }[]>(`select (${first})::float8 as first from ${table} where ${owner} = ?`, [value])
  const instant = row?.first ?? null
  if (instant === null) return 0
  const [year, month] = [new Date(instant).getUTCFullYear(), new Date(instant).getUTCMonth()]
  return deleteSome(
    em,
    table,
    `${owner} = ? and ${at} >= ? and ${at} < ?`,
    [value, new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1))],
    most,
  )
}

export const deleteEventsOf = (em: EntityManager, table: EventTable, workspaceId: string, most: number) =>
  deleteOfFirstMonth(
    em,
    { table, owner: 'workspace_id', at: 'timestamp', first: 'extract(epoch from min(timestamp)) * 1000' },
    workspaceId,
    most,
  )

/** Tables by which a workspace finds its rows, and that hold no more of it than this. */
type TableOfWorkspace = 'unfolded_conversions' | 'excluded_requests' | 'event_arrivals' | 'sale_claims' | 'refund_claims' | 'sale_refunds'

export const deleteRowsOf = (em: EntityManager, table: TableOfWorkspace, workspaceId: string, most: number) =>
  deleteSome(em, table, 'workspace_id = ?', [workspaceId], most)

/**
 * Takes out of clicks who the visitors were. For links that go although nobody's workspace has some of their clicks: those of the time
 * before they were claimed, soon after they were made. The clicks stay counted, as nobody's.
 */
export async function forgetVisitorsOf(em: EntityManager, links: readonly { id: string; createdAt: string }[]): Promise<void> {
  if (links.length === 0) return
  await em.execute(
    `update click_events set ip = '', ua = '', latitude = '', longitude = '', identity_hash = encode(sha256(link_id::bytea), 'hex')
     from jsonb_to_recordset(?::jsonb) as gone(id text, "createdAt" timestamptz)
     where workspace_id = '' and link_id = gone.id and timestamp >= gone."createdAt" and timestamp < gone."createdAt" + interval '1 day'`,
    [JSON.stringify(links)],
  )
}
