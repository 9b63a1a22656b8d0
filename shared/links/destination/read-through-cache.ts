/**
 * Read-through cache with a short TTL. Values whose changes are followed outlive it. Other frequently used keys are refreshed before they
 * expire, so that requests rarely wait, and concurrent misses share one query.
 */
import { type Cached, ClockCache } from '../../kernel/clock-cache.js'
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
  /** Limits how long a value is stale if an invalidation message is lost. Counts from the beginning of its query. */
  ttlMs: number
  /** Without it, no value outlives the TTL. */
  changes?: FollowedChanges<Value>
  /** Milliseconds of a clock that is never set back. */
  now?: () => number
}

/** Loads the values of keys. Missing keys do not exist. */
export type LoadBatch<Value extends object> = (keys: string[]) => Promise<ReadonlyMap<string, Value>>

/** A null value is cached as well, so that crawlers of dead links cause at most one query per key and TTL. */
interface Entry<Value> extends Cached {
  value: Value | null
  expiresAt: number
  isFollowed: boolean
  isRefreshScheduled: boolean
}

interface Load<Value> {
  value: Value | null
  /** When its query began. */
  queriedAt: number
}

/** Maximum number of keys in one query. */
const maxBatchSize = 500

export const readThroughCache = <Value extends object>(
  loadBatch: LoadBatch<Value>,
  options: ReadThroughCacheOptions<Value>,
): ReadThroughCache<Value> => new Cache(loadBatch, options)

class Cache<Value extends object> implements ReadThroughCache<Value> {
  private readonly entries: ClockCache<Entry<Value>>
  private readonly pending = new Map<string, Promise<Value | null>>()
  private readonly ttlMs: number
  private readonly changes: FollowedChanges<Value> | undefined
  private readonly now: () => number
  private readonly loadInBatch: ReturnType<typeof batchLoader<Value>>
  private readonly scheduleRefresh: (key: string) => void
  private followedUntil = 0

  constructor(loadBatch: LoadBatch<Value>, { maxEntries, ttlMs, changes, now = () => performance.now() }: ReadThroughCacheOptions<Value>) {
    this.entries = new ClockCache(maxEntries)
    this.ttlMs = ttlMs
    this.changes = changes
    this.now = now
    this.loadInBatch = batchLoader(loadBatch, now)
    this.scheduleRefresh = collectKeys(ttlMs / 10, (keys) => {
      for (const key of keys) if (!this.pending.has(key)) this.load(key).catch(() => undefined) // the next `get` reports the error
    })
  }

  get(key: string): MaybePromise<Value | null> {
    const entry = this.entries.get(key)
    if (entry === undefined) return this.pending.get(key) ?? this.load(key)
    const now = this.now()
    const followedMs = entry.isFollowed ? this.followedUntil - now : 0
    // Answers almost all redirects, and does not read the time of the entry, a number that V8 keeps in an object of its own.
    if (followedMs >= this.ttlMs / 2) return entry.value
    const remainingMs = Math.max(followedMs, entry.expiresAt - now)
    if (remainingMs < this.ttlMs / 2) this.prolong(key, entry, remainingMs)
    return remainingMs > 0 ? entry.value : (this.pending.get(key) ?? this.load(key))
  }

  invalidate(key: string): void {
    this.entries.delete(key)
    this.pending.delete(key)
  }

  invalidateAll(matches?: (value: Value) => boolean): void {
    this.pending.clear()
    // The values are kept in case loading fails.
    for (const entry of this.entries.values()) {
      if (matches && !(entry.value && matches(entry.value))) continue
      entry.expiresAt = 0
      entry.isFollowed = false
    }
  }

  confirm(at: number): void {
    this.followedUntil = at + this.ttlMs
  }

  private prolong(key: string, entry: Entry<Value>, remainingMs: number): void {
    if (entry.isFollowed && this.changes?.requestConfirmation()) return
    // An expired value is being loaded at once.
    if (remainingMs <= 0 || entry.isRefreshScheduled) return
    entry.isRefreshScheduled = true
    this.scheduleRefresh(key)
  }

  private load(key: string): Promise<Value | null> {
    const loading = new Promise<Value | null>((resolve, reject) => {
      this.loadInBatch(key, (error, { value, queriedAt }) => {
        // A load that was invalidated while pending may return a stale value, so it is not cached.
        const isCurrent = this.pending.get(key) === loading
        if (isCurrent) this.pending.delete(key)
        if (error === undefined) {
          // A value whose query took longer than the TTL has expired: it answers only those who waited for it.
          if (isCurrent) this.keep(key, value, queriedAt, value !== null && (this.changes?.isFollowed(key, value) ?? false))
          return resolve(value)
        }
        const stale = this.entries.get(key)
        if (!stale) return reject(error)
        // Keeps the stale value for another TTL, so that a failing database is not queried for every visitor.
        this.keep(key, stale.value, this.now(), false)
        resolve(stale.value)
      })
    })
    this.pending.set(key, loading)
    return loading
  }

  private keep(key: string, value: Value | null, since: number, isFollowed: boolean): void {
    this.entries.set(key, { value, expiresAt: since + this.ttlMs, isFollowed, isRefreshScheduled: false, isUsed: false })
  }
}

/**
 * Loads keys requested in the same turn of the event loop, or while the query before was running, with one query, because a key of a large
 * query costs a third of one of a small query.
 */
function batchLoader<Value extends object>(loadBatch: LoadBatch<Value>, now: () => number) {
  const loads = groupCommit<Load<Value> & { key: string }>(async (requests) => {
    const queriedAt = now()
    for (const request of requests) request.queriedAt = queriedAt
    const values = await loadBatch(requests.map(({ key }) => key))
    for (const request of requests) request.value = values.get(request.key) ?? null
  }, maxBatchSize)
  return (key: string, onLoaded: (error: unknown, load: Load<Value>) => void): void => {
    const request = { key, value: null, queriedAt: 0 }
    loads.addWithCallback(request, (error) => onLoaded(error, request))
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
