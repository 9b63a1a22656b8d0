/** SQL of folding clicks: which, and how far. */
import { attributes, attributesOfClicks } from './kinds.js'
import { arrays, type Sql } from './sql.js'
import { type EventTexts, textsHead } from './to-facts.js'

/** Afterwards the index of instants leads to clicks of a span without reading all that arrived lately. */
export const summariseTimes = (sql: Sql) =>
  sql.query(`select brin_summarize_new_values(inhrelid) from pg_inherits where inhparent = 'click_events_timestamp'::regclass`)

/** How many clicks there are in the span, counted no further than the limit. */
export async function countClicks(sql: Sql, from: number, to: number, limit: number): Promise<number> {
  const { rows } = await sql.query<{ clicks: number }>(
    'select count(*) as clicks from (select from click_events where timestamp >= $1 and timestamp < $2 limit $3) as found',
    [new Date(from), new Date(to), limit],
  )
  return rows[0]?.clicks ?? 0
}

const clickColumns = `${textsHead}, ${attributesOfClicks.map((name) => attributes[name]).join(', ')}`

/** Clicks of the span in chunks, those of a workspace and of a link side by side: that keeps them together on disk. */
export async function* clicksBetween(sql: Sql, from: number, to: number, chunk: number): AsyncGenerator<EventTexts[]> {
  // A cursor takes no parameters.
  const span = `timestamp >= '${new Date(from).toISOString()}' and timestamp < '${new Date(to).toISOString()}'`
  await sql.query(
    `declare folding no scroll cursor for select ${clickColumns} from click_events where ${span} order by workspace_id, link_id, timestamp`,
  )
  for (;;) {
    const rows = await arrays<EventTexts>(sql, `fetch ${chunk} from folding`)
    if (rows.length > 0) yield rows
    if (rows.length < chunk) break
  }
  await sql.query('close folding')
}

/** Those of the ids whose click is older than the watermark. */
export const lateClicks = (sql: Sql, ids: readonly string[], from: number) =>
  arrays<EventTexts>(
    sql,
    `select ${clickColumns} from click_events where id = any($1) and timestamp >= $2 and timestamp < (select at from click_watermark) order by workspace_id, link_id, timestamp`,
    [ids, new Date(from)],
  )
