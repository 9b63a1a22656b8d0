/** SQL of column segments: which hours have or need them, how they are built and read. */
import { forEachEncodedRow, forEachRow } from '../kernel/db/binary-rows.js'
import { type ColumnSegment, decodeSegment, encodeSegment } from './column-segment.js'
import type { Dimension } from './dimensions.js'
import { FactColumns, type FactPart } from './fact-columns.js'
import { clickRollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'
import { floorTo, hour, quarterHour } from './tiers.js'

export interface HourRef {
  workspace: number
  /** Start of the hour. */
  at: Date
}

/** An hour without complete segments. */
export interface UnbuiltHour extends HourRef {
  /** Whether its events are stored, which have its visitors; otherwise its facts are. */
  hasEvents: boolean
  /** Number of its clicks when it was listed. */
  clicks: number
}

const retainedFrom = (parent: string) => `coalesce((select retained_from from event_retention where parent = '${parent}'), '-infinity')`

const columns = clickRollupSchema.dimensions.map(({ column }) => column)

/** One transaction builds segments at a time. The lock is released when the transaction ends. */
export const lockSegmentBuildSql = `select pg_advisory_xact_lock(hashtext('click_column_segments'))`
export const lockSegmentBuild = (sql: Sql) => sql.query(lockSegmentBuildSql)

/**
 * Hours with at least that many clicks whose segments are missing or incomplete (a click came late, or they lack the visitors), newest
 * first, at most as many as one run can build. Hours whose facts were dropped are left out.
 */
export async function listHoursWithoutSegments(sql: Sql, clicks: number): Promise<UnbuiltHour[]> {
  const { rows } = await sql.query<UnbuiltHour>(
    `select * from (
       select total.workspace, bucket as at, bucket >= ${retainedFrom('click_events')} as "hasEvents", clicks, facts, "hasVisitors"
       from ${clickRollupSchema.totals} as total
       left join (
         select workspace, at, sum(facts) as facts, bool_and(visitor is not null) as "hasVisitors"
         from click_column_segments group by workspace, at
       ) as built on built.workspace = total.workspace and built.at = bucket
       where tier = ${hour.code} and clicks >= $1 and bucket >= ${retainedFrom(clickRollupSchema.facts)}
     ) as hours
     where clicks is distinct from facts or ("hasEvents" and not "hasVisitors") order by at desc limit 5000`,
    [clicks],
  )
  return rows
}

/** Facts of the hour. Read from the events while there are any. */
export async function readFactsOfHour(sql: Sql, { workspace, at, hasEvents, clicks }: UnbuiltHour): Promise<FactColumns> {
  const [from, hourNumber] = [at.toISOString(), at.getTime() / hour.span]
  const inHour = (column: string) => `workspace = ${workspace} and ${column} >= '${from}'
    and ${column} < '${from}'::timestamptz + interval '${hour.span} milliseconds'`
  const source = hasEvents
    ? `substring(identity_hash for 8) from click_events where ${inHour('timestamp')}`
    : `null::bytea from ${clickRollupSchema.facts} where ${inHour('at')} and hour = ${hourNumber}`
  const facts = new FactColumns(columns.length, clicks)
  await forEachEncodedRow(sql, `select ${columns.join(', ')}, ${source}`, (row) => facts.add(row))
  return facts
}

/** Afterwards the hour has no segments, and its month has a partition for new ones. */
export async function deleteSegments(sql: Sql, { workspace, at }: HourRef): Promise<void> {
  await sql.query(`select ensure_month_partition('click_column_segments', $1)`, [at])
  await sql.query('delete from click_column_segments where workspace = $1 and at = $2', [workspace, at])
}

export const insertSegments = (sql: Sql, { workspace, at, hasEvents }: UnbuiltHour, part: number, facts: FactPart) =>
  sql.query(
    `insert into click_column_segments (workspace, at, part, facts, visitor, ${columns.join(', ')})
     values ($1, $2, $3, $4, $5, ${columns.map((_, index) => `$${index + 6}`).join(', ')})`,
    [workspace, at, part, facts.length, hasEvents ? facts.visitors : null, ...facts.values.map(encodeSegment)],
  )

/** SQL that deletes the segments of the hours of clicks, which an erasure changes: they hold the visitors. `from` names them as `click`. */
export const deleteSegmentsOfClicks = (from: string) => `
  delete from click_column_segments as segment
  using (select distinct workspace, date_bin('1 hour', timestamp, 'epoch') as at from ${from}) as erased
  where segment.workspace = erased.workspace and segment.at = erased.at`

export interface SegmentedHour {
  /** Start of the hour, in milliseconds since the epoch. */
  at: number
  facts: number
}

/** Hours between the instants whose segments hold all of their facts. Segments that miss a late click are incomplete until they are rebuilt. */
export const listSegmentedHours = (sql: Sql, workspace: number, from: number, to: number) =>
  completeHours(sql, workspace, { from, to }, 'true')

/** Those of these hours whose segments also hold the visitors. */
export const listHoursWithVisitors = (sql: Sql, workspace: number, from: number, to: number) =>
  completeHours(sql, workspace, { from, to }, 'visitor is not null')

async function completeHours(
  sql: Sql,
  workspace: number,
  { from, to }: { from: number; to: number },
  condition: string,
): Promise<SegmentedHour[]> {
  const { rows } = await sql.query<SegmentedHour>(
    `select (extract(epoch from at) * 1000)::bigint as at, facts from (
       select at, sum(facts) as facts from click_column_segments where workspace = $1 and at >= $2 and at < $3 and ${condition} group by at
     ) as built join ${clickRollupSchema.totals} as total on total.workspace = $1 and tier = ${hour.code} and bucket = at and clicks = facts order by at`,
    [workspace, new Date(from), new Date(to)],
  )
  return rows
}

/** The hours with facts between the instants, in hours since 1970: facts are counted in a quarter hour when they are stored. */
export async function listHoursWithFacts(sql: Sql, workspace: number, from: number, to: number): Promise<number[]> {
  const { rows } = await sql.query<{ hour: number }>(
    `select distinct floor(extract(epoch from bucket) / 3600)::integer as hour from ${clickRollupSchema.totals}
     where workspace = $1 and tier = ${quarterHour.code} and bucket >= $2 and bucket < $3`,
    [workspace, new Date(floorTo(from, hour.span)), new Date(to)],
  )
  return rows.map((row) => row.hour)
}

/** Facts of an hour, or of a part of it. */
export interface FactSegments extends SegmentedHour {
  /** One per requested dimension. */
  segments: ColumnSegment[]
}

/** Calls `onPart` with the facts of the hours as they arrive, in parts of hours, in no particular order. */
export function readSegments(
  sql: Sql,
  workspace: number,
  hours: readonly SegmentedHour[],
  dimensions: readonly Dimension[],
  onPart: (part: FactSegments) => void,
): Promise<void> {
  const read = dimensions.map(({ column }) => column)
  return forEachRow(sql, segmentsQuery(workspace, hours, read), ([at, facts, ...encoded]) =>
    onPart({ at: Number((at as Buffer).readBigInt64BE()), facts: (facts as Buffer).readInt32BE(), segments: encoded.map(decodeSegment) }),
  )
}

/** Facts and their visitors, eight bytes each. The buffer is only valid during the call. */
export interface FactVisitors extends FactSegments {
  visitors: Buffer
}

/** Like `readSegments`, with the visitors. */
export function readVisitors(
  sql: Sql,
  workspace: number,
  hours: readonly SegmentedHour[],
  dimensions: readonly Dimension[],
  onPart: (part: FactVisitors) => void,
): Promise<void> {
  const read = ['visitor', ...dimensions.map(({ column }) => column)]
  return forEachRow(sql, segmentsQuery(workspace, hours, read), ([at, facts, visitors, ...encoded]) =>
    onPart({
      at: Number((at as Buffer).readBigInt64BE()),
      facts: (facts as Buffer).readInt32BE(),
      visitors: visitors as Buffer,
      segments: encoded.map(decodeSegment),
    }),
  )
}

function segmentsQuery(workspace: number, hours: readonly SegmentedHour[], read: readonly string[]): string {
  const starts = hours.map(({ at }) => new Date(at).toISOString())
  return `select (extract(epoch from at) * 1000)::bigint, ${['facts', ...read].join(', ')}
    from click_column_segments where workspace = ${workspace} and at = any('{${starts.join()}}'::timestamptz[])`
}
