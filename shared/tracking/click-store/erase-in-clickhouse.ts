/** Erasure of personal data in ClickHouse, which is configured or had events before: rows are rewritten at once. */
import { hash } from 'node:crypto'
import { type ClickHouse, clickHouseOf } from '../../clickhouse/index.js'
import type { CustomerDeletion } from '../../customers/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { days, hours } from '../../kernel/time.js'
import { lockConversionRollUpSql } from '../../rollups/index.js'
import { deleteClickIds, deleteOldClickIds, recentClicksMs } from './click-blocks.queries.js'
import { visitorOf } from './click-rows.js'
import type { ClickReference } from './click-store.js'
import { clickIdsAfter, deleteEventsOfWorkspace, eraseClicksOfLinks } from './clickhouse-clicks.queries.js'
import { flushClickBlocks } from './write-click-blocks.js'

const erasedTexts = `ip = '', ua = '', latitude = '', longitude = ''`
const maxClicksPerChange = 1000
const clicksPerRead = 50_000

/** Erases the customer from clicks, leads and sales. All get the same visitor, which is derived from the id of the customer. */
export async function eraseCustomerInClickHouse(
  scope: JobScope,
  { customerId, workspaceId }: Pick<CustomerDeletion, 'customerId' | 'workspaceId'>,
  clicks: readonly ClickReference[],
): Promise<void> {
  const clickHouse = clickHouseOf(scope.config)
  if (!clickHouse) return
  // Kept until PostgreSQL's rows are erased, so that neither a copy nor a move restores the data.
  await scope.em.execute(lockConversionRollUpSql)
  await flushClickBlocks(scope, workspaceId)
  const values = { workspaceId, visitor: visitorOf(hash('sha256', customerId, 'hex')) }
  const erased = `${erasedTexts}, visitor = toUInt64({visitor:String})`
  for (const { month, ids } of byMonth(clicks))
    await clickHouse.mutate(
      'clicks',
      `update ${erased} in partition ${month} where workspace_id = {workspaceId:String} and id in {ids:Array(String)}`,
      { ...values, ids },
    )
  // Versions that were replaced are erased too.
  for (const table of ['leads', 'sales'] as const)
    await clickHouse.mutate(
      table,
      `update ${erased}, metadata = null where workspace_id = {workspaceId:String} and customer_id = {customerId:String}`,
      { ...values, customerId },
    )
}

/** Ids by the month of their click, at most as many at once as a request can hold. */
function byMonth(clicks: readonly ClickReference[]): { month: string; ids: string[] }[] {
  const changes: { month: string; ids: string[] }[] = []
  for (const { id, at } of clicks.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const month = at.toISOString().slice(0, 7).replace('-', '')
    const last = changes.at(-1)
    if (last?.month === month && last.ids.length < maxClicksPerChange) last.ids.push(id)
    else changes.push({ month, ids: [id] })
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
