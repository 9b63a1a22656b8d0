import type { SqlQuery } from '../../kernel/db/prepared-query.js'
import { type EventKind, type EventPage, listedColumns, type Selection } from '../event-store.js'
import { eventConditions } from './conditions.queries.js'
import { eventTables } from './measures.js'
import { instant, SqlValues } from './sql-values.js'

/**
 * Events ordered by time and then by id, so that pages do not overlap. Only unfiltered lists are prepared: there are too many combinations
 * of filters to keep a prepared statement for each.
 */
export function listStatement(kind: EventKind, selection: Selection, { limit, ascending, from, ids }: EventPage): SqlQuery {
  const values = new SqlValues()
  const direction = ascending ? 'asc' : 'desc'
  const [inWorkspace, ...filters] = eventConditions(kind, selection, values)
  const conditions = [
    inWorkspace,
    ...filters,
    ...(kind === 'sales' ? ['refund_of is null'] : []),
    ...(ids ? [`id = any(${values.add(ids)})`] : []),
    `timestamp >= ${values.add(instant(selection.from))}`,
    `timestamp < ${values.add(instant(selection.to))}`,
    // The condition on the timestamp alone lets the planner use the index.
    ...('after' in from
      ? [
          `(timestamp, id) ${ascending ? '>' : '<'} (${values.add(instant(from.after.at))}, ${values.add(from.after.id)})`,
          `timestamp ${ascending ? '>=' : '<='} ${values.add(instant(from.after.at))}`,
        ]
      : []),
  ]
  const isUnfiltered = filters.length === 0 && !ids
  const table = eventTables[kind]
  const order = (prefix: string) => `order by ${prefix}timestamp ${direction}, ${prefix}id ${direction}`
  // First the page, then its columns, so that the texts of clicks are only joined for the page.
  const page = `select id, timestamp from ${table} where ${conditions.join(' and ')}
      ${order('')} offset ${values.add('offset' in from ? from.offset : 0)} limit ${values.add(limit)}`
  return {
    name: isUnfiltered ? `events-${kind}-${direction}-${'after' in from ? 'after' : 'offset'}` : undefined,
    text: `select ${listedColumns[kind].map((column) => `event.${column}`).join()} from (${page}) as page
      join ${table} as event on event.id = page.id and event.timestamp = page.timestamp ${order('page.')}`,
    values: values.list,
  }
}
