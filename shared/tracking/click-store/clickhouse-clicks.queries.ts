/** SQL of clicks in ClickHouse. */
import { type ClickHouse, tableNames, textHash } from '../../clickhouse/index.js'
import type { ClickRow } from '../enrich-click.js'
import type { ClickReference, LinkClicks } from './click-store.js'
import { readStoredClicks } from './stored-clicks.js'

/** A query with more ids would exceed the length of a request. */
const maxIdsPerQuery = 1000

export async function findStoredClicks(clickHouse: ClickHouse, clicks: readonly ClickReference[]): Promise<ClickRow[]> {
  const found: ClickRow[] = []
  for (let index = 0; index < clicks.length; index += maxIdsPerQuery) {
    const part = clicks.slice(index, index + maxIdsPerQuery)
    const times = part.map(({ at }) => at.getTime())
    const rows = await readStoredClicks(
      clickHouse,
      `id in {ids:Array(String)}
        and timestamp between fromUnixTimestamp64Milli({first:Int64}) and fromUnixTimestamp64Milli({last:Int64})`,
      { ids: part.map(({ id }) => id), first: Math.min(...times), last: Math.max(...times) },
    )
    const timeOf = new Map(part.map(({ id, at }) => [id, at.getTime()]))
    found.push(...rows.filter(({ id, timestamp }) => timestamp.getTime() === timeOf.get(id)))
  }
  return found
}

export async function countByCountry(
  clickHouse: ClickHouse,
  workspaceId: string,
  linkIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<LinkClicks[]> {
  if (linkIds.length === 0) return []
  const idOf = new Map(linkIds.map((id) => [textHash(id), id]))
  const rows = await clickHouse.query<{ link: string; country: string; clicks: number }>({
    text: `select toString(link_hash) as link, country, count() as clicks from clicks
      where workspace_id = {workspaceId:String} and link_hash in (${[...idOf.keys()].join()})
        and timestamp >= fromUnixTimestamp64Milli({from:Int64}) and timestamp < fromUnixTimestamp64Milli({to:Int64})
      group by link_hash, country`,
    values: { workspaceId, from: from.getTime(), to: to.getTime() },
    settings: { max_query_size: '1000000000' },
  })
  return rows
    .map(({ link, ...counted }) => ({ linkId: idOf.get(link) ?? '', ...counted }))
    .toSorted((a, b) => compare(a.linkId, b.linkId) || compare(a.country, b.country))
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The next ids of clicks of a workspace since an instant, in the order of time. */
export async function clickIdsAfter(
  clickHouse: ClickHouse,
  workspaceId: string,
  after: ClickReference,
  limit: number,
): Promise<ClickReference[]> {
  const rows = await clickHouse.query<{ id: string; at: number }>({
    text: `select id, toUnixTimestamp64Milli(timestamp) as at from clicks where workspace_id = {workspaceId:String}
      and timestamp >= fromUnixTimestamp64Milli({at:Int64}) and (timestamp, id) > (fromUnixTimestamp64Milli({at:Int64}), {id:String})
      order by timestamp, id limit {limit:UInt32}`,
    values: { workspaceId, at: after.at.getTime(), id: after.id, limit },
  })
  return rows.map(({ id, at }) => ({ id, at: new Date(at) }))
}

export async function deleteEventsOfWorkspace(clickHouse: ClickHouse, workspaceId: string): Promise<void> {
  for (const table of tableNames) await clickHouse.mutate(table, 'delete where workspace_id = {workspaceId:String}', { workspaceId })
}

/** Erases visitors from clicks of links without a workspace. `assignments` are those of the texts. */
export async function eraseClicksOfLinks(
  clickHouse: ClickHouse,
  { ids, from, to }: { ids: readonly string[]; from: number; to: number },
  assignments: string,
): Promise<void> {
  const condition = `workspace_id = '' and link_hash in (${ids.map(textHash).join()})
    and timestamp between fromUnixTimestamp64Milli({from:Int64}) and fromUnixTimestamp64Milli({to:Int64})`
  const [found] = await clickHouse.query<{ count: number }>({
    text: `select count() as count from clicks where ${condition}`,
    values: { from, to },
  })
  // Nearly all links have none, and a change reads the whole table.
  if (found?.count) await clickHouse.mutate('clicks', `update ${assignments}, visitor = cityHash64(id) where ${condition}`, { from, to })
}

/** Clicks of a workspace after a click, in the order of time and id. */
export async function listClicksAfter(
  clickHouse: ClickHouse,
  workspaceId: string,
  after: ClickReference | null,
  limit: number,
): Promise<ClickRow[]> {
  return readStoredClicks(
    clickHouse,
    `workspace_id = {workspaceId:String}
      and timestamp >= fromUnixTimestamp64Milli({at:Int64}) and (timestamp, id) > (fromUnixTimestamp64Milli({at:Int64}), {id:String})
      order by timestamp, id limit {limit:UInt32}`,
    { workspaceId, at: after?.at.getTime() ?? 0, id: after?.id ?? '', limit },
  )
}

/** Which of the clicks are stored. */
export async function findStoredIds(clickHouse: ClickHouse, clicks: readonly ClickReference[]): Promise<ClickReference[]> {
  const times = clicks.map(({ at }) => at.getTime())
  const rows = await clickHouse.query<{ id: string; at: number }>({
    text: `select id, toUnixTimestamp64Milli(timestamp) as at from clicks
      where timestamp between fromUnixTimestamp64Milli({first:Int64}) and fromUnixTimestamp64Milli({last:Int64})
        and id in (${clicks.map(({ id }) => `'${id.replace(/[\\']/g, '\\$&')}'`).join()})`,
    values: { first: Math.min(...times), last: Math.max(...times) },
    settings: { max_query_size: '1000000000' },
  })
  return rows.map(({ id, at }) => ({ id, at: new Date(at) }))
}

export async function firstClickAt(clickHouse: ClickHouse): Promise<Date | null> {
  const [row] = await clickHouse.query<{ count: number; at: number }>({
    text: 'select count() as count, toUnixTimestamp64Milli(min(timestamp)) as at from clicks',
  })
  return row && row.count > 0 ? new Date(row.at) : null
}

/** Position of a click in the order in which ClickHouse stores clicks. */
export interface StoredPosition {
  month: number
  workspaceId: string
  at: number
  id: string
}

/** The next clicks of all workspaces, month by month. */
export async function listAllClicksAfter(clickHouse: ClickHouse, after: StoredPosition | null, limit: number): Promise<ClickRow[]> {
  const { month, workspaceId, at, id } = after ?? { month: 0, workspaceId: '', at: 0, id: '' }
  const order = 'order by workspace_id, timestamp, id limit {limit:UInt32}'
  const found = await readStoredClicks(
    clickHouse,
    `toYYYYMM(timestamp) = {month:UInt32} and workspace_id >= {workspaceId:String}
      and (workspace_id, timestamp, id) > ({workspaceId:String}, fromUnixTimestamp64Milli({at:Int64}), {id:String}) ${order}`,
    { month, workspaceId, at, id, limit },
  )
  for (let current = month; found.length < limit;) {
    const [next] = await clickHouse.query<{ month: number }>({
      text: 'select toYYYYMM(min(timestamp)) as month from clicks where toYYYYMM(timestamp) > {current:UInt32} having count() > 0',
      values: { current },
    })
    if (!next) break
    current = next.month
    found.push(
      ...(await readStoredClicks(clickHouse, `toYYYYMM(timestamp) = {month:UInt32} ${order}`, {
        month: current,
        limit: limit - found.length,
      })),
    )
  }
  return found
}
