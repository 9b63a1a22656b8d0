/** SQL of the roll-up of clicks. */
import { attributeColumns, clickAttributes } from './dimensions.js'
import { queryArrays, type Sql } from './sql.js'
import { type EventTuple, eventTupleHead } from './to-facts.js'

/** Updates the BRIN index, so that a query by time does not scan all recently inserted clicks. */
export const summarizeTimestamps = (sql: Sql) =>
  sql.query(`select brin_summarize_new_values(inhrelid) from pg_inherits where inhparent = 'click_events_timestamp'::regclass`)

/** Number of clicks in the span, counted up to the limit. */
export async function countClicks(sql: Sql, from: number, to: number, limit: number): Promise<number> {
  const { rows } = await sql.query<{ clicks: number }>(
    'select count(*) as clicks from (select from click_events where timestamp >= $1 and timestamp < $2 limit $3) as found',
    [new Date(from), new Date(to), limit],
  )
  return rows[0]?.clicks ?? 0
}

const clickColumns = `${eventTupleHead}, ${clickAttributes.map((name) => attributeColumns[name]).join(', ')}`

/** Clicks of the span in chunks, sorted by workspace and link, so that their facts are clustered on disk. */
export async function* readClicksBetween(sql: Sql, from: number, to: number, chunkSize: number): AsyncGenerator<EventTuple[]> {
  // A cursor takes no parameters.
  const span = `timestamp >= '${new Date(from).toISOString()}' and timestamp < '${new Date(to).toISOString()}'`
  await sql.query(
    `declare rolled_up no scroll cursor for select ${clickColumns} from click_events where ${span}
     order by workspace_id, link_id, timestamp`,
  )
  for (;;) {
    const rows = await queryArrays<EventTuple>(sql, `fetch ${chunkSize} from rolled_up`)
    if (rows.length > 0) yield rows
    if (rows.length < chunkSize) break
  }
  await sql.query('close rolled_up')
}

/** Those of the clicks that are older than the watermark. */
export const findLateClicks = (sql: Sql, ids: readonly string[], from: number) =>
  queryArrays<EventTuple>(
    sql,
    `select ${clickColumns} from click_events where id = any($1) and timestamp >= $2 and timestamp < (select at from click_watermark)
     order by workspace_id, link_id, timestamp`,
    [ids, new Date(from)],
  )
