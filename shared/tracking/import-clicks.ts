import { withTransaction } from '../kernel/db/pool.js'
import type { Scope } from '../kernel/scope.js'
import { lockForIngestion } from '../rollups/index.js'
import { clickStoreOf, type StoreScope, writableClickStore } from './click-store/active-store.js'
import type { ClickRow } from './enrich-click.js'
import { ensureEventPartition, type EventTable } from './event-partitions.js'

/**
 * Stores clicks of another installation, which are counted there already: only analytics contain them. Returns the ids that the workspace
 * has afterwards. Clicks that exist are not stored again, so it may be repeated.
 */
export async function importClicks(scope: StoreScope, workspaceId: string, rows: readonly ClickRow[]): Promise<Set<string>> {
  await ensurePartitionsOf(scope.pool, 'click_events', rows)
  await withTransaction(scope.pool, async (client) => {
    await lockForIngestion(client)
    await (await writableClickStore(client, scope)).insert(client, rows)
  })
  const stored = await (await clickStoreOf(scope)).find(rows.map(({ id, timestamp }) => ({ id, at: timestamp })))
  return new Set(stored.filter(({ workspace_id }) => workspace_id === workspaceId).map(({ id }) => id))
}

/** Creates the partitions that the events need. */
export async function ensurePartitionsOf(pool: Scope['pool'], table: EventTable, rows: readonly { timestamp: Date }[]): Promise<void> {
  const months = new Set(rows.map(({ timestamp }) => `${timestamp.toISOString().slice(0, 7)}-01T00:00:00Z`))
  for (const month of months) await ensureEventPartition(pool, table, new Date(month))
}
