import type pg from 'pg'
import type { SqlQuery } from '../../kernel/db/prepared-query.js'
import { decodeClick, decodedClicksSql, type EncodedClick } from '../../tracking/index.js'
import { type EventKind, type EventPage, listedColumns, type Selection, type StoredEvents } from '../event-store.js'
import { eventTables } from '../measures.js'
import { clickConditions, conversionConditions } from './conditions.queries.js'
import { querySingle } from './snapshot.queries.js'
import { instant, SqlValues } from './sql-values.js'

/** Events ordered by time and then by id, so that pages do not overlap. */
export async function listEvents<Kind extends EventKind>(
  pool: pg.Pool,
  kind: Kind,
  selection: Selection,
  page: EventPage,
): Promise<StoredEvents[Kind][]> {
  const statement = listStatement(kind, selection, page)
  if (kind !== 'clicks') return querySingle(pool, statement)
  const clicks: StoredEvents['clicks'][] = (await querySingle<EncodedClick>(pool, statement)).map(decodeClick)
  return clicks as StoredEvents[Kind][]
}

/** Only unfiltered lists are prepared: there are too many combinations of filters to keep a prepared statement for each. */
function listStatement(kind: EventKind, selection: Selection, { limit, ascending, from, ids }: EventPage): SqlQuery {
  const values = new SqlValues()
  const direction = ascending ? 'asc' : 'desc'
  const [inWorkspace, ...filters] = kind === 'clicks' ? clickConditions(selection, values) : conversionConditions(kind, selection, values)
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
  const page = `where ${conditions.join(' and ')}
      order by timestamp ${direction}, id ${direction} offset ${values.add('offset' in from ? from.offset : 0)} limit ${values.add(limit)}`
  return {
    name: isUnfiltered ? `events-${kind}-${direction}-${'after' in from ? 'after' : 'offset'}` : undefined,
    text:
      kind === 'clicks'
        ? decodedClicksSql(`(select * from click_events ${page})`)
        : `select ${listedColumns[kind].join()} from ${eventTables[kind]} ${page}`,
    values: values.list,
  }
}
