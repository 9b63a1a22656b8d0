/** SQL of counts from the event tables: the span that is not rolled up yet, and pending events. */
import type { EventKind, Measure, Selection } from '../event-store.js'
import { eventConditions } from './conditions.queries.js'
import { eventTables, measureExpressions, measuresByKind } from './measures.js'
import type { QueryPlan } from './query-plan.js'
import { pendingEvents } from './rolled-up-counts.queries.js'
import { instant, type SqlValues } from './sql-values.js'

export interface RawEventsQuery {
  plan: QueryPlan
  measures: readonly Measure[]
  selection: Selection
}

/** The columns of the groups: name -> expression. */
export type GroupColumns = Readonly<Record<string, string>>

/** Selects whose rows hold the group columns and the measures. */
export function rawEventSelects({ plan, measures, selection }: RawEventsQuery, columns: () => GroupColumns, values: SqlValues): string[] {
  return plan.kinds.flatMap((kind) => {
    const { rawSpan, pendingSpan } = plan
    const select = (from: (table: string) => string, extraConditions: () => string[]) =>
      groupedSelect({ kind, measures, selection, from, extraConditions }, columns(), values)
    return [
      ...(rawSpan
        ? [
            select(
              (table) => table,
              () => [`timestamp >= ${values.add(instant(rawSpan.from))}`, `timestamp < ${values.add(instant(rawSpan.to))}`],
            ),
          ]
        : []),
      ...(pendingSpan
        ? [
            select(
              (table) => `${pendingEvents(selection, pendingSpan, values)} join ${table} on id = pending_id and timestamp = pending_at`,
              () => [],
            ),
          ]
        : []),
    ]
  })
}

interface GroupedSelect {
  kind: EventKind
  measures: readonly Measure[]
  selection: Selection
  from(table: string): string
  extraConditions(): string[]
}

function groupedSelect(
  { kind, measures, selection, from, extraConditions }: GroupedSelect,
  columns: GroupColumns,
  values: SqlValues,
): string {
  const conditions = [...eventConditions(kind, selection, values), ...extraConditions()].join(' and ')
  const names = Object.keys(columns)
  const aliased = Object.entries(columns).map(([name, expression]) => `${expression} as ${name}`)
  if (selection.unique) {
    const visits = `select distinct ${aliased.join(', ')}, ${visitor} from ${from(eventTables[kind])} where ${conditions}`
    return `
  select ${names.join(', ')}, count(*) as "clicks" from (${visits}) as visits group by ${names.join(', ')}`
  }
  const measured = measures.map(
    (measure) => `${measuresByKind[kind].includes(measure) ? measureExpressions[measure] : '0'} as "${measure}"`,
  )
  return `
  select ${[...aliased, ...measured].join(', ')} from ${from(eventTables[kind])}
  where ${conditions} group by ${names.map((_, index) => index + 1).join(', ')}`
}

/** A 64-bit hash of the visitor identity. With ten million visitors, the chance of any collision is about 1 in 370,000. */
const visitor = 'hashtextextended(identity_hash, 0) as visitor'

/** Visitors of each link: one row of `link_id` and `visitor` for each pair. */
export function visitorsOfLinks(selection: Selection, values: SqlValues): string {
  const conditions = [
    ...eventConditions('clicks', selection, values),
    `timestamp >= ${values.add(instant(selection.from))}`,
    `timestamp < ${values.add(instant(selection.to))}`,
  ]
  return `select distinct link_id, ${visitor} from ${eventTables.clicks} where ${conditions.join(' and ')}`
}
