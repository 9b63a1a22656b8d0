/** SQL of clicks in ClickHouse. */
import { type ClickHouse, eventTableNames } from '../../clickhouse/index.js'
import type { ClickRow } from '../enrich-click.js'
import { fromStoredClick, type StoredClick, storedClickColumns } from './click-rows.js'
import type { ClickReference, LinkClicks } from './click-store.js'

/** A query with more ids would exceed the length of a request. */
const maxIdsPerQuery = 1000

export async function findStoredClicks(clickHouse: ClickHouse, clicks: readonly ClickReference[]): Promise<ClickRow[]> {
  const found: ClickRow[] = []
  for (let index = 0; index < clicks.length; index += maxIdsPerQuery) {
    const part = clicks.slice(index, index + maxIdsPerQuery)
    const times = part.map(({ at }) => at.getTime())
    const rows = await clickHouse.query<StoredClick>({
      text: `select ${storedClickColumns} from clicks where id in {ids:Array(String)}
        and timestamp between fromUnixTimestamp64Milli({first:Int64}) and fromUnixTimestamp64Milli({last:Int64})`,
      values: { ids: part.map(({ id }) => id), first: Math.min(...times), last: Math.max(...times) },
      settings: { date_time_output_format: 'iso' },
    })
    const timeOf = new Map(part.map(({ id, at }) => [id, at.getTime()]))
    found.push(...rows.map(fromStoredClick).filter(({ id, timestamp }) => timestamp.getTime() === timeOf.get(id)))
  }
  return found
}

export const countByCountry = (
  clickHouse: ClickHouse,
  workspaceId: string,
  linkIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<LinkClicks[]> =>
  clickHouse.query({
    text: `select link_id as "linkId", country, count() as clicks from clicks
      where workspace_id = {workspaceId:String} and link_id in {linkIds:Array(String)}
        and timestamp >= fromUnixTimestamp64Milli({from:Int64}) and timestamp < fromUnixTimestamp64Milli({to:Int64})
      group by 1, 2 order by 1, 2`,
    values: { workspaceId, linkIds, from: from.getTime(), to: to.getTime() },
  })

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
  for (const table of eventTableNames) await clickHouse.mutate(table, 'delete where workspace_id = {workspaceId:String}', { workspaceId })
}

/** Erases visitors from clicks of links without a workspace. `assignments` are those of the texts. */
export async function eraseClicksOfLinks(
  clickHouse: ClickHouse,
  values: { ids: readonly string[]; from: number; to: number },
  assignments: string,
): Promise<void> {
  const condition = `workspace_id = '' and link_id in {ids:Array(String)}
    and timestamp between fromUnixTimestamp64Milli({from:Int64}) and fromUnixTimestamp64Milli({to:Int64})`
  const [found] = await clickHouse.query<{ count: number }>({
    text: `select count() as count from clicks where ${condition}`,
    values: { ...values },
  })
  // Nearly all links have none, and a change reads the whole table.
  if (found?.count) await clickHouse.mutate('clicks', `update ${assignments}, visitor = cityHash64(id) where ${condition}`, { ...values })
}

/** Clicks of a workspace after a click, in the order of time and id. */
export async function listClicksAfter(
  clickHouse: ClickHouse,
  workspaceId: string,
  after: ClickReference | null,
  limit: number,
): Promise<ClickRow[]> {
  const rows = await clickHouse.query<StoredClick>({
    text: `select ${storedClickColumns} from clicks where workspace_id = {workspaceId:String}
      and timestamp >= fromUnixTimestamp64Milli({at:Int64}) and (timestamp, id) > (fromUnixTimestamp64Milli({at:Int64}), {id:String})
      order by timestamp, id limit {limit:UInt32}`,
    values: { workspaceId, at: after?.at.getTime() ?? 0, id: after?.id ?? '', limit },
    settings: { date_time_output_format: 'iso' },
  })
  return rows.map(fromStoredClick)
}
