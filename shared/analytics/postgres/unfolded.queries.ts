/** What only the events themselves say: time that is not folded, and events that were written or changed since. */
import type { EventKind, Measure, Selection } from '../event-store.js'
import { eventConditions } from './conditions.queries.js'
import { notesOf } from './folded.queries.js'
import type { Plan } from './plan.js'
import { eventTables, measuredBy, measuresOf } from './sources.js'
import { instant, type Values } from './statement.js'

export interface Unfolded {
  plan: Plan
  measures: readonly Measure[]
  selection: Selection
}

/** Statements whose rows hold the columns and the measures. */
export function unfoldedParts({ plan, measures, selection }: Unfolded, columns: () => string[], values: Values): string[] {
  return plan.kinds.flatMap((kind) => {
    const { tail, noted } = plan
    const grouped = (from: (table: string) => string, further: () => string[]) => groupedEvents({ kind, measures, selection, from, further }, columns(), values)
    return [
      ...(tail ? [grouped((table) => table, () => [`timestamp >= ${values.add(instant(tail.from))}`, `timestamp < ${values.add(instant(tail.to))}`])] : []),
      ...(noted ? [grouped((table) => `${notesOf(selection, noted, values)} join ${table} on id = noted_id and timestamp = noted_at`, () => [])] : []),
    ]
  })
}

interface Grouped {
  kind: EventKind
  measures: readonly Measure[]
  selection: Selection
  from(table: string): string
  further(): string[]
}

function groupedEvents({ kind, measures, selection, from, further }: Grouped, columns: readonly string[], values: Values): string {
  const measured = measures.map((one) => `${measuresOf[kind].includes(one) ? measuredBy[one] : '0'} as "${one}"`)
  const conditions = [...eventConditions(kind, selection, values), ...further()]
  return `
  select ${[...columns, ...measured].join(', ')} from ${from(eventTables[kind])}
  where ${conditions.join(' and ')} group by ${columns.map((_, place) => place + 1).join(', ')}`
}
