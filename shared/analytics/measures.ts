/** The event tables and how their rows are measured. */
import type { Counter, RollupSchema } from '../rollups/index.js'
import type { EventKind, GroupCounts, Measure } from './event-store.js'

/** One row for each event, with the columns named in `attributeColumns`. */
export const eventTables = { clicks: 'clicks', leads: 'lead_events', sales: 'sale_events' } as const satisfies Record<EventKind, string>

export const measuresByKind: Record<EventKind, readonly Measure[]> = {
  clicks: ['clicks'],
  leads: ['leads'],
  sales: ['sales', 'saleAmount'],
}

/** Aggregates over an event table. */
export const measureExpressions: Record<Measure, string> = {
  clicks: 'count(*)',
  leads: 'count(*)',
  sales: 'sum(sales)',
  saleAmount: 'sum(amount)::bigint',
}

/** Counts from the numbers of a row, which are in the order of the measures. */
export function countsOf(measures: readonly Measure[], numbers: readonly unknown[]): GroupCounts['counts'] {
  const counts: GroupCounts['counts'] = {}
  for (const [index, measure] of measures.entries()) counts[measure] = Number(numbers[index])
  return counts
}

export const measuresOf = (kinds: readonly EventKind[]): Measure[] => kinds.flatMap((kind) => measuresByKind[kind])

/** The counter of the rollup schema that holds the measure, if it has one. */
export const counterOf = ({ counters }: RollupSchema, measure: Measure): Counter | undefined =>
  counters.find(({ column }) => column === (measure === 'saleAmount' ? 'amount' : measure))
