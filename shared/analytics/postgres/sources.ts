/** The tables in which events lie, and what they count. */
import type { Counter, Ledger } from '../../tracking/index.js'
import type { Counted, EventKind, Measure } from '../event-store.js'

/** One row for each event, partitioned by month, with the columns that `attributes` names. */
export const eventTables = { clicks: 'click_events', leads: 'lead_events', sales: 'sale_events' } as const satisfies Record<
  EventKind,
  string
>

export const measuresOf: Record<EventKind, readonly Measure[]> = { clicks: ['clicks'], leads: ['leads'], sales: ['sales', 'saleAmount'] }

/** What the events of a table add to a measure. */
export const measuredBy: Record<Measure, string> = {
  clicks: 'count(*)',
  leads: 'count(*)',
  sales: 'sum(sales)',
  saleAmount: 'sum(amount)::bigint',
}

/** Numbers of the measures, in their order, as what was counted. */
export function countsOf(measures: readonly Measure[], numbers: readonly unknown[]): Counted['counts'] {
  const counts: Counted['counts'] = {}
  for (const [place, measure] of measures.entries()) counts[measure] = Number(numbers[place])
  return counts
}

export const measuresAsked = (kinds: readonly EventKind[]): Measure[] => kinds.flatMap((kind) => measuresOf[kind])

/** The counter of the ledger that holds the measure, if it is one of its own. */
export const counterOf = ({ counters }: Ledger, measure: Measure): Counter | undefined =>
  counters.find(({ column }) => column === (measure === 'saleAmount' ? 'amount' : measure))
