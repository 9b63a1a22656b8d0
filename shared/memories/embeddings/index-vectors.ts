import type { Scope } from '../../kernel/scope.js'
import { fromBytes } from './embed.js'
import {
  buildIndex,
  hasVectorIndex,
  storeIndexed,
  createIndexTable,
  isVectorExtensionAvailable,
  findUnindexed,
} from './vector-index.queries.js'

const insufficientPrivilege = '42501'

/** Vectors in one statement: a few megabytes. */
const batchSize = 200

/** Copies vectors to the pgvector table, if it exists. */
export async function indexVectors(scope: Scope, ids: readonly string[]): Promise<void> {
  if (await hasVectorIndex(scope)) await indexBatch(scope, ids.length, ids)
}

/** Creates the pgvector table when the extension becomes available, copies missing vectors, and builds the index. */
export async function maintainVectorIndex(scope: Scope, model: string): Promise<void> {
  if (!(await ensureIndexTable(scope))) return
  while ((await indexBatch(scope, batchSize, null)) === batchSize);
  await buildIndex(scope, model)
}

async function ensureIndexTable(scope: Scope): Promise<boolean> {
  if (await hasVectorIndex(scope)) return true
  if (!(await isVectorExtensionAvailable(scope))) return false
  try {
    await createIndexTable(scope)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error
    scope.log.warn({ err: error }, 'missing privilege to create extension pgvector, searching memories without vector index')
    return false
  }
}

async function indexBatch(scope: Scope, limit: number, ids: readonly string[] | null): Promise<number> {
  const rows = await findUnindexed(scope, limit, ids)
  if (rows.length > 0)
    await storeIndexed(
      scope,
      rows.map((row) => ({ ...row, vector: fromBytes(row.vector) })),
    )
  return rows.length
}
