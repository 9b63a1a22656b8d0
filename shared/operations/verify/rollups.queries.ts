/**
 * Facts, totals and rollups beside the events that they were made of, a workspace and a longest span of time at a time. What an
 * operator dropped is compared no more.
 */
import { attributes, type Kind, type Ledger, ofFacts, tiers, tiersOfRollups } from '../../tracking/index.js'
import { hours } from '../../kernel/time.js'
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

/** Buckets of the hours or quarters that are over; those of the shortest tier exist as soon as they have begun. */
const bucketsOf = (from: string, at: string, list: readonly { code: number; span: number }[], shortest: number) => `
  ${from} cross join (values ${list.map(({ code, span }) => `(${code}::smallint, interval '${span} milliseconds')`).join(', ')}) as each(tier, span)
  where date_bin(span, ${at}, 'epoch') >= (select "from" from bounds) and (tier = ${shortest} or date_bin(span, ${at}, 'epoch') + span <= (select "to" from bounds))`

const sumsOf = (measures: readonly string[]) => measures.map((one) => `sum(${one})::bigint as ${one}`).join(', ')
const objectOf = (row: string, measures: readonly string[]) => `case when ${row}.${measures[0]} is not null then jsonb_build_object(${measures.map((one) => `'${one}', ${row}.${one}`).join(', ')}) end as ${row}`

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

/** Totals of every tier. */
export const wrongTotals = (ledger: Ledger) => {
  const measures = ledger.counters.map(({ column }) => column)
  const [quarter] = tiers
  return `with ${bounds(ledger)},
  quarters as (
    select date_bin(interval '${quarter?.span} milliseconds', timestamp, 'epoch') as at, ${counted(ledger)}
    from ${ledger.events} where workspace_id = $1 and ${inBounds('timestamp')} group by 1
  ),
  expected as (select tier, date_bin(span, at, 'epoch') as bucket, ${sumsOf(measures)} from ${bucketsOf('quarters', 'at', tiers, quarter?.code ?? 0)} group by 1, 2),
  found as (select tier, bucket, ${measures.join(', ')} from ${ledger.totals} where workspace = (select workspace from bounds) and ${inBounds('bucket')}),
  ${compare(measures, ['tier', 'bucket'])}`
}

const valuesOf = ({ parts }: Kind) => `array[${parts.map((part) => attributes[part]).join(', ')}]::text[]`

const byHour = (ledger: Ledger, kind: Kind) => `
  by_hour as materialized (
    select floor(extract(epoch from timestamp) / 3600)::integer as hour, ${valuesOf(kind)} as value, ${counted(ledger)}
    from ${ledger.events} where workspace_id = $1 and ${inBounds('timestamp')} group by 1, 2
  )`

/** Facts of one kind, by the hour: every event is there, with its values. */
export const wrongFacts = (ledger: Ledger, kind: Kind) => {
  const measures = ledger.counters.map(({ column }) => column)
  return `with ${bounds(ledger)}, ${byHour(ledger, kind)},
  expected as (select * from by_hour),
  found as (
    select hour, parts as value, ${measures.join(', ')} from (
      select hour, ${kind.column} as number, ${counted(ledger)} from ${ledger.facts} where workspace = (select workspace from bounds) and ${inBounds('at')} group by 1, 2
    ) as counted left join rollup_values on id = number
  ),
  ${compare(measures, ['hour', 'value'])}`
}

/** Rollups of one kind in every tier that has them, where there were enough events to have any. */
export const wrongRollups = (ledger: Ledger, kind: Kind) => {
  const measures = ledger.counters.map(({ column }) => column)
  return `with ${bounds(ledger)}, ${byHour(ledger, kind)},
  dense as (select tier, bucket from ${ledger.totals} where workspace = (select workspace from bounds) and dense and ${inBounds('bucket')}),
  expected as (
    select tier, bucket, value, ${sumsOf(measures)} from (
      select tier, date_bin(span, to_timestamp(hour * 3600.0), 'epoch') as bucket, value, ${measures.join(', ')} from ${bucketsOf('by_hour', 'to_timestamp(hour * 3600.0)', tiersOfRollups, -1)}
    ) as spread join dense using (tier, bucket) group by 1, 2, 3
  ),
  found as (
    select tier, bucket, parts as value, ${measures.map((one) => `${ledger.rollups}.${one}`).join(', ')} from ${ledger.rollups} left join rollup_values on id = ${ledger.rollups}.value
    where ${ledger.rollups}.workspace = (select workspace from bounds) and ${ledger.rollups}.kind = ${kind.code} and ${inBounds('bucket')}
  ),
  ${compare(measures, ['tier', 'bucket', 'value'])}`
}

/** Runs one of the statements above on a span that begins at the instant. */
export async function compareSpan(sql: Sql, statement: string, workspaceId: string, from: number): Promise<Part> {
  const { rows } = await sql.query<Part>(statement, [workspaceId, new Date(from), new Date(from + longest)])
  return rows[0] as Part
}
