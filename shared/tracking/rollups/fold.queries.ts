/** SQL of folding: which clicks, how far, and the rows that come of them. */
import { attributeNames, attributes, kinds } from './kinds.js'
import { arrays, type Sql } from './sql.js'
import { quarter } from './tiers.js'

export async function readWatermark(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ at: Date }>('select at from click_watermark')
  return (rows[0] as { at: Date }).at.getTime()
}

export const moveWatermark = (sql: Sql, to: number) => sql.query('update click_watermark set at = $1', [new Date(to)])

/** Afterwards the index of instants leads to clicks of a span without reading all that arrived lately. */
export const summariseTimes = (sql: Sql) => sql.query(`select brin_summarize_new_values(inhrelid) from pg_inherits where inhparent = 'click_events_timestamp'::regclass`)

/** How many clicks there are in the span, counted no further than the limit. */
export async function countClicks(sql: Sql, from: number, to: number, limit: number): Promise<number> {
  const { rows } = await sql.query<{ clicks: number }>('select count(*) as clicks from (select from click_events where timestamp >= $1 and timestamp < $2 limit $3) as found', [new Date(from), new Date(to), limit])
  return rows[0]?.clicks ?? 0
}

/** Instants as whole microseconds: what is stored again must be the same instant, not the same millisecond. */
export type ClickTexts = [workspaceId: string, microseconds: number, ...attributes: string[]]

const clickColumns = `workspace_id, (extract(epoch from timestamp) * 1000000)::bigint, ${attributeNames.map((name) => attributes[name]).join(', ')}`

/** Clicks of the span in chunks, those of a workspace and of a link side by side: that keeps them together on disk. */
export async function* clicksBetween(sql: Sql, from: number, to: number, chunk: number): AsyncGenerator<ClickTexts[]> {
  // A cursor takes no parameters.
  const span = `timestamp >= '${new Date(from).toISOString()}' and timestamp < '${new Date(to).toISOString()}'`
  await sql.query(`declare folding no scroll cursor for select ${clickColumns} from click_events where ${span} order by workspace_id, link_id, timestamp`)
  for (;;) {
    const rows = await arrays<ClickTexts>(sql, `fetch ${chunk} from folding`)
    if (rows.length > 0) yield rows
    if (rows.length < chunk) break
  }
  await sql.query('close folding')
}

/** Those of the ids whose click is older than the watermark. */
export const lateClicks = (sql: Sql, ids: readonly string[], from: number) =>
  arrays<ClickTexts>(
    sql,
    `select ${clickColumns} from click_events where id = any($1) and timestamp >= $2 and timestamp < (select at from click_watermark) order by workspace_id, link_id, timestamp`,
    [ids, new Date(from)],
  )

/** A click as numbers: the columns of `click_facts`, kinds in the order of the list. */
export type Fact = [microseconds: number, workspace: number, ...values: number[]]

const values = kinds.map(({ column }) => column).join(', ')
export const insertFacts = `
  insert into click_facts (at, workspace, hour, ${values})
  select to_timestamp(at / 1000000.0), workspace, div(at, 3600000000)::integer, ${values}
  from unnest($1::bigint[], $2::integer[], ${kinds.map((_, place) => `$${place + 3}::integer[]`).join(', ')}) as fact(at, workspace, ${values})
  returning *`

/** Columns as array texts: the driver would quote and escape each number. */
export const columnsOf = (facts: readonly Fact[]) => Array.from({ length: kinds.length + 2 }, (_, place) => `{${facts.map((fact) => fact[place]).join()}}`)

/** Afterwards the facts are stored and counted in the totals of their quarters of an hour. */
export const addFacts = (sql: Sql, facts: readonly Fact[]) =>
  sql.query(
    `with added as (${insertFacts})
     insert into click_totals (workspace, tier, bucket, clicks, dense)
     select workspace, ${quarter.code}, date_bin('${quarter.span} milliseconds', at, 'epoch') as bucket, count(*), false from added group by 1, 3 order by 1, 3
     on conflict (workspace, tier, bucket) do update set clicks = click_totals.clicks + excluded.clicks`,
    columnsOf(facts),
  )

export const ensurePartitions = (sql: Sql, instants: readonly number[]) =>
  sql.query(`select ensure_month_partition('click_facts', at) from unnest($1::timestamptz[]) as at`, [instants.map((one) => new Date(one))])

/** For this transaction: the lists are long and the plans simple, so compiling them would take longer than running them. */
export const forgoCompiling = (sql: Sql) => sql.query('set local jit = off')
