/**
 * Compares facts, totals and rollups with their events, one workspace and one span of the longest tier at a time. Dropped events are
 * excluded.
 */
import { hours } from '../../kernel/time.js'
import { attributeColumns, type Dimension } from '../dimensions.js'
import { tierValues } from '../facts.queries.js'
import { aggregateFacts, type RollupSchema } from '../rollup-schemas.js'
import type { Sql } from '../sql.js'
import { quarterHour, rollupTiers, tiers } from '../tiers.js'
import type { CheckResult } from './check.js'
import { comparisonSql } from './comparison.queries.js'

const maxSpan = tiers.at(-1)?.span ?? hours(1)

/** Start times of the spans with events or totals of the workspace. */
export async function listSpans(sql: Sql, { events, totals, effectiveWatermark }: RollupSchema, workspaceId: string): Promise<number[]> {
  const span = `interval '${maxSpan} milliseconds'`
  const { rows } = await sql.query<{ at: Date }>(
    `with known as (
       select min(timestamp) as first, (select at from ${effectiveWatermark}) as last from ${events} where workspace_id = $1
       union all select min(bucket), max(bucket) from ${totals} join workspace_numbers on no = workspace where workspace_id = $1
     )
     select at from (select min(first) as first, max(last) as last from known) as range,
       generate_series(date_bin(${span}, first, 'epoch'), last, ${span}) as at`,
    [workspaceId],
  )
  return rows.map(({ at }) => at.getTime())
}

/** The part of the span after dropped events and before events that are not rolled up yet. */
const bounds = ({ eventTables, effectiveWatermark }: RollupSchema) => `
  bounds as (
    select greatest($2::timestamptz, coalesce((
        select max(retained_from) from event_retention where parent in (${eventTables.map((one) => `'${one}'`).join(', ')})), $2::timestamptz)) as "from",
      least($3::timestamptz, (select at from ${effectiveWatermark})) as "to", (select no from workspace_numbers where workspace_id = $1) as workspace
  )`

const inBounds = (column: string) => `${column} >= (select "from" from bounds) and ${column} < (select "to" from bounds)`

const hourExpression = (instant: string) => `floor(extract(epoch from ${instant}) / 3600)::integer`

const sumsOf = (measures: readonly string[]) => measures.map((one) => `sum(${one})::bigint as ${one}`).join(', ')
/** Counters of a group of facts or events. */
const counterExpressions = ({ counters }: RollupSchema) => counters.map((one) => `${aggregateFacts(one)} as ${one.column}`).join(', ')

/** Complete buckets. Quarter-hour buckets exist from their start. */
const isComplete = `${inBounds('bucket')} and (tier = ${quarterHour.code} or bucket + span <= (select "to" from bounds))`

/** Checks the totals of every tier. */
export const totalsCheckSql = (schema: RollupSchema) => {
  const measures = schema.counters.map(({ column }) => column)
  return `with ${bounds(schema)},
  quarters as (
    select date_bin(interval '${quarterHour.span} milliseconds', timestamp, 'epoch') as at, ${counterExpressions(schema)}
    from ${schema.events} where workspace_id = $1 and ${inBounds('timestamp')} group by 1
  ),
  spread as (select tier, span, date_bin(span, at, 'epoch') as bucket, ${measures.join(', ')} from quarters cross join ${tierValues(tiers)}),
  expected as (select tier, bucket, ${sumsOf(measures)} from spread where ${isComplete} group by 1, 2),
  found as (select tier, bucket, ${measures.join(', ')} from ${schema.totals} join ${tierValues(tiers)} using (tier)
    where workspace = (select workspace from bounds) and ${isComplete}),
  ${comparisonSql(measures, ['tier', 'bucket'])}`
}

const valueExpression = ({ attributes }: Dimension) =>
  `array[${attributes.map((attribute) => attributeColumns[attribute]).join(', ')}]::text[]`

/** Checks the facts of one dimension by the hour: every event has a fact with its values. */
export const factsCheckSql = (schema: RollupSchema, dimension: Dimension) => {
  const measures = schema.counters.map(({ column }) => column)
  return `with ${bounds(schema)},
  expected as (
    select ${hourExpression('timestamp')} as hour, ${valueExpression(dimension)} as value, ${counterExpressions(schema)}
    from ${schema.events} where workspace_id = $1 and ${inBounds('timestamp')} group by 1, 2
  ),
  found as (
    select hour, parts as value, ${measures.join(', ')} from (
      select hour, ${dimension.column} as number, ${counterExpressions(schema)} from ${schema.facts}
      where workspace = (select workspace from bounds) and ${inBounds('at')} group by 1, 2
    ) as counted left join dimension_values on id = number
  ),
  ${comparisonSql(measures, ['hour', 'value'])}`
}

/**
 * Checks the rollups of one dimension in every tier, for buckets with enough events to have rollups. Rollups are compared with the facts,
 * because summing by numeric ids takes a fraction of the time of texts, and the facts are compared with the events.
 */
export const rollupsCheckSql = (schema: RollupSchema, dimension: Dimension) => {
  const measures = schema.counters.map(({ column }) => column)
  return `with ${bounds(schema)},
  dense as (
    select tier, bucket, span from ${schema.totals} join ${tierValues(rollupTiers)} using (tier)
    where workspace = (select workspace from bounds) and dense and ${isComplete}
  ),
  hours as (select tier, bucket, generate_series(${hourExpression('bucket')}, ${hourExpression('bucket + span')} - 1) as hour from dense),
  by_hour as (select hour, ${dimension.column} as value, ${counterExpressions(schema)} from ${schema.facts}
    where workspace = (select workspace from bounds) and ${inBounds('at')} group by 1, 2),
  expected as (select tier, bucket, value, ${sumsOf(measures)} from hours join by_hour using (hour) group by 1, 2, 3),
  found as (
    select dense.tier, dense.bucket, value, ${sumsOf(measures)} from dense cross join lateral (
      select value, ${measures.join(', ')} from ${schema.rollupValues} as stored where workspace = (select workspace from bounds)
        and stored.tier = dense.tier and stored.bucket = dense.bucket and dimension = ${dimension.code} offset 0
    ) as stored group by 1, 2, 3
  ),
  ${comparisonSql(measures, ['tier', 'bucket', 'value'])}`
}

/** Runs a check statement for one span. */
export async function compareSpan(sql: Sql, statement: string, workspaceId: string, from: number): Promise<CheckResult> {
  const { rows } = await sql.query<CheckResult>(statement, [workspaceId, new Date(from), new Date(from + maxSpan)])
  return rows[0] as CheckResult
}
