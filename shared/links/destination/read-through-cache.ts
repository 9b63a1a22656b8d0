/**
 * Read-through cache with a short TTL. Values whose changes are followed outlive it. Other frequently used keys are refreshed before they
 * expire, so that requests rarely wait, and concurrent misses share one query.
 */
import { LRUCache } from 'lru-cache'
import { groupCommit } from '../../kernel/group-commit.js'
import type { MaybePromise } from '../../kernel/maybe-promise.js'

export interface ReadThroughCache<Value extends object> {
  /**
   * Returns a cached value synchronously, else loads it; null if it does not exist. While loading fails, expired values are returned,
   * because redirecting with a stale link is better than failing.
   */
  get(key: string): MaybePromise<Value | null>
  invalidate(key: string): void
  /** Invalidates all values, or those that `matches` names and all that are being loaded. */
  invalidateAll(matches?: (value: Value) => boolean): void
  /** States that all changes committed until `at` were invalidated: followed values are used for another TTL from then on. */
  confirm(at: number): void
}

/** Following changes, instead of reading values again and again. */
export interface FollowedChanges<Value extends object> {
  /** Whether each change of this value is invalidated under this key. */
  isFollowed(key: string, value: Value): boolean
  /** Asks for a call of `confirm`. Returns false if none can be expected soon. */
  requestConfirmation(): boolean
}

export interface ReadThroughCacheOptions<Value extends object> {
  maxEntries: number
  /** Limits how long a value is stale if an invalidation message is lost. */
  ttlMs: number
  /** Without it, no value outlives the TTL. */
  changes?: FollowedChanges<Value>
  /** Milliseconds of a clock that is never set back. */
  now?: () => number
}

/** Loads the values of keys. Missing keys do not exist. */
export type LoadBatch<Value extends object> = (keys: string[]) => Promise<ReadonlyMap<string, Value>>

/** A null value is cached as well, so that crawlers of dead links cause at most one query per key and TTL. */
interface Entry<Value> {
  value: Value | null
  expiresAt: number
  isFollowed: boolean
  isRefreshScheduled: boolean
}

/** Maximum number of keys in one query. */
const maxBatchSize = 500

export function readThroughCache<Value extends object>(
  loadBatch: LoadBatch<Value>,
  { maxEntries, ttlMs, changes, now = () => performance.now() }: ReadThroughCacheOptions<Value>,
): ReadThroughCache<Value> {
  const entries = new LRUCache<string, Entry<Value>>({ max: maxEntries })
  const pending = new Map<string, Promise<Value | null>>()
  let followedUntil = 0
  const loadInBatch = batchLoader(loadBatch)
  const newEntry = (value: Value | null, isFollowed: boolean) => ({ value, expiresAt: now() + ttlMs, isFollowed, isRefreshScheduled: false })
  const load = (key: string): Promise<Value | null> => {
    // A load that was invalidated while pending may return a stale value, so it is not cached.
    const isCurrent = () => pending.get(key) === loading
    const loading: Promise<Value | null> = loadInBatch(key)
      .then(
        (value) => {
          if (isCurrent()) entries.set(key, newEntry(value, value !== null && changes !== undefined && changes.isFollowed(key, value)))
          return value
        },
        (error: unknown) => {
          const entry = entries.get(key)
          if (!entry) throw error
          // Keeps the stale entry for another TTL, so that a failing database is not queried for every visitor.
          entries.set(key, newEntry(entry.value, false))
          return entry.value
        },
      )
      .finally(() => isCurrent() && pending.delete(key))
    pending.set(key, loading)
    return loading
  }
  const scheduleRefresh = collectKeys(ttlMs / 10, (keys) => {
    for (const key of keys) if (!pending.has(key)) load(key).catch(() => undefined) // the next `get` reports the error
  })
  /** Called in the second half of the TTL. */
  const prolong = (key: string, entry: Entry<Value>) => {
    if (entry.isFollowed && changes?.requestConfirmation()) return
    if (entry.isRefreshScheduled) return
    entry.isRefreshScheduled = true
    scheduleRefresh(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return pending.get(key) ?? load(key)
      const remainingMs = (entry.isFollowed ? Math.max(entry.expiresAt, followedUntil) : entry.expiresAt) - now()
      if (remainingMs < ttlMs / 2) prolong(key, entry)
      return remainingMs > 0 ? entry.value : (pending.get(key) ?? load(key))
    },
    invalidate(key) {
      entries.delete(key)
      pending.delete(key)
    },
    invalidateAll(matches) {
      pending.clear()
      // The values are kept in case loading fails.
      for (const entry of entries.values()) {
        if (matches && !(entry.value && matches(entry.value))) continue
        entry.expiresAt = 0
        entry.isFollowed = false
      }
    },
    confirm(at) {
      followedUntil = at + ttlMs
    },
  }
}

/**
 * Loads keys requested in the same turn of the event loop, or while the query before was running, with one query, because a key of a large
 * query costs a third of one of a small query.
 */
function batchLoader<Value extends object>(loadBatch: LoadBatch<Value>): (key: string) => Promise<Value | null> {
  const loads = groupCommit<{ key: string; value: Value | null }>(async (requests) => {
    const values = await loadBatch(requests.map(({ key }) => key))
    for (const request of requests) request.value = values.get(request.key) ?? null
  }, maxBatchSize)
  return async (key) => {
    const request = { key, value: null }
    await loads.add(request)
    return request.value
  }
}

/** Collects keys for a while after the first one, then calls `flush` with all of them. */
function collectKeys(delayMs: number, flush: (keys: string[]) => void): (key: string) => void {
  let collected: string[] = []
  return (key) => {
    if (collected.push(key) > 1) return
    setTimeout(() => {
      const keys = collected
      collected = []
      flush(keys)
    }, delayMs).unref()
  }
}
