import type { Scope } from '../../kernel/scope.js'
import { fromBytes } from './embed.js'
import { buildIndex, isIndexed, keepIndexed, makeIndexTable, offersVectors, unindexed } from './vector-index.queries.js'

const notAllowed = '42501'

/** Vectors in one statement: some megabytes. */
const atOnce = 200

/** Keeps pgvector's copy of these vectors, where there is one. */
export async function indexVectors(scope: Scope, ids: readonly string[]): Promise<void> {
  if (await isIndexed(scope)) await indexSome(scope, ids.length, ids)
}

/** Begins to use pgvector as soon as the database has it, and brings in what it lacks. */
export async function keepVectorIndex(scope: Scope, model: string): Promise<void> {
  if (!(await hasIndexTable(scope))) return
  while ((await indexSome(scope, atOnce, null)) === atOnce);
  await buildIndex(scope, model)
}

async function hasIndexTable(scope: Scope): Promise<boolean> {
  if (await isIndexed(scope)) return true
  if (!(await offersVectors(scope))) return false
  try {
    await makeIndexTable(scope)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== notAllowed) throw error
    scope.log.warn({ err: error }, 'the database has pgvector, but its user may not enable it; memories are compared without')
    return false
  }
}

async function indexSome(scope: Scope, most: number, ids: readonly string[] | null): Promise<number> {
  const rows = await unindexed(scope, most, ids)
  if (rows.length > 0)
    await keepIndexed(
      scope,
      rows.map((row) => ({ ...row, vector: fromBytes(row.vector) })),
    )
  return rows.length
}
