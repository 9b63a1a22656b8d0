import type { DigestedValue } from './number-values.js'
import type { Sql } from './sql.js'

/** Every workspace has a number from its first fact on. */
export async function numberWorkspaces(sql: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const find = () =>
    sql.query<{ workspace_id: string; no: number }>('select workspace_id, no from rollup_workspaces where workspace_id = any($1)', [ids])
  let { rows } = await find()
  if (rows.length < ids.length) {
    await sql.query(
      'insert into rollup_workspaces (workspace_id) select id from unnest($1::text[]) as id where id not in (select workspace_id from rollup_workspaces) order by id on conflict do nothing',
      [ids],
    )
    rows = (await find()).rows
  }
  return new Map(rows.map(({ workspace_id, no }) => [workspace_id, no]))
}

/** The numbers of those that have one; `place` counts from 1 in the order given. */
export async function findValues(sql: Sql, values: readonly DigestedValue[]): Promise<{ place: number; id: number }[]> {
  const { rows } = await sql.query<{ place: number; id: number }>(
    `select place::integer, id
     from unnest($1::integer[], $2::smallint[], $3::bytea[]) with ordinality as wanted(workspace, kind, digest, place)
     cross join lateral (select id from rollup_values v where v.workspace = wanted.workspace and v.kind = wanted.kind and v.digest = wanted.digest offset 0) as found`,
    [values.map((one) => one.workspace), values.map((one) => one.kind), values.map((one) => one.digest)],
  )
  return rows
}

export const insertValues = (sql: Sql, values: readonly DigestedValue[]) =>
  sql.query(
    `insert into rollup_values (workspace, kind, digest, parts)
     select workspace, kind, digest, array(select part from json_array_elements_text(parts) with ordinality as one(part, place) order by place)
     from unnest($1::integer[], $2::smallint[], $3::bytea[], $4::json[]) as new(workspace, kind, digest, parts)
     on conflict do nothing`,
    [
      values.map((one) => one.workspace),
      values.map((one) => one.kind),
      values.map((one) => one.digest),
      values.map((one) => JSON.stringify(one.parts)),
    ],
  )
