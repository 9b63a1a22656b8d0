import type { Sql } from './sql.js'
import type { DigestedValue, ValueCache } from './value-dictionary.js'

/** Workspace id -> its number in clicks, facts and rollups. Workspaces without a number get one. */
export async function ensureWorkspaceNos(sql: Sql, ids: readonly string[], cache?: ValueCache): Promise<ReadonlyMap<string, number>> {
  if (cache && ids.every((id) => cache.workspaceNos.has(id))) return new Map(ids.map((id) => [id, cache.workspaceNos.get(id) as number]))
  const find = () =>
    sql.query<{ workspace_id: string; no: number }>('select workspace_id, no from workspace_numbers where workspace_id = any($1)', [ids])
  let { rows } = await find()
  for (const { workspace_id, no } of rows) cache?.workspaceNos.set(workspace_id, no)
  if (rows.length < ids.length) {
    await sql.query(
      `insert into workspace_numbers (workspace_id) select id from unnest($1::text[]) as id
       where id not in (select workspace_id from workspace_numbers) order by id on conflict do nothing`,
      [ids],
    )
    rows = (await find()).rows
  }
  return new Map(rows.map(({ workspace_id, no }) => [workspace_id, no]))
}

/** Ids of the values that exist. `ordinal` is the 1-based index into the list. */
export async function findValueIds(sql: Sql, values: readonly DigestedValue[]): Promise<{ ordinal: number; id: number }[]> {
  const { rows } = await sql.query<{ ordinal: number; id: number }>(
    `select ordinal::integer, id
     from unnest($1::integer[], $2::smallint[], $3::bytea[]) with ordinality as requested(workspace, dimension, digest, ordinal)
     cross join lateral (
       select id from dimension_values v where v.workspace = requested.workspace and v.dimension = requested.dimension
       and v.digest = requested.digest offset 0
     ) as found`,
    [values.map((one) => one.workspace), values.map((one) => one.dimension), values.map((one) => one.digest)],
  )
  return rows
}

export const insertValues = (sql: Sql, values: readonly DigestedValue[]) =>
  sql.query(
    `insert into dimension_values (workspace, dimension, digest, parts)
     select workspace, dimension, digest, array(select part from json_array_elements_text(parts) with ordinality as one(part, ordinal)
     order by ordinal)
     from unnest($1::integer[], $2::smallint[], $3::bytea[], $4::json[]) as new(workspace, dimension, digest, parts)
     on conflict do nothing`,
    [
      values.map((one) => one.workspace),
      values.map((one) => one.dimension),
      values.map((one) => one.digest),
      values.map((one) => JSON.stringify(one.parts)),
    ],
  )

/** SQL counterpart of `valueDigest` for a value with a single part. */
export const digestExpression = (expression: string) => `substring(sha256(convert_to(${expression}, 'UTF8')) for 16)`
