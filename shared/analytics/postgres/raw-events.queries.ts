/** SQL of counts from the event tables: the span that is not rolled up yet, and pending events. */
import type { EventKind, Measure, Selection } from '../event-store.js'
import { eventTables, measureExpressions, measuresByKind } from '../measures.js'
import { clicksOfCustomer, conversionConditions } from './conditions.queries.js'
import type { QueryPlan } from './query-plan.js'
import { pendingEvents, valueIdCondition, type ValueIdFilter } from './rolled-up-counts.queries.js'
import { instant, isAnyOf, type SqlValues } from './sql-values.js'

export interface RawEventsQuery {
  plan: QueryPlan
  measures: readonly Measure[]
  selection: Selection
  /** Numbers of the workspaces that have events. */
  workspaces: readonly number[]
  filters: readonly ValueIdFilter[]
}

/** The columns of the groups: name -> expression. */
export type GroupColumns = Readonly<Record<string, string>>

/** Selects whose rows hold the group columns and the measures. */
export function rawEventSelects(query: RawEventsQuery, columns: () => GroupColumns, values: SqlValues): string[] {
  const { plan, selection } = query
  return plan.kinds.flatMap((kind) => {
    const { rawSpan, pendingSpan } = plan
    const select = (from: (table: string) => string, extraConditions: () => string[]) =>
      groupedSelect({ ...query, kind, from, extraConditions }, columns(), values)
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

interface GroupedSelect extends RawEventsQuery {
  kind: EventKind
  from(table: string): string
  extraConditions(): string[]
}

function groupedSelect(query: GroupedSelect, columns: GroupColumns, values: SqlValues): string {
  const { kind, measures, selection, from, extraConditions } = query
  const ofKind =
    kind === 'clicks'
      ? countedClickConditions(query, values)
      : [isAnyOf('workspace_id', selection.workspaceIds, 'text', values), ...conversionConditions(kind, selection, values)]
  const conditions = [...ofKind, ...extraConditions()].join(' and ')
  const names = Object.keys(columns)
  const aliased = Object.entries(columns).map(([name, expression]) => `${expression} as ${name}`)
  if (selection.unique) {
    const visits = `select distinct ${aliased.join(', ')}, identity_hash from ${from(eventTables[kind])} where ${conditions}`
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

/** Conditions on the view `clicks`, which has the numbers of values in columns of their own. */
const countedClickConditions = (
  { workspaces, filters, selection }: Pick<RawEventsQuery, 'workspaces' | 'filters' | 'selection'>,
  values: SqlValues,
): string[] => [
  isAnyOf('workspace', workspaces, 'integer', values),
  ...filters.map((filter) => valueIdCondition(`${filter.dimension.column}_value`, filter, values)),
  ...clicksOfCustomer(selection, values),
]

/** Visitors of each link: one row of `link_id` and `identity_hash` for each pair. */
export function visitorsOfLinks(query: Pick<RawEventsQuery, 'workspaces' | 'filters' | 'selection'>, values: SqlValues): string {
  const { selection } = query
  const conditions = [
    ...countedClickConditions(query, values),
    `timestamp >= ${values.add(instant(selection.from))}`,
    `timestamp < ${values.add(instant(selection.to))}`,
  ]
  return `select distinct link_id, identity_hash from ${eventTables.clicks} where ${conditions.join(' and ')}`
}
