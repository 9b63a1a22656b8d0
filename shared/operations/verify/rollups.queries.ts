import { hours } from '../../kernel/time.js'
/**
 * Facts, totals and rollups beside the events that they were made of, a workspace and a longest span of time at a time. What an operator
 * dropped is compared no more.
 */
import { attributes, type Kind, type Ledger, ofFacts, quarter, tableOfTiers, tiers, tiersOfRollups } from '../../tracking/index.js'
import { type Part, type Sql, summary } from './check.js'

const hour = hours(1)
const longest = tiers.at(-1)?.span ?? hour

/** Spans that hold events of the workspace or rows made of them: where they begin, in milliseconds. */
export async function spansOf(sql: Sql, { events, totals, settled }: Ledger, workspaceId: string): Promise<number[]> {
  const span = `interval '${longest} milliseconds'`
  const { rows } = await sql.query<{ at: Date }>(
    `with known as (
       select min(timestamp) as first, (select at from ${settled}) as last from ${events} where workspace_id = $1
       union all select min(bucket), max(bucket) from ${totals} join rollup_workspaces on no = workspace where workspace_id = $1
     )
     select at from (select min(first) as first, max(last) as last from known) as whole, generate_series(date_bin(${span}, first, 'epoch'), last, ${span}) as at`,
    [workspaceId],
  )
  return rows.map(({ at }) => at.getTime())
}

/** Bounds of the span, after what was dropped and before what is not folded yet. */
const bounds = ({ parents, settled }: Ledger) => `
  bounds as (
    select greatest($2::timestamptz, coalesce((select max(kept_from) from kept_events where parent in (${parents.map((one) => `'${one}'`).join(', ')})), $2::timestamptz)) as "from",
      least($3::timestamptz, (select at from ${settled})) as "to", (select no from rollup_workspaces where workspace_id = $1) as workspace
  )`

const inBounds = (column: string) => `${column} >= (select "from" from bounds) and ${column} < (select "to" from bounds)`

const hourOf = (instant: string) => `floor(extract(epoch from ${instant}) / 3600)::integer`

const sumsOf = (measures: readonly string[]) => measures.map((one) => `sum(${one})::bigint as ${one}`).join(', ')
const objectOf = (row: string, measures: readonly string[]) =>
  `case when ${row}.${measures[0]} is not null then jsonb_build_object(${measures.map((one) => `'${one}', ${row}.${one}`).join(', ')}) end as ${row}`

/** What an event left behind that moved elsewhere comes to nothing, as if it had never been there. */
const orNothing = (row: string, measures: readonly string[]) => measures.map((one) => `coalesce(${row}.${one}, 0)`).join(', ')

/** `expected` beside `found`, row by row; what was looked at may be more than what is expected of it. */
export const compare = (measures: readonly string[], keys: readonly string[], looked = 'expected') => `
  wrong as (
    select jsonb_build_object(${keys.map((one) => `'${one}', ${one}`).join(', ')}) as key, ${objectOf('expected', measures)}, ${objectOf('found', measures)}
    from expected full join found using (${keys.join(', ')})
    where (${orNothing('expected', measures)}) <> (${orNothing('found', measures)})
  )
  select (select count(*) from ${looked}) as compared, ${summary}`

/** A fact adds to the counters what its event does. */
const counted = ({ counters }: Ledger) => counters.map((one) => `${ofFacts(one)} as ${one.column}`).join(', ')

/** Buckets that are over; quarters of an hour exist as soon as they have begun. */
const isOver = `${inBounds('bucket')} and (tier = ${quarter.code} or bucket + span <= (select "to" from bounds))`

/** Totals of every tier. */
export const wrongTotals = (ledger: Ledger) => {
  const measures = ledger.counters.map(({ column }) => column)
  return `with ${bounds(ledger)},
  quarters as (
    select date_bin(interval '${quarter.span} milliseconds', timestamp, 'epoch') as at, ${counted(ledger)}
    from ${ledger.events} where workspace_id = $1 and ${inBounds('timestamp')} group by 1
  ),
  spread as (select tier, span, date_bin(span, at, 'epoch') as bucket, ${measures.join(', ')} from quarters cross join ${tableOfTiers(tiers)}),
  expected as (select tier, bucket, ${sumsOf(measures)} from spread where ${isOver} group by 1, 2),
  found as (select tier, bucket, ${measures.join(', ')} from ${ledger.totals} join ${tableOfTiers(tiers)} using (tier) where workspace = (select workspace from bounds) and ${isOver}),
  ${compare(measures, ['tier', 'bucket'])}`
}

const valuesOf = ({ parts }: Kind) => `array[${parts.map((part) => attributes[part]).join(', ')}]::text[]`

/** Facts of one kind, by the hour: every event is there, with its values. */
export const wrongFacts = (ledger: Ledger, kind: Kind) => {
  const measures = ledger.counters.map(({ column }) => column)
  return `with ${bounds(ledger)},
  expected as (
    select ${hourOf('timestamp')} as hour, ${valuesOf(kind)} as value, ${counted(ledger)}
    from ${ledger.events} where workspace_id = $1 and ${inBounds('timestamp')} group by 1, 2
  ),
  found as (
    select hour, parts as value, ${measures.join(', ')} from (
      select hour, ${kind.column} as number, ${counted(ledger)} from ${ledger.facts} where workspace = (select workspace from bounds) and ${inBounds('at')} group by 1, 2
    ) as counted left join rollup_values on id = number
  ),
  ${compare(measures, ['hour', 'value'])}`
}

/**
 * Rollups of one kind in every tier that has them, where there were enough events to have any. Beside the facts, which are compared with
 * the events themselves: numbers are added up in a fraction of the time that texts take.
 */
export const wrongRollups = (ledger: Ledger, kind: Kind) => {
  const measures = ledger.counters.map(({ column }) => column)
  return `with ${bounds(ledger)},
  dense as (
    select tier, bucket, span from ${ledger.totals} join ${tableOfTiers(tiersOfRollups)} using (tier)
    where workspace = (select workspace from bounds) and dense and ${isOver}
  ),
  hours as (select tier, bucket, generate_series(${hourOf('bucket')}, ${hourOf('bucket + span')} - 1) as hour from dense),
  by_hour as (select hour, ${kind.column} as value, ${counted(ledger)} from ${ledger.facts} where workspace = (select workspace from bounds) and ${inBounds('at')} group by 1, 2),
  expected as (select tier, bucket, value, ${sumsOf(measures)} from hours join by_hour using (hour) group by 1, 2, 3),
  found as (
    select tier, bucket, value, ${measures.join(', ')} from ${ledger.rollups} join dense using (tier, bucket)
    where workspace = (select workspace from bounds) and kind = ${kind.code} and ${inBounds('bucket')}
  ),
  ${compare(measures, ['tier', 'bucket', 'value'])}`
}

/** Runs one of the statements above on a span that begins at the instant. */
export async function compareSpan(sql: Sql, statement: string, workspaceId: string, from: number): Promise<Part> {
  const { rows } = await sql.query<Part>(statement, [workspaceId, new Date(from), new Date(from + longest)])
  return rows[0] as Part
}
