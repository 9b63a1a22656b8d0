import type { EntityManager } from '@mikro-orm/postgresql'

interface Transaction {
  raw(sql: string, params: readonly unknown[]): Promise<{ rows: unknown[] }>
}

/**
 * Sends the parameters separately from the statement. The ORM interpolates them into the text, which costs time and memory for large
 * values. Requires an open transaction.
 */
export async function executeBound<Row>(em: EntityManager, sql: string, params: readonly unknown[]): Promise<Row[]> {
  const transaction = em.getTransactionContext<Transaction>()
  if (!transaction) throw new Error('executeBound requires a transaction')
  const { rows } = await transaction.raw(sql, params)
  return rows as Row[]
}
