/** pgvector, where the database has it: its index names the nearest of all memories of a scope. What follows compares exactly. */
import type { Scope } from '../../kernel/scope.js'
import { openParameters } from '../filter/parameters.js'
import { type Visible, visibleSql } from '../memory.queries.js'

type Reading = Pick<Scope, 'pool'>

export async function isIndexed({ pool }: Reading): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(`select to_regclass('memory_embeddings') is not null as is`)
  return rows[0]?.is ?? false
}

/** Whether the server has the extension in a version that goes on searching when a filter left too little (0.8). */
export async function offersVectors({ pool }: Reading): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_available_extensions where name = 'vector' and string_to_array(coalesce(installed_version, default_version), '.')::int[] >= '{0,8}'`,
  )
  return rowCount === 1
}

/**
 * No migration: the extension may come to a server at any time. The vectors themselves stay where they are; this is made from them. Their
 * length is a column because the planner knows nothing of what a function of a vector answers, and guessed wrong.
 */
export async function makeIndexTable({ pool }: Reading): Promise<void> {
  await pool.query('create extension if not exists vector')
  await pool.query(`create table if not exists memory_embeddings (
    memory_id text primary key references memory_vectors on delete cascade, model text not null, hash text not null, length integer not null, embedding halfvec not null
  )`)
}

export interface Unindexed {
  id: string
  model: string
  hash: string
  vector: Buffer
}

/** Vectors that the index lacks or has of an older text or model; of these memories, or of any. */
export async function unindexed({ pool }: Reading, most: number, ids: readonly string[] | null): Promise<Unindexed[]> {
  const { rows } = await pool.query<Unindexed>(
    `select v.memory_id as id, v.model, v.hash, v.vector from memory_vectors v left join memory_embeddings e on e.memory_id = v.memory_id
     where (e.memory_id is null or (e.model, e.hash) <> (v.model, v.hash)) and ($2::text[] is null or v.memory_id = any ($2)) limit $1`,
    [most, ids],
  )
  return rows
}

/** Memories that went in the meantime are passed over. */
export async function keepIndexed(
  { pool }: Reading,
  vectors: readonly (Omit<Unindexed, 'vector'> & { vector: Float32Array })[],
): Promise<void> {
  await pool.query(
    `insert into memory_embeddings select given.id, given.model, given.hash, given.length, given.embedding::halfvec
     from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[]) given(id, model, hash, length, embedding) join memory_vectors v on v.memory_id = given.id
     on conflict (memory_id) do update set model = excluded.model, hash = excluded.hash, length = excluded.length, embedding = excluded.embedding`,
    [
      vectors.map(({ id }) => id),
      vectors.map(({ model }) => model),
      vectors.map(({ hash }) => hash),
      vectors.map(({ vector }) => vector.length),
      vectors.map(({ vector }) => literal(vector)),
    ],
  )
}

const literal = (vector: Float32Array) => `[${vector.join(',')}]`

// Vectors of so many numbers can have an index; longer ones are compared one by one.
const longestIndexed = 4000

/** Makes the index for the vectors of a model. One that was left half made is made anew. */
export async function buildIndex({ pool }: Reading, model: string): Promise<void> {
  const { rows } = await pool.query<{ length: number }>('select length from memory_embeddings where model = $1 limit 1', [model])
  const length = rows[0]?.length
  if (!length || length > longestIndexed) return
  const name = `memory_embeddings_nearest_${length}`
  const { rowCount } = await pool.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [name])
  if (rowCount) await pool.query(`drop index ${name}`)
  await pool.query(
    `create index concurrently if not exists ${name} on memory_embeddings using hnsw ((embedding::halfvec(${length})) halfvec_cosine_ops) where length = ${length}`,
  )
}

/** Those of the visible memories that are nearest to the question, about. */
export async function nearest(
  { pool }: Reading,
  visible: Visible,
  model: string,
  { asked, limit }: { asked: Float32Array; limit: number },
): Promise<string[]> {
  const parameters = openParameters()
  const { add } = parameters
  const sql = `select memory_id as id from memory_embeddings
    where length = ${asked.length} and model = ${add(model)} and exists (select from memories where id = memory_embeddings.memory_id and ${visibleSql(visible, parameters)})
    order by embedding::halfvec(${asked.length}) <=> ${add(literal(asked))}::halfvec(${asked.length}) limit ${add(limit)}`
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    // Of what the index finds near, most may be somebody else's: it has to go on until there is enough.
    await client.query('set local hnsw.iterative_scan = relaxed_order')
    const { rows } = await client.query<{ id: string }>(sql, parameters.values)
    return rows.map(({ id }) => id)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
