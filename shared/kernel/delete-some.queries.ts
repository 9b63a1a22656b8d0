import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Deletes rows of a table that fulfil the condition, no more than so many; answers how many. They are named by where they lie, which is why
 * the condition must lead to one partition where there are several.
 */
export async function deleteSome(
  em: EntityManager,
  table: string,
  where: string,
  params: readonly unknown[],
  most: number,
): Promise<number> {
  const rows = await em.execute(
    `delete from ${table} where ${where} and ctid = any (array(select ctid from ${table} where ${where} limit ?)) returning 1`,
    [...params, ...params, most],
  )
  return rows.length
}
