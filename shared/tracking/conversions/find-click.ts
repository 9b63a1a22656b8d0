/** Finds a click by its id, ingested or not. */
import type pg from 'pg'
import { clickIdTime, isClickId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { UnavailableError } from '../../kernel/unavailable-error.js'
import type { RawClick } from '../click-batch.js'
import { cachedClickKey } from '../click-recorder.js'
import { findSpooledClick } from '../click-spool.js'
import { clickStoreOf } from '../click-store/active-store.js'
import { type ClickRow, enrichClick } from '../enrich-click.js'
import { findQueuedClick } from '../queued-clicks.queries.js'
import { geoDatabaseOf } from '../visitor/geo-database-of-config.js'

/**
 * Returns the click from the event store, or from the short-lived store as long as it is queued. A crash of the database may empty the
 * short-lived store, and clicks that came meanwhile are in the spool until they are queued. While the event store is away, clicks of the
 * last hour are still found.
 */
export async function findClick(scope: Pick<Scope, 'pool' | 'store' | 'config'>, id: string): Promise<ClickRow | null> {
  if (!isClickId(id)) return null
  const { pool, store, config } = scope
  const find = async () => (await (await clickStoreOf(scope)).find([{ id, at: new Date(clickIdTime(id)) }]))[0] ?? null
  let outage: UnavailableError | undefined
  const row = await find().catch((error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error
    outage = error
    return null
  })
  if (row) return row
  const cached = await store.get(cachedClickKey(id))
  const queued = cached ? (JSON.parse(cached) as RawClick) : await findWaitingClick(pool, config.dataDir, id)
  if (queued) return enrichClick(queued, await geoDatabaseOf(config))
  if (outage) throw outage
  // It was ingested since the first look, or does not exist.
  return find()
}

/** The queue is searched again, because the click may have left the spool between the first two looks. */
const findWaitingClick = async (pool: pg.Pool, dataDir: string, id: string): Promise<RawClick | null> =>
  (await findQueuedClick(pool, id)) ?? (await findSpooledClick(dataDir, id)) ?? (await findQueuedClick(pool, id))
