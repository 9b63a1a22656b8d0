/** Erasure of personal data in ClickHouse, which is configured or had events before: rows are rewritten at once. */
import { hash } from 'node:crypto'
import { type ClickHouse, clickHouseOf } from '../../clickhouse/index.js'
import type { CustomerDeletion } from '../../customers/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { days, hours } from '../../kernel/time.js'
import { lockConversionRollUpSql } from '../../rollups/index.js'
import type { ClickOfCustomer } from '../conversions/erase-customers.queries.js'
import { deleteClickIds, deleteOldClickIds, recentClicksMs } from './click-blocks.queries.js'
import { visitorOf } from './click-rows.js'
import type { ClickReference } from './click-store.js'
import { clickIdsAfter, deleteEventsOfWorkspace, eraseClicksOfLinks } from './clickhouse-clicks.queries.js'
import { flushClickBlocks } from './write-click-blocks.js'

const erasedTexts = `ip = '', ua = '', latitude = '', longitude = ''`
const maxClicksPerChange = 500
const clicksPerRead = 50_000

/** Erases customers of one workspace from clicks, leads and sales. All of one customer get the same visitor, which is derived from its id. */
export async function eraseCustomersInClickHouse(
  scope: JobScope,
  workspaceId: string,
  customers: readonly Pick<CustomerDeletion, 'customerId'>[],
  clicks: readonly ClickOfCustomer[],
): Promise<void> {
  const clickHouse = clickHouseOf(scope.config)
  if (!clickHouse) return
  // Kept until PostgreSQL's rows are erased, so that neither a copy nor a move restores the data.
  await scope.em.execute(lockConversionRollUpSql)
  await flushClickBlocks(scope, workspaceId)
  for (const { month, ids, visitors } of byMonth(clicks))
    await clickHouse.mutate(
      'clicks',
      `update ${erasedTexts}, ${visitorBy('id')} in partition ${month}
       where workspace_id = {workspaceId:String} and id in {ids:Array(String)}`,
      { workspaceId, ids, visitors },
    )
  const ids = customers.map(({ customerId }) => customerId)
  // Versions that were replaced are erased too.
  for (const table of ['leads', 'sales'] as const)
    await clickHouse.mutate(
      table,
      `update ${erasedTexts}, ${visitorBy('customer_id')}, metadata = null, metadata_texts = cast(map(), 'Map(String, String)')
       where workspace_id = {workspaceId:String} and customer_id in {ids:Array(String)}`,
      { workspaceId, ids, visitors: ids.map(erasedVisitor) },
    )
}

const erasedVisitor = (customerId: string) => visitorOf(hash('sha256', customerId, 'hex'))

/** `ids` and `visitors` are in the same order. */
const visitorBy = (column: string) => `visitor = toUInt64(transform(${column}, {ids:Array(String)}, {visitors:Array(String)}, '0'))`

interface ClickChange {
  month: string
  ids: string[]
  visitors: string[]
}

/** Ids and new visitors by the month of the click, at most as many at once as a request can hold. */
function byMonth(clicks: readonly ClickOfCustomer[]): ClickChange[] {
  const changes: ClickChange[] = []
  for (const { id, at, customerId } of clicks.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const month = at.toISOString().slice(0, 7).replace('-', '')
    let change = changes.at(-1)
    if (change?.month !== month || change.ids.length === maxClicksPerChange) changes.push((change = { month, ids: [], visitors: [] }))
    change.ids.push(id)
    change.visitors.push(erasedVisitor(customerId))
  }
  return changes
}

/** Erases the visitors of clicks without a workspace, in the first day of the links. */
export async function eraseLinksInClickHouse(scope: JobScope, links: readonly { id: string; createdAt: string }[]): Promise<void> {
  const clickHouse = clickHouseOf(scope.config)
  if (!clickHouse || links.length === 0) return
  const times = links.map(({ createdAt }) => Date.parse(createdAt))
  await scope.em.execute(lockConversionRollUpSql)
  await flushClickBlocks(scope, '')
  const ids = links.map(({ id }) => id)
  await eraseClicksOfLinks(clickHouse, { ids, from: Math.min(...times), to: Math.max(...times) + days(1) }, erasedTexts)
}

/** Deletes the events of a closed workspace, after those of PostgreSQL. */
export async function deleteWorkspaceInClickHouse(scope: JobScope, workspaceId: string): Promise<boolean> {
  const clickHouse = clickHouseOf(scope.config)
  if (!clickHouse) return false
  await flushClickBlocks(scope, workspaceId)
  await scope.em.execute(lockConversionRollUpSql)
  await deleteRecentClickIds(scope, clickHouse, workspaceId)
  await deleteEventsOfWorkspace(clickHouse, workspaceId)
  return false
}

/** Deletes the ids of clicks that are to be deleted, so that an archive with them can be imported again. */
async function deleteRecentClickIds({ pool, now }: JobScope, clickHouse: ClickHouse, workspaceId: string): Promise<void> {
  await deleteOldClickIds(pool, now())
  for (let after: ClickReference | undefined = { id: '', at: new Date(now().getTime() - recentClicksMs - hours(1)) }; after;) {
    const clicks = await clickIdsAfter(clickHouse, workspaceId, after, clicksPerRead)
    await deleteClickIds(
      pool,
      clicks.map(({ id }) => id),
    )
    after = clicks.length < clicksPerRead ? undefined : clicks.at(-1)
  }
}
