import type { Scope } from '../../kernel/scope.js'
import { createParameters } from '../filter/parameters.js'
import { type Visibility, visibilityCondition } from '../memory.queries.js'
import { fromBytes, toBytes } from './embed.js'

export interface UnembeddedMemory {
  id: string
  text: string
  hash: string
}

const withoutCurrentVector =
  'from memories m left join memory_vectors v on v.memory_id = m.id where (v.memory_id is null or v.model <> $1 or v.hash <> m.hash)'

/** Those of these memories whose vector is missing, or belongs to another text or model. */
export async function findUnembedded({ pool }: Pick<Scope, 'pool'>, model: string, ids: readonly string[]): Promise<UnembeddedMemory[]> {
  return (await pool.query<UnembeddedMemory>(`select m.id, m.text, m.hash ${withoutCurrentVector} and m.id = any ($2)`, [model, ids])).rows
}

/** Memories without a current vector that were last changed before the date, newest first. */
export async function findOverdueUnembedded(
  { pool }: Pick<Scope, 'pool'>,
  model: string,
  before: Date,
  limit: number,
): Promise<UnembeddedMemory[]> {
  return (
    await pool.query<UnembeddedMemory>(
      `select m.id, m.text, m.hash ${withoutCurrentVector} and m.updated_at < $2 order by m.created_at desc, m.number desc limit $3`,
      [model, before, limit],
    )
  ).rows
}

/** Skips memories that were deleted in the meantime. */
export async function storeVectors(
  { pool }: Pick<Scope, 'pool'>,
  model: string,
  vectors: readonly { id: string; hash: string; vector: Float32Array }[],
): Promise<void> {
  await pool.query(
    `insert into memory_vectors (memory_id, model, hash, vector)
     select input.id, $1, input.hash, input.vector from unnest($2::text[], $3::text[], $4::bytea[]) input(id, hash, vector) join memories m on m.id = input.id
     on conflict (memory_id) do update set model = excluded.model, hash = excluded.hash, vector = excluded.vector`,
    [model, vectors.map(({ id }) => id), vectors.map(({ hash }) => hash), vectors.map(({ vector }) => toBytes(vector))],
  )
}

/** Vectors of the newest visible memories and of the memories with these ids. */
export async function candidateVectors(
  { pool }: Pick<Scope, 'pool'>,
  visibility: Visibility,
  model: string,
  { maxNewest, ids }: { maxNewest: number; ids: readonly string[] },
): Promise<{ id: string; vector: Float32Array }[]> {
  const parameters = createParameters()
  const where = visibilityCondition(visibility, parameters)
  const { rows } = await pool.query<{ id: string; vector: Buffer }>(
    `select v.memory_id as id, v.vector from memory_vectors v join (
       (select id from memories where ${where} order by created_at desc, number desc limit ${parameters.add(maxNewest)})
       union select unnest(${parameters.add(ids)}::text[])
     ) candidate on candidate.id = v.memory_id where v.model = ${parameters.add(model)}`,
    parameters.values,
  )
  return rows.map(({ id, vector }) => ({ id, vector: fromBytes(vector) }))
}
