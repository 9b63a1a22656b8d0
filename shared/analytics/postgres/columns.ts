/** Whole hours of many facts, counted column by column: for questions that no rollup answers. */
import { hours } from '../../kernel/time.js'
import {
  ceilTo,
  clickLedger,
  type Column,
  type ColumnHour,
  floorTo,
  hoursWithColumns,
  type Kind,
  readColumns,
} from '../../tracking/index.js'
import { longestWait } from '../limits.js'
import { shareInRollups } from './columns.queries.js'
import type { Span } from './cover.js'
import { fairTurns } from './fair-turns.js'
import type { NumberFilter } from './folded.queries.js'
import type { Plan } from './plan.js'
import type { Sql } from './snapshot.queries.js'
import { type ColumnFilter, Tally, type Tallied } from './tally.js'

export interface ColumnQuestion {
  /** The number of the workspace. */
  workspace: number
  filters: readonly NumberFilter[]
  /** Whose values are counted apart; null where none are. */
  by: Kind | null
  /** Where the spans of a time series begin. */
  starts: readonly number[] | null
}

/** Fewer are counted as soon where they lie. */
export const manyFacts = 100_000

const hour = hours(1)

/** Two questions at a time have the processor, and a connection that sends as fast as it can. */
const inTurn = fairTurns({ most: 2, mostOfOne: 2, patience: longestWait })

/** The plan with counts instead of the facts of hours that have columns. */
export async function withColumns(sql: Sql, plan: Plan, question: ColumnQuestion, least: number): Promise<Plan> {
  const { workspace, filters, starts } = question
  const [gap] = plan.gaps
  if (
    plan.ledger !== clickLedger ||
    plan.from !== 'facts' ||
    !gap ||
    filters.some(({ numbers, negated }) => !negated && numbers.length === 0)
  )
    return plan
  const whole = { from: ceilTo(gap.from, hour), to: floorTo(gap.to, hour) }
  if (whole.from >= whole.to) return plan
  const links = filters.find(({ kind, negated }) => kind.column === 'link' && !negated)
  const share = links && links.numbers.length <= fewLinks ? await shareInRollups(sql, workspace, links, whole) : null
  if (share !== null && share < rareShare) return plan
  const usable = undivided(await hoursWithColumns(sql, workspace, whole.from, whole.to), starts)
  if (factsOf(usable) < least) return plan
  if (links && share === null && (await shareInColumns(sql, workspace, links, usable)) < rareShare) return plan
  return { ...plan, columns: { ...(await inTurn(String(workspace), () => tally(sql, question, usable))), left: others(gap, usable) } }
}

/** Hours that belong to one span of the time series as a whole. */
function undivided(list: readonly ColumnHour[], starts: readonly number[] | null): ColumnHour[] {
  const divided = new Set((starts ?? []).filter((start) => start % hour !== 0).map((start) => floorTo(start, hour)))
  return list.filter(({ at }) => !divided.has(at))
}

/**
 * Facts of links are found by an index: a small share of them is sooner counted that way. How large it is, days tell of a few links, and
 * columns of some hours of many.
 */
const rareShare = 0.08
const fewLinks = 20
const sampled = 8

async function shareInColumns(sql: Sql, workspace: number, links: NumberFilter, list: readonly ColumnHour[]): Promise<number> {
  const sample = list.filter((_, place) => place % Math.ceil(list.length / sampled) === 0)
  const { counts } = await tally(sql, { workspace, filters: [links], by: null, starts: null }, sample)
  return (counts[0] ?? 0) / factsOf(sample)
}

const factsOf = (list: readonly ColumnHour[]) => list.reduce((sum, { facts }) => sum + facts, 0)

async function tally(sql: Sql, { workspace, filters, by, starts }: ColumnQuestion, list: readonly ColumnHour[]): Promise<Tallied> {
  const counts = new Tally()
  const kinds = [...new Set([...filters.map(({ kind }) => kind), ...(by ? [by] : [])])]
  const passing = filters.map(({ numbers, negated }) => ({ numbers: new Set(numbers), negated }))
  await readColumns(sql, workspace, list, kinds, ({ at, facts, columns }) => {
    const columnOf = (kind: Kind) => columns[kinds.indexOf(kind)] as Column
    const filtered = filters.map(({ kind }, place) => ({ column: columnOf(kind), filter: passing[place] as ColumnFilter }))
    counts.add(starts ? starts.findLastIndex((start) => start <= at) : 0, facts, filtered, by && columnOf(by))
  })
  return counts.rows()
}

function others({ from, to }: Span, counted: readonly ColumnHour[]): number[] {
  const known = new Set(counted.map(({ at }) => at))
  const left: number[] = []
  for (let at = floorTo(from, hour); at < to; at += hour) if (!known.has(at)) left.push(at / hour)
  return left
}
