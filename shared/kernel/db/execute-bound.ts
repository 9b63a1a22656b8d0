/** Statements on the connection of an entity manager. The ORM itself interpolates parameters into the text. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { digest } from '../hash.js'
import type { SqlQuery } from './prepared-query.js'

interface QueryBuilder {
  raw(sql: string, params: readonly unknown[]): RawQuery
}

interface RawQuery extends Promise<{ rows: unknown[] }> {
  options(options: { name: string }): RawQuery
}

/** Sends the parameters separately from the statement, which saves time and memory for large values. Requires an open transaction. */
export async function executeBound<Row>(em: EntityManager, sql: string, params: readonly unknown[]): Promise<Row[]> {
  const transaction = em.getTransactionContext<QueryBuilder>()
  if (!transaction) throw new Error('executeBound requires a transaction')
  const { rows } = await transaction.raw(sql, params)
  return rows as Row[]
}

/** Executes a query with numbered parameters in the transaction of the entity manager. */
export async function executeQuery<Row>(em: EntityManager, { text, values = [] }: SqlQuery): Promise<Row[]> {
  const params: unknown[] = []
  const sql = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    params.push(values[Number(number) - 1])
    return '?'
  })
  return executeBound(em, sql, params)
}

/** Statement names by text. */
const names = new Map<string, string>()

/**
 * Like `executeBound`, and each connection parses and plans the statement only once. For frequent statements, because names are never
 * freed: the text must be a constant, and must list its result columns, because a plan with `*` fails once a migration adds a column. Also
 * runs without a transaction.
 */
export async function executePrepared<Row>(em: EntityManager, sql: string, params: readonly unknown[]): Promise<Row[]> {
  const builder = em.getTransactionContext<QueryBuilder>() ?? (em.getConnection().getKnex() as QueryBuilder)
  const name = names.get(sql) ?? digest(sql)
  names.set(sql, name)
  const { rows } = await builder.raw(sql, params).options({ name })
  return rows as Row[]
}
