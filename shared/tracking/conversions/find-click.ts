/** Finds a click by its id, ingested or not. */
import { clickIdTime, isClickId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { ShortLivedStore } from '../../kernel/store/short-lived-store.js'
import { UnavailableError } from '../../kernel/unavailable-error.js'
import { decodeClickBatch } from '../click-batch-text.js'
import type { ClickBatch, RawClick } from '../click-batch.js'
import { cachedClickKey } from '../click-recorder.js'
import { findSpooledClick } from '../click-spool.js'
import { clickStoreOf } from '../click-store/active-store.js'
import { type ClickRow, enrichClick } from '../enrich-click.js'
import { findQueuedBatch } from '../queued-clicks.queries.js'
import { geoDatabaseOf } from '../visitor/geo-database-of-config.js'

/**
 * Returns the click from the event store, or from the short-lived store as long as it is queued. A crash of the database may empty the
 * short-lived store, and clicks that came meanwhile are in the spool until they are queued. While the event store is away, clicks of the
 * last hour are still found.
 */
export async function findClick(scope: Pick<Scope, 'pool' | 'store' | 'config'>, id: string): Promise<ClickRow | null> {
  if (!isClickId(id)) return null
  const { config } = scope
  const find = async () => (await (await clickStoreOf(scope)).find([{ id, at: new Date(clickIdTime(id)) }]))[0] ?? null
  let outage: UnavailableError | undefined
  const row = await find().catch((error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error
    outage = error
    return null
  })
  if (row) return row
  const queued = await findWaitingClick(scope, id)
  if (queued) return enrichClick(queued, await geoDatabaseOf(config))
  if (outage) throw outage
  // It was ingested since the first look, or does not exist.
  return find()
}

/** Store and queue are searched again, because the click may have left the spool after the first looks. */
async function findWaitingClick({ pool, store, config }: Pick<Scope, 'pool' | 'store' | 'config'>, id: string): Promise<RawClick | null> {
  const findQueued = async () => (await findCachedClick(store, id)) ?? (await findQueuedClick(pool, id))
  return (await findQueued()) ?? (await findSpooledClick(config.dataDir, id)) ?? (await findQueued())
}

async function findQueuedClick(pool: Scope['pool'], id: string): Promise<RawClick | null> {
  const text = await findQueuedBatch(pool, id)
  return text === null ? null : ((decodeClickBatch(text) as ClickBatch).clicks.find((click) => click.id === id) ?? null)
}

async function findCachedClick(store: ShortLivedStore, id: string): Promise<RawClick | null> {
  const cached = await store.get(cachedClickKey(id))
  return cached ? (JSON.parse(cached) as RawClick) : null
}
