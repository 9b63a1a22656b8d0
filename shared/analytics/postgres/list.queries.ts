import type pg from 'pg'
import type { SqlQuery } from '../../kernel/db/prepared-query.js'
import { type Dimension, findDimension } from '../../rollups/index.js'
import { decodeClick, decodedClicksSql, type EncodedClick } from '../../tracking/index.js'
import { type EventKind, type EventPage, listedColumns, type Selection, type StoredEvents } from '../event-store.js'
import { eventTables } from '../measures.js'
import { clickConditions, conversionConditions, workspaceNumbers } from './conditions.queries.js'
import { querySingle } from './snapshot.queries.js'
import { instant, isAnyOf, SqlValues } from './sql-values.js'

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
function listStatement(kind: EventKind, selection: Selection, { limit, ascending, from, ids, ofExistingLinks }: EventPage): SqlQuery {
  const values = new SqlValues()
  const direction = ascending ? 'asc' : 'desc'
  const offset = 'offset' in from ? from.offset : 0
  const workspaces = { keys: workspaceKeys(kind, selection, values), isSingle: selection.workspaceIds.length === 1 }
  const filters = kind === 'clicks' ? clickConditions(selection, workspaces.keys, values) : conversionConditions(kind, selection, values)
  const conditions = [
    ...filters,
    ...(kind === 'sales' ? ['refund_of is null'] : []),
    ...(ids ? [`id = any(${values.add(ids)})`] : []),
    ...(ofExistingLinks ? [linkExists(kind, selection, workspaces.keys, offset, values)] : []),
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
  const isUnfiltered = filters.length === 0 && !ids && !ofExistingLinks
  const page = pageSql(kind, workspaces, { conditions, order: `order by timestamp ${direction}, id ${direction}`, offset, limit }, values)
  return {
    name: isUnfiltered && workspaces.isSingle ? `events-${kind}-${direction}-${'after' in from ? 'after' : 'offset'}` : undefined,
    text: kind === 'clicks' ? decodedClicksSql(`(${page})`) : `select ${listedColumns[kind].join()} from (${page}) as page`,
    values: values.list,
  }
}

/** From this offset on, hashing all links of the workspace is faster than to look up the link of each event. */
const minHashedOffset = 10_000

function linkExists(kind: EventKind, { workspaceIds }: Selection, workspaces: string, offset: number, values: SqlValues): string {
  const ofWorkspaces = isAnyOf('links.workspace_id', workspaceIds, 'text', values)
  const { code, column } = findDimension(['linkId']) as Dimension
  const [event, link, existing] =
    kind === 'clicks'
      ? [
          `click_events.${column}`,
          'value.id',
          `dimension_values value join links on links.id = value.parts[1] and ${ofWorkspaces}
            where value.workspace in ${workspaces} and value.dimension = ${code}`,
        ]
      : ['link_id', 'links.id', `links where ${ofWorkspaces}`]
  if (offset < minHashedOffset) return `exists (select from ${existing} and ${link} = ${event})`
  // `is true` keeps the planner from a join, which loses the order of the events.
  return `(${event} in (select ${link} from ${existing})) is true`
}

interface Workspaces {
  keys: string
  isSingle: boolean
}

interface Page {
  conditions: readonly string[]
  order: string
  offset: number
  limit: number
}

/** The values of the column with the workspace, as an expression or a query in parentheses. */
const workspaceKeys = (kind: EventKind, { workspaceIds }: Selection, values: SqlValues): string =>
  kind === 'clicks'
    ? workspaceNumbers(isAnyOf('workspace_id', workspaceIds, 'text', values))
    : workspaceIds.length === 1
      ? `(${values.add(workspaceIds[0])})`
      : `(select unnest(${values.add(workspaceIds)}::text[]))`

/** Of several workspaces, each contributes its first rows, in the order of its index: sorting together would read all of their events. */
function pageSql(kind: EventKind, workspaces: Workspaces, { conditions, order, offset, limit }: Page, values: SqlValues): string {
  const [table, column] = kind === 'clicks' ? ['click_events', 'workspace'] : [eventTables[kind], 'workspace_id']
  const rowsOf = (workspace: string) => `select * from ${table} where ${[`${column} = ${workspace}`, ...conditions].join(' and ')} ${order}`
  const limits = `offset ${values.add(offset)} limit ${values.add(limit)}`
  if (workspaces.isSingle) return `${rowsOf(workspaces.keys)} ${limits}`
  return `select page.* from ${workspaces.keys} as listed(workspace)
    cross join lateral (${rowsOf('listed.workspace')} limit ${values.add(offset + limit)}) as page ${order} ${limits}`
}
