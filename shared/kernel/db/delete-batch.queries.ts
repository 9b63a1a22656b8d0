import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Deletes at most `limit` rows that match the condition and returns how many. Rows are addressed by `ctid`, so on a partitioned table the
 * condition must select a single partition.
 */
export async function deleteBatch(
  em: EntityManager,
  table: string,
  where: string,
  params: readonly unknown[],
  limit: number,
): Promise<number> {
  const rows = await em.execute(
    `delete from ${table} where ${where} and ctid = any (array(select ctid from ${table} where ${where} limit ?)) returning 1`,
    [...params, ...params, limit],
  )
  return rows.length
}

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
