import type { EntityManager } from '@mikro-orm/postgresql'

interface Transaction {
  raw(sql: string, params: readonly unknown[]): Promise<{ rows: unknown[] }>
}

/**
 * Sends parameters beside the statement. The ORM writes them into it, which costs time and memory where they are large. Only in a
 * transaction.
 */
export async function executeBound<Row>(em: EntityManager, sql: string, params: readonly unknown[]): Promise<Row[]> {
  const transaction = em.getTransactionContext<Transaction>()
  if (!transaction) throw new Error('large parameters are sent within transactions only')
  const { rows } = await transaction.raw(sql, params)
  return rows as Row[]
}
