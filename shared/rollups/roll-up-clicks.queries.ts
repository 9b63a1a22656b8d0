/** SQL of the roll-up of clicks. */
import { applyChangeStatement, countInQuarterHours, ensureFactPartitions } from './facts.queries.js'
import { clickRollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'

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

const values = clickRollupSchema.dimensions.map(({ column }) => column).join(', ')

/** Stores the facts of clicks, sorted by workspace and link, so that they are clustered on disk. */
const insertFacts = (where: string) => `
  insert into ${clickRollupSchema.facts} (at, workspace, hour, ${values})
  select timestamp, workspace, floor(extract(epoch from timestamp) / 3600)::integer, ${values} from click_events where ${where}
  order by workspace, link, timestamp
  returning *`

const addFactsStatement = countInQuarterHours(clickRollupSchema, insertFacts('timestamp >= $1 and timestamp < $2'))

/** Stores the facts of a span that is not rolled up yet. */
export async function addFactsBetween(sql: Sql, from: number, to: number): Promise<void> {
  await ensureFactPartitions(sql, clickRollupSchema, [from, to - 1])
  await sql.query(addFactsStatement, [new Date(from), new Date(to)])
}

const isLate = 'id = any($1) and timestamp >= $2 and timestamp < (select at from click_watermark)'
const addLateFactsStatement = applyChangeStatement(clickRollupSchema, insertFacts(isLate), '')

/**
 * Stores the facts of those of the new clicks that are older than the watermark, and counts them in every bucket that was closed without
 * them; the others are left to the next roll-up. Call it in the transaction that inserted the clicks, which holds the ingestion lock
 * shared. `since` must not be later than any of the clicks.
 */
export async function addLateClicks(sql: Sql, ids: readonly string[], since: Date): Promise<void> {
  const { rows } = await sql.query<{ month: Date }>(
    `select distinct date_trunc('month', timestamp, 'UTC') as month from click_events where ${isLate}`,
    [ids, since],
  )
  if (rows.length === 0) return
  await ensureFactPartitions(
    sql,
    clickRollupSchema,
    rows.map(({ month }) => month.getTime()),
  )
  await sql.query(addLateFactsStatement, [ids, since])
}

/** Whether events are in ClickHouse. */
export async function areEventsElsewhere(sql: Sql): Promise<boolean> {
  return (await sql.query(`select from event_store where name = 'clickhouse'`)).rows.length > 0
}
