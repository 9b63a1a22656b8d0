/** Approximate nearest-neighbour index with pgvector, if the database has it. Its results are compared exactly afterwards. */
import type { Scope } from '../../kernel/scope.js'
import { createParameters } from '../filter/parameters.js'
import { type Visibility, visibilityCondition } from '../memory.queries.js'

type WithPool = Pick<Scope, 'pool'>

export async function hasVectorIndex({ pool }: WithPool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(`select to_regclass('memory_embeddings') is not null as is`)
  return rows[0]?.is ?? false
}

/** Whether the server has pgvector 0.8 or newer, which supports iterative index scans. */
export async function isVectorExtensionAvailable({ pool }: WithPool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_available_extensions where name = 'vector' and string_to_array(coalesce(installed_version, default_version), '.')::int[] >= '{0,8}'`,
  )
  return rowCount === 1
}

/**
 * Not a migration, because the extension may be installed at any time. The table is a copy of `memory_vectors`. `length` is a column
 * because the planner has no statistics for an expression over a vector and misestimates it.
 */
export async function createIndexTable({ pool }: WithPool): Promise<void> {
  await pool.query('create extension if not exists vector')
  await pool.query(`create table if not exists memory_embeddings (
    memory_id text primary key references memory_vectors on delete cascade, model text not null, hash text not null,
    length integer not null, embedding halfvec not null
  )`)
}

export interface UnindexedVector {
  id: string
  model: string
  hash: string
  vector: Buffer
}

/** Vectors that are missing from the index table or outdated there, of these memories or (null) of all. */
export async function findUnindexed({ pool }: WithPool, limit: number, ids: readonly string[] | null): Promise<UnindexedVector[]> {
  const { rows } = await pool.query<UnindexedVector>(
    `select v.memory_id as id, v.model, v.hash, v.vector from memory_vectors v left join memory_embeddings e on e.memory_id = v.memory_id
     where (e.memory_id is null or (e.model, e.hash) <> (v.model, v.hash)) and ($2::text[] is null or v.memory_id = any ($2)) limit $1`,
    [limit, ids],
  )
  return rows
}

/** Skips memories that were deleted in the meantime. */
export async function storeIndexed(
  { pool }: WithPool,
  vectors: readonly (Omit<UnindexedVector, 'vector'> & { vector: Float32Array })[],
): Promise<void> {
  await pool.query(
    `insert into memory_embeddings select input.id, input.model, input.hash, input.length, input.embedding::halfvec
     from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[]) input(id, model, hash, length, embedding)
     join memory_vectors v on v.memory_id = input.id
     on conflict (memory_id) do update set model = excluded.model, hash = excluded.hash, length = excluded.length, embedding = excluded.embedding`,
    [
      vectors.map(({ id }) => id),
      vectors.map(({ model }) => model),
      vectors.map(({ hash }) => hash),
      vectors.map(({ vector }) => vector.length),
      vectors.map(({ vector }) => vectorLiteral(vector)),
    ],
  )
}

const vectorLiteral = (vector: Float32Array) => `[${vector.join(',')}]`

// pgvector cannot index longer vectors; they are compared sequentially.
const maxIndexedDimensions = 4000

/** Builds the index for the vectors of a model. An invalid index from an interrupted build is replaced. */
export async function buildIndex({ pool }: WithPool, model: string): Promise<void> {
  const { rows } = await pool.query<{ length: number }>('select length from memory_embeddings where model = $1 limit 1', [model])
  const length = rows[0]?.length
  if (!length || length > maxIndexedDimensions) return
  const name = `memory_embeddings_nearest_${length}`
  const { rowCount } = await pool.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name])
  if (rowCount) await pool.query(`drop index ${name}`)
  await pool.query(
    `create index concurrently if not exists ${name} on memory_embeddings
     using hnsw ((embedding::halfvec(${length})) halfvec_cosine_ops) where length = ${length}`,
  )
}

/** Approximately the nearest visible memories. */
export async function findNearest(
  { pool }: WithPool,
  visibility: Visibility,
  model: string,
  { queryVector, limit }: { queryVector: Float32Array; limit: number },
): Promise<string[]> {
  const parameters = createParameters()
  const { add } = parameters
  const sql = `select memory_id as id from memory_embeddings
    where length = ${queryVector.length} and model = ${add(model)}
      and exists (select from memories where id = memory_embeddings.memory_id and ${visibilityCondition(visibility, parameters)})
    order by embedding::halfvec(${queryVector.length}) <=> ${add(vectorLiteral(queryVector))}::halfvec(${queryVector.length}) limit ${add(limit)}`
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    // Most of the nearest vectors may not be visible: the scan continues until enough of them are.
    await client.query('set local hnsw.iterative_scan = relaxed_order')
    const { rows } = await client.query<{ id: string }>(sql, parameters.values)
    return rows.map(({ id }) => id)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
