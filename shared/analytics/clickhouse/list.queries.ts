import { type ClickHouse, findTexts, hashedColumns, isHashed } from '../../clickhouse/index.js'
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
  return kind === 'clicks' ? withTexts(clickHouse, query, rows.map(parseEvent)) : rows.map(parseEvent)
}

/** Clicks were read with hashes instead of texts. */
async function withTexts<Row extends { link_id: string; url: string }>(
  clickHouse: ClickHouse,
  { selection }: EventQuery,
  rows: readonly Row[],
): Promise<Row[]> {
  const texts = await findTexts(
    clickHouse,
    selection.workspaceIds,
    rows.flatMap(({ link_id, url }) => [link_id, url]),
  )
  return rows.map((row, index) => ({ ...row, link_id: texts[2 * index] ?? '', url: texts[2 * index + 1] ?? '' }))
}

function listQuery(kind: EventKind, query: EventQuery, { limit, ascending, from, ids }: EventPage): string {
  const direction = ascending ? 'asc' : 'desc'
  const conditions = [
    ...(kind === 'sales' ? ['refund_of is null'] : []),
    ...(ids ? [`id in ${manyTexts(ids)}`] : []),
    ...('after' in from ? afterCursor(from.after, ascending) : []),
  ]
  const columns = listedColumns[kind].map((name) => listedColumn(kind, name))
  return `select ${columns.join(', ')} from ${eventsOf(kind, query, conditions)}
order by timestamp ${direction}, id ${direction} limit ${limit} offset ${'offset' in from ? from.offset : 0}`
}

function listedColumn(kind: EventKind, name: string): string {
  // The flag is that of the trigger: it is not stored again.
  if (name === 'qr') return "trigger = 'qr' as qr"
  return kind === 'clicks' && isHashed(name) ? `toString(${hashedColumns[name]}) as ${name}` : name
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
