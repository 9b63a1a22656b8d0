/** SQL of columns: which hours have them or ought to, how they come by them, and what they hold. */
import { eachRow } from '../../kernel/binary-rows.js'
import { type Column, openColumn, packColumn } from './column-format.js'
import type { Kind } from './kinds.js'
import { clickLedger } from './ledgers.js'
import { arrays, type Sql } from './sql.js'
import { hour } from './tiers.js'

export interface BusyHour {
  workspace: number
  /** When it begins. */
  at: Date
}

const names = clickLedger.kinds.map(({ column }) => column)

/** Columns take turns to be made; a turn ends with its transaction. */
export const turnWithColumns = `select pg_advisory_xact_lock(hashtext('click_columns'))`
export const takeTurnWithColumns = (sql: Sql) => sql.query(turnWithColumns)

/**
 * Hours with at least so many clicks whose columns are missing or do not hold all of them, because a click came late; the newest first, and
 * no more than are made in one run. Those whose facts were dropped are none of them.
 */
export async function hoursWithoutColumns(sql: Sql, clicks: number): Promise<BusyHour[]> {
  const { rows } = await sql.query<BusyHour>(
    `select total.workspace, bucket as at from ${clickLedger.totals} as total
     left join (select workspace, at, sum(facts) as facts from click_columns group by workspace, at) as made on made.workspace = total.workspace and made.at = bucket
     where tier = ${hour.code} and clicks >= $1 and clicks is distinct from facts
       and bucket >= coalesce((select kept_from from kept_events where parent = '${clickLedger.facts}'), '-infinity')
     order by bucket desc limit 5000`,
    [clicks],
  )
  return rows
}

/** The values of the hour's facts, kinds in the order of the ledger, in parts. */
export async function* factsOfHour(sql: Sql, { workspace, at }: BusyHour, inPart: number): AsyncGenerator<number[][]> {
  const [first, number] = [at.toISOString(), at.getTime() / hour.span]
  // A cursor takes no parameters.
  await sql.query(`
    declare facts no scroll cursor for select ${names.join(', ')} from ${clickLedger.facts}
    where workspace = ${workspace} and hour = ${number} and at >= '${first}' and at < '${first}'::timestamptz + interval '${hour.span} milliseconds'`)
  for (;;) {
    const rows = await arrays<number[]>(sql, `fetch ${inPart} from facts`)
    if (rows.length > 0) yield rows
    if (rows.length < inPart) break
  }
  await sql.query('close facts')
}

export async function dropColumns(sql: Sql, { workspace, at }: BusyHour): Promise<void> {
  await sql.query(`select ensure_month_partition('click_columns', $1)`, [at])
  await sql.query('delete from click_columns where workspace = $1 and at = $2', [workspace, at])
}

export const storeColumns = (sql: Sql, { workspace, at }: BusyHour, part: number, facts: readonly number[][]) =>
  sql.query(
    `insert into click_columns (workspace, at, part, facts, ${names.join(', ')}) values (${[1, 2, 3, 4, ...names.map((_, place) => place + 5)].map((one) => `$${one}`).join(', ')})`,
    [workspace, at, part, facts.length, ...names.map((_, place) => packColumn(facts.map((fact) => fact[place] as number)))],
  )

export interface ColumnHour {
  /** When it begins. */
  at: number
  facts: number
}

/** Hours between the instants whose columns hold all of their facts: those with which a click came late do not, until they are made anew. */
export async function hoursWithColumns(sql: Sql, workspace: number, from: number, to: number): Promise<ColumnHour[]> {
  const { rows } = await sql.query<ColumnHour>(
    `select (extract(epoch from at) * 1000)::bigint as at, facts from (
       select at, sum(facts) as facts from click_columns where workspace = $1 and at >= $2 and at < $3 group by at
     ) as made join ${clickLedger.totals} as total on total.workspace = $1 and tier = ${hour.code} and bucket = at and clicks = facts order by at`,
    [workspace, new Date(from), new Date(to)],
  )
  return rows
}

/** Facts of an hour, or of a part of it. */
export interface FactsInColumns extends ColumnHour {
  /** One for each kind asked for. */
  columns: Column[]
}

/** Calls `take` with the facts of the hours as they arrive, in parts of hours, in whatever order. */
export function readColumns(
  sql: Sql,
  workspace: number,
  list: readonly ColumnHour[],
  kinds: readonly Kind[],
  take: (part: FactsInColumns) => void,
): Promise<void> {
  const wanted = list.map(({ at }) => new Date(at).toISOString())
  const query = `select (extract(epoch from at) * 1000)::bigint, ${['facts', ...kinds.map(({ column }) => column)].join(', ')} from click_columns where workspace = ${workspace} and at = any('{${wanted.join()}}'::timestamptz[])`
  return eachRow(sql, query, ([at, facts, ...packed]) =>
    take({ at: Number((at as Buffer).readBigInt64BE()), facts: (facts as Buffer).readInt32BE(), columns: packed.map(openColumn) }),
  )
}
