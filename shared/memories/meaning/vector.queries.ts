import type { Scope } from '../../kernel/scope.js'
import { openParameters } from '../filter/parameters.js'
import { type Visible, visibleSql } from '../memory.queries.js'
import { fromBytes, toBytes } from './embed.js'

export interface Unembedded {
  id: string
  text: string
  hash: string
}

const lacking =
  'from memories m left join memory_vectors v on v.memory_id = m.id where (v.memory_id is null or v.model <> $1 or v.hash <> m.hash)'

/** Of these memories the ones whose vector is missing, or of another text or model. */
export async function withoutVector({ pool }: Pick<Scope, 'pool'>, model: string, ids: readonly string[]): Promise<Unembedded[]> {
  return (await pool.query<Unembedded>(`select m.id, m.text, m.hash ${lacking} and m.id = any ($2)`, [model, ids])).rows
}

/** Some of all memories without a vector that had time to get one, the newest first. */
export async function leftWithoutVector({ pool }: Pick<Scope, 'pool'>, model: string, before: Date, most: number): Promise<Unembedded[]> {
  return (
    await pool.query<Unembedded>(
      `select m.id, m.text, m.hash ${lacking} and m.updated_at < $2 order by m.created_at desc, m.number desc limit $3`,
      [model, before, most],
    )
  ).rows
}

/** Memories that went in the meantime are passed over. */
export async function keepVectors(
  { pool }: Pick<Scope, 'pool'>,
  model: string,
  vectors: readonly { id: string; hash: string; vector: Float32Array }[],
): Promise<void> {
  await pool.query(
    `insert into memory_vectors (memory_id, model, hash, vector)
     select given.id, $1, given.hash, given.vector from unnest($2::text[], $3::text[], $4::bytea[]) given(id, hash, vector) join memories m on m.id = given.id
     on conflict (memory_id) do update set model = excluded.model, hash = excluded.hash, vector = excluded.vector`,
    [model, vectors.map(({ id }) => id), vectors.map(({ hash }) => hash), vectors.map(({ vector }) => toBytes(vector))],
  )
}

/** The vectors of the newest memories, and of those that other rankings found. */
export async function candidateVectors(
  { pool }: Pick<Scope, 'pool'>,
  visible: Visible,
  model: string,
  { newest, ids }: { newest: number; ids: readonly string[] },
): Promise<{ id: string; vector: Float32Array }[]> {
  const parameters = openParameters()
  const where = visibleSql(visible, parameters)
  const { rows } = await pool.query<{ id: string; vector: Buffer }>(
    `select v.memory_id as id, v.vector from memory_vectors v join (
       (select id from memories where ${where} order by created_at desc, number desc limit ${parameters.add(newest)})
       union select unnest(${parameters.add(ids)}::text[])
     ) candidate on candidate.id = v.memory_id where v.model = ${parameters.add(model)}`,
    parameters.values,
  )
  return rows.map(({ id, vector }) => ({ id, vector: fromBytes(vector) }))
}
