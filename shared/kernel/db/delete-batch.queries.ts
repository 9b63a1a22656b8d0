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
