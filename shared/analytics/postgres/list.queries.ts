import type { EventKind, Selection } from '../event-store.js'
import { eventConditions } from './conditions.queries.js'
import { eventTables } from './sources.js'
import { instant, type Statement, Values } from './statement.js'

/** Events in the order of time; those of one instant in the order of their ids, so that pages don't overlap. */
export function listing(kind: EventKind, selection: Selection, { offset, limit, ascending }: { offset: number; limit: number; ascending: boolean }): Statement {
  const values = new Values()
  const conditions = [...eventConditions(kind, selection, values), `timestamp >= ${values.add(instant(selection.from))}`, `timestamp < ${values.add(instant(selection.to))}`]
  const direction = ascending ? 'asc' : 'desc'
  return {
    text: `select * from ${eventTables[kind]} where ${conditions.join(' and ')} order by timestamp ${direction}, id ${direction} offset ${values.add(offset)} limit ${values.add(limit)}`,
    values: values.list,
  }
}
