import type { Question } from '../../kernel/asking.js'
import { type EventKind, type EventPage, listedColumns, type Selection } from '../event-store.js'
import { eventConditions } from './conditions.queries.js'
import { eventTables } from './sources.js'
import { instant, Values } from './statement.js'

/**
 * Events in the order of time; those of one instant in the order of their ids, so that pages don't overlap. Prepared where nothing is
 * filtered: of filters there are more combinations than anybody should keep.
 */
export function listing(kind: EventKind, selection: Selection, { limit, ascending, from, only }: EventPage): Question {
  const values = new Values()
  const direction = ascending ? 'asc' : 'desc'
  const [ofWorkspace, ...filters] = eventConditions(kind, selection, values)
  const conditions = [
    ofWorkspace,
    ...filters,
    ...(kind === 'sales' ? ['refund_of is null'] : []),
    ...(only ? [`id = any(${values.add(only)})`] : []),
    `timestamp >= ${values.add(instant(selection.from))}`,
    `timestamp < ${values.add(instant(selection.to))}`,
    // Once more without the id: that is what the index is by.
    ...('behind' in from
      ? [
          `(timestamp, id) ${ascending ? '>' : '<'} (${values.add(instant(from.behind.at))}, ${values.add(from.behind.id)})`,
          `timestamp ${ascending ? '>=' : '<='} ${values.add(instant(from.behind.at))}`,
        ]
      : []),
  ]
  const isPlain = filters.length === 0 && !only
  return {
    name: isPlain ? `events-${kind}-${direction}-${'behind' in from ? 'behind' : 'offset'}` : undefined,
    text: `select ${listedColumns[kind].join()} from ${eventTables[kind]} where ${conditions.join(' and ')} order by timestamp ${direction}, id ${direction} offset ${values.add('offset' in from ? from.offset : 0)} limit ${values.add(limit)}`,
    values: values.list,
  }
}
