/**
 * SQL that deletes the aggregates of a closed workspace's events, by the workspace's number. Statements are bounded; each function returns
 * the number of deleted rows.
 */
import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteBatch, deleteFromFirstMonth } from '../../kernel/db/delete-batch.queries.js'
import { lockSegmentBuildSql } from '../column-segments.queries.js'
import { lockForIngestionSql } from '../ingestion-lock.queries.js'
import { lockConversionRollUpSql } from '../roll-up-conversions.queries.js'
import { clickRollupSchema, type RollupSchema } from '../rollup-schemas.js'
import { hour } from '../tiers.js'

export async function findWorkspaceNo(em: EntityManager, workspaceId: string): Promise<number | null> {
  const [row] = await em.execute<{ no: number }[]>('select no from workspace_numbers where workspace_id = ?', [workspaceId])
  return row?.no ?? null
}

/** Blocks roll-ups until the transaction ends. Ingestion of clicks continues. */
export const blockRollUps = (em: EntityManager, schema: RollupSchema) =>
  schema === clickRollupSchema ? em.execute(lockForIngestionSql) : em.execute(lockConversionRollUpSql)

/** Blocks builds of column segments until the transaction ends. */
export const blockSegmentBuilds = (em: EntityManager) => em.execute(lockSegmentBuildSql)

export const deleteFacts = (em: EntityManager, { facts: table }: RollupSchema, no: number, limit: number) =>
  deleteFromFirstMonth(em, { table, owner: 'workspace', at: 'at', first: `min(hour) * ${hour.span}.0` }, no, limit)

/** Deletes buckets with their rollups. A bucket with more rollups than the limit is deleted in several calls. */
export async function deleteBuckets(
  em: EntityManager,
  schema: RollupSchema,
  no: number,
  { buckets: limit, rows }: { buckets: number; rows: number },
): Promise<number> {
  // Waits for a transaction that is packing one of them.
  const found = await em.execute(
    `select tier, bucket::text as bucket from ${schema.totals} where workspace = ? order by tier, bucket limit ? for update`,
    [no, limit],
  )
  if (found.length === 0) return 0
  const buckets = JSON.stringify(found)
  const selected = 'jsonb_to_recordset(?::jsonb) as selected(tier smallint, bucket timestamptz)'
  for (const table of [schema.rollups, schema.packs]) {
    const inRollups = `select row_.ctid from ${selected} cross join lateral (select ctid from ${table} where tier = selected.tier
      and bucket = selected.bucket and workspace = ? offset 0) as row_ limit ?`
    const deleted = await em.execute(`delete from ${table} where ctid = any (array(${inRollups})) returning 1`, [buckets, no, rows])
    if (deleted.length === rows) return deleted.length
  }
  await em.execute(
    `delete from ${schema.totals} as row_ using ${selected} where row_.workspace = ? and row_.tier = selected.tier
     and row_.bucket = selected.bucket`,
    [buckets, no],
  )
  return found.length
}

export const deleteSegments = (em: EntityManager, no: number, limit: number) =>
  deleteFromFirstMonth(
    em,
    { table: 'click_column_segments', owner: 'workspace', at: 'at', first: 'extract(epoch from min(at)) * 1000' },
    no,
    limit,
  )

export const deletePendingConversions = (em: EntityManager, workspaceId: string, limit: number) =>
  deleteBatch(em, 'pending_conversions', 'workspace_id = ?', [workspaceId], limit)

export const deleteValues = (em: EntityManager, no: number, limit: number) =>
  deleteBatch(em, 'dimension_values', 'workspace = ?', [no], limit)

export const deleteWorkspaceNoRow = (em: EntityManager, workspaceId: string) =>
  em.execute('delete from workspace_numbers where workspace_id = ?', [workspaceId])
