/** SQL of column segments: which hours have or need them, how they are built and read. */
import { forEachRow } from '../kernel/db/binary-rows.js'
import { type ColumnSegment, decodeSegment, encodeSegment } from './column-segment.js'
import type { Dimension } from './dimensions.js'
import { clickRollupSchema } from './rollup-schemas.js'
import { queryArrays, type Sql } from './sql.js'
import { hour } from './tiers.js'

export interface HourRef {
  workspace: number
  /** Start of the hour. */
  at: Date
}

const columns = clickRollupSchema.dimensions.map(({ column }) => column)

/** One transaction builds segments at a time. The lock is released when the transaction ends. */
export const lockSegmentBuildSql = `select pg_advisory_xact_lock(hashtext('click_column_segments'))`
export const lockSegmentBuild = (sql: Sql) => sql.query(lockSegmentBuildSql)

/**
 * Hours with at least that many clicks whose segments are missing or incomplete (a click came late), newest first, at most as many as one
 * run can build. Hours whose facts were dropped are left out.
 */
export async function listHoursWithoutSegments(sql: Sql, clicks: number): Promise<HourRef[]> {
  const { rows } = await sql.query<HourRef>(
    `select total.workspace, bucket as at from ${clickRollupSchema.totals} as total
     left join (
       select workspace, at, sum(facts) as facts from click_column_segments group by workspace, at
     ) as built on built.workspace = total.workspace and built.at = bucket
     where tier = ${hour.code} and clicks >= $1 and clicks is distinct from facts
       and bucket >= coalesce((select retained_from from event_retention where parent = '${clickRollupSchema.facts}'), '-infinity')
     order by bucket desc limit 5000`,
    [clicks],
  )
  return rows
}

/** Values of the hour's facts, one per dimension in the order of the schema, in chunks of at most `factsPerSegment` facts. */
export async function* readFactsOfHour(sql: Sql, { workspace, at }: HourRef, factsPerSegment: number): AsyncGenerator<number[][]> {
  const [from, hourNumber] = [at.toISOString(), at.getTime() / hour.span]
  // A cursor takes no parameters.
  await sql.query(`
    declare facts no scroll cursor for select ${columns.join(', ')} from ${clickRollupSchema.facts}
    where workspace = ${workspace} and hour = ${hourNumber} and at >= '${from}'
    and at < '${from}'::timestamptz + interval '${hour.span} milliseconds'`)
  for (;;) {
    const rows = await queryArrays<number[]>(sql, `fetch ${factsPerSegment} from facts`)
    if (rows.length > 0) yield rows
    if (rows.length < factsPerSegment) break
  }
  await sql.query('close facts')
}

/** Afterwards the hour has no segments, and its month has a partition for new ones. */
export async function deleteSegments(sql: Sql, { workspace, at }: HourRef): Promise<void> {
  await sql.query(`select ensure_month_partition('click_column_segments', $1)`, [at])
  await sql.query('delete from click_column_segments where workspace = $1 and at = $2', [workspace, at])
}

export const insertSegments = (sql: Sql, { workspace, at }: HourRef, part: number, facts: readonly number[][]) =>
  sql.query(
    `insert into click_column_segments (workspace, at, part, facts, ${columns.join(', ')})
     values ($1, $2, $3, $4, ${columns.map((_, index) => `$${index + 5}`).join(', ')})`,
    [workspace, at, part, facts.length, ...columns.map((_, index) => encodeSegment(facts.map((fact) => fact[index] as number)))],
  )

export interface SegmentedHour {
  /** Start of the hour, in milliseconds since the epoch. */
  at: number
  facts: number
}

/** Hours between the instants whose segments hold all of their facts. Segments that miss a late click are incomplete until they are rebuilt. */
export async function listSegmentedHours(sql: Sql, workspace: number, from: number, to: number): Promise<SegmentedHour[]> {
  const { rows } = await sql.query<SegmentedHour>(
    `select (extract(epoch from at) * 1000)::bigint as at, facts from (
       select at, sum(facts) as facts from click_column_segments where workspace = $1 and at >= $2 and at < $3 group by at
     ) as built join ${clickRollupSchema.totals} as total on total.workspace = $1 and tier = ${hour.code} and bucket = at and clicks = facts order by at`,
    [workspace, new Date(from), new Date(to)],
  )
  return rows
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
  const starts = hours.map(({ at }) => new Date(at).toISOString())
  const query = `select (extract(epoch from at) * 1000)::bigint, ${['facts', ...dimensions.map(({ column }) => column)].join(', ')}
    from click_column_segments where workspace = ${workspace} and at = any('{${starts.join()}}'::timestamptz[])`
  return forEachRow(sql, query, ([at, facts, ...encoded]) =>
    onPart({ at: Number((at as Buffer).readBigInt64BE()), facts: (facts as Buffer).readInt32BE(), segments: encoded.map(decodeSegment) }),
  )
}
