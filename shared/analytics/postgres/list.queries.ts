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
  return {
    name: isUnfiltered ? `events-${kind}-${direction}-${'after' in from ? 'after' : 'offset'}` : undefined,
    text: `select ${listedColumns[kind].join()} from ${eventTables[kind]} where ${conditions.join(' and ')}
      order by timestamp ${direction}, id ${direction} offset ${values.add('offset' in from ? from.offset : 0)} limit ${values.add(limit)}`,
    values: values.list,
  }
}
