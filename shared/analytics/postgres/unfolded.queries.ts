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

/** What the rows of a statement are told apart by: name -> expression. */
export type Columns = Readonly<Record<string, string>>

/** Statements whose rows hold the columns and the measures. */
export function unfoldedParts({ plan, measures, selection }: Unfolded, columns: () => Columns, values: Values): string[] {
  return plan.kinds.flatMap((kind) => {
    const { tail, noted } = plan
    const grouped = (from: (table: string) => string, further: () => string[]) =>
      groupedEvents({ kind, measures, selection, from, further }, columns(), values)
    return [
      ...(tail
        ? [
            grouped(
              (table) => table,
              () => [`timestamp >= ${values.add(instant(tail.from))}`, `timestamp < ${values.add(instant(tail.to))}`],
            ),
          ]
        : []),
      ...(noted
        ? [
            grouped(
              (table) => `${notesOf(selection, noted, values)} join ${table} on id = noted_id and timestamp = noted_at`,
              () => [],
            ),
          ]
        : []),
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

function groupedEvents({ kind, measures, selection, from, further }: Grouped, columns: Columns, values: Values): string {
  const conditions = [...eventConditions(kind, selection, values), ...further()].join(' and ')
  const [names, listed] = [Object.keys(columns), Object.entries(columns).map(([name, expression]) => `${expression} as ${name}`)]
  if (selection.unique) {
    return `
  select ${names.join(', ')}, count(*) as "clicks" from (select distinct ${listed.join(', ')}, ${visitor} from ${from(eventTables[kind])} where ${conditions}) as visits group by ${names.join(', ')}`
  }
  const measured = measures.map((one) => `${measuresOf[kind].includes(one) ? measuredBy[one] : '0'} as "${one}"`)
  return `
  select ${[...listed, ...measured].join(', ')} from ${from(eventTables[kind])}
  where ${conditions} group by ${names.map((_, place) => place + 1).join(', ')}`
}

/** A number for each identity: of ten million, two share theirs in one of some hundred thousand questions. */
const visitor = 'hashtextextended(identity_hash, 0) as visitor'

/** Visitors of each link: a row of `link_id` and `visitor` for each pair that there is. */
export function visitorsOfLinks(selection: Selection, values: Values): string {
  const conditions = [
    ...eventConditions('clicks', selection, values),
    `timestamp >= ${values.add(instant(selection.from))}`,
    `timestamp < ${values.add(instant(selection.to))}`,
  ]
  return `select distinct link_id, ${visitor} from ${eventTables.clicks} where ${conditions.join(' and ')}`
}
