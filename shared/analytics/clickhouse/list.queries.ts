import type { ClickHouse } from '../../clickhouse/index.js'
import { type EventKind, type EventPage, listedColumns, type StoredEvents } from '../event-store.js'
import { manyTexts } from './conditions.queries.js'
import { type EventQuery, eventsOf } from './events.queries.js'
import { instant, text } from './literals.js'
import { querySettings } from './settings.js'

/** Events ordered by time and then by id, so that pages do not overlap. */
export async function listEvents<Kind extends EventKind>(
  clickHouse: ClickHouse,
  kind: Kind,
  query: EventQuery,
  page: EventPage,
): Promise<StoredEvents[Kind][]> {
  const rows = await clickHouse.query<StoredEvents[Kind]>({ text: listQuery(kind, query, page), settings: querySettings })
  return rows.map(parseEvent)
}

function listQuery(kind: EventKind, query: EventQuery, { limit, ascending, from, ids }: EventPage): string {
  const direction = ascending ? 'asc' : 'desc'
  const conditions = [
    ...(kind === 'sales' ? ['refund_of is null'] : []),
    ...(ids ? [`id in ${manyTexts(ids)}`] : []),
    ...('after' in from ? afterCursor(from.after, ascending) : []),
  ]
  // The flag is that of the trigger: it is not stored again.
  const columns = listedColumns[kind].map((name) => (name === 'qr' ? "trigger = 'qr' as qr" : name))
  return `select ${columns.join(', ')} from ${eventsOf(kind, query, conditions)}
order by timestamp ${direction}, id ${direction} limit ${limit} offset ${'offset' in from ? from.offset : 0}`
}

/** The condition on the timestamp alone lets the engine use its index. */
const afterCursor = ({ at, id }: { at: number; id: string }, ascending: boolean) => [
  `(timestamp, id) ${ascending ? '>' : '<'} (${instant(at)}, ${text(id)})`,
  `timestamp ${ascending ? '>=' : '<='} ${instant(at)}`,
]

/** Instants, flags and metadata arrive as texts and numbers. */
function parseEvent<Row extends StoredEvents[EventKind]>(row: Row): Row {
  const { timestamp, clicked_at: clickedAt, metadata, qr } = row as Partial<Record<string, unknown>>
  return {
    ...row,
    timestamp: toDate(timestamp),
    qr: Boolean(qr),
    ...(clickedAt !== undefined && { clicked_at: toDate(clickedAt) }),
    ...(typeof metadata === 'string' && { metadata: JSON.parse(metadata) }),
  }
}

/** Instants are printed as `2026-01-02 03:04:05.678`, in UTC. */
const toDate = (printed: unknown) => new Date(`${String(printed).replace(' ', 'T')}Z`)
