/** Finds a click by its id, ingested or not. */
import type pg from 'pg'
import { clickIdTime, isClickId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { RawClick } from '../click-batch.js'
import { cachedClickKey } from '../click-recorder.js'
import { findSpooledClick } from '../click-spool.js'
import { findClickRow } from '../click.queries.js'
import { type ClickRow, enrichClick } from '../enrich-click.js'
import { findQueuedClick } from '../queued-clicks.queries.js'
import { geoDatabaseOf } from '../visitor/geo-database-of-config.js'

/**
 * Returns the click from the database, or from the short-lived store as long as it is queued. A crash of the database may empty the store,
 * and clicks that came meanwhile are in the spool until they are queued.
 */
export async function findClick({ pool, store, config }: Scope, id: string): Promise<ClickRow | null> {
  if (!isClickId(id)) return null
  const row = await findClickRow(pool, id, new Date(clickIdTime(id)))
  if (row) return row
  const cached = await store.get(cachedClickKey(id))
  const queued = cached ? (JSON.parse(cached) as RawClick) : await findWaitingClick(pool, config.dataDir, id)
  // Without one, it was ingested since the first look, or does not exist.
  return queued ? enrichClick(queued, await geoDatabaseOf(config)) : findClickRow(pool, id, new Date(clickIdTime(id)))
}

/** The queue is searched again, because the click may have left the spool between the first two looks. */
const findWaitingClick = async (pool: pg.Pool, dataDir: string, id: string): Promise<RawClick | null> =>
  (await findQueuedClick(pool, id)) ?? (await findSpooledClick(dataDir, id)) ?? (await findQueuedClick(pool, id))
