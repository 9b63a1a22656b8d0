/**
 * SQL that lets go of what was added up of a closed workspace's events, which is known by its number. Statements are bounded; each function
 * answers how many rows went.
 */
import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteSome } from '../../kernel/delete-some.queries.js'
import { ingestionLock } from '../click.queries.js'
import { turnWithColumns } from '../rollups/columns.queries.js'
import { turnOfFolding } from '../rollups/fold-conversions.queries.js'
import { clickLedger, type Ledger } from '../rollups/ledgers.js'
import { hour } from '../rollups/tiers.js'
import { deleteOfFirstMonth } from './events-of-workspace.queries.js'

export async function numberOf(em: EntityManager, workspaceId: string): Promise<number | null> {
  const [row] = await em.execute<{ no: number }[]>('select no from rollup_workspaces where workspace_id = ?', [workspaceId])
  return row?.no ?? null
}

/** No fold is under way, and none begins before the transaction ends. Ingestion of clicks goes on. */
export const keepFoldsOff = (em: EntityManager, ledger: Ledger) =>
  ledger === clickLedger ? em.execute('select pg_advisory_xact_lock_shared(?)', [ingestionLock]) : em.execute(turnOfFolding)

/** Nobody makes columns before the transaction ends. */
export const keepColumnsOff = (em: EntityManager) => em.execute(turnWithColumns)

export const deleteFactsOf = (em: EntityManager, { facts: table }: Ledger, no: number, most: number) =>
  deleteOfFirstMonth(em, { table, owner: 'workspace', at: 'at', first: `min(hour) * ${hour.span}.0` }, no, most)

/** Some buckets, with what they hold by kind; one that holds more than that goes bit by bit. */
export async function deleteBucketsOf(
  em: EntityManager,
  ledger: Ledger,
  no: number,
  { buckets: most, rows }: { buckets: number; rows: number },
): Promise<number> {
  // The locks wait for whoever packs one of them just now.
  const found = await em.execute(
    `select tier, bucket::text as bucket from ${ledger.totals} where workspace = ? order by tier, bucket limit ? for update`,
    [no, most],
  )
  if (found.length === 0) return 0
  const buckets = JSON.stringify(found)
  const chosen = 'jsonb_to_recordset(?::jsonb) as chosen(tier smallint, bucket timestamptz)'
  const inRollups = `select row_.ctid from ${chosen} cross join lateral (select ctid from ${ledger.rollups} where tier = chosen.tier and bucket = chosen.bucket and workspace = ? offset 0) as row_ limit ?`
  const gone = await em.execute(`delete from ${ledger.rollups} where ctid = any (array(${inRollups})) returning 1`, [buckets, no, rows])
  if (gone.length === rows) return gone.length
  for (const table of [ledger.packs, ledger.totals]) {
    await em.execute(
      `delete from ${table} as row_ using ${chosen} where row_.workspace = ? and row_.tier = chosen.tier and row_.bucket = chosen.bucket`,
      [buckets, no],
    )
  }
  return found.length
}

export const deleteColumnsOf = (em: EntityManager, no: number, most: number) =>
  deleteOfFirstMonth(em, { table: 'click_columns', owner: 'workspace', at: 'at', first: 'extract(epoch from min(at)) * 1000' }, no, most)

export const deleteValuesOf = (em: EntityManager, no: number, most: number) => deleteSome(em, 'rollup_values', 'workspace = ?', [no], most)

export const deleteNumberOf = (em: EntityManager, workspaceId: string) =>
  em.execute('delete from rollup_workspaces where workspace_id = ?', [workspaceId])
