import { withTransaction } from '../kernel/db/pool.js'
import type { Scope } from '../kernel/scope.js'
import { addLateClicks, lockForIngestion } from '../rollups/index.js'
import { insertClicks, workspaceClickIds } from './click.queries.js'
import type { ClickRow } from './enrich-click.js'
import { ensureEventPartition, type EventTable } from './event-partitions.js'
import { valueCacheOf } from './ingest-clicks.js'

/**
 * Stores clicks of another installation, which are counted there already: only analytics contain them. Returns the ids that the workspace
 * has afterwards. Clicks that exist are not stored again, so it may be repeated.
 */
export async function importClicks({ pool }: Pick<Scope, 'pool'>, workspaceId: string, rows: readonly ClickRow[]): Promise<Set<string>> {
  await ensurePartitionsOf(pool, 'click_events', rows)
  return withTransaction(pool, async (client) => {
    await lockForIngestion(client)
    const { late } = await insertClicks(client, rows, valueCacheOf(pool))
    if (late.length > 0) await addLateClicks(client, late, new Date(Math.min(...rows.map(({ timestamp }) => timestamp.getTime()))))
    return workspaceClickIds(client, workspaceId, rows)
  })
}

/** Creates the partitions that the events need. */
export async function ensurePartitionsOf(pool: Scope['pool'], table: EventTable, rows: readonly { timestamp: Date }[]): Promise<void> {
  const months = new Set(rows.map(({ timestamp }) => `${timestamp.toISOString().slice(0, 7)}-01T00:00:00Z`))
  for (const month of months) await ensureEventPartition(pool, table, new Date(month))
}
