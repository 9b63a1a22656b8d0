/** Group commit: items that arrive during a flush form the next batch. There is no timer; batches grow with the load. */
import type pg from 'pg'

export interface GroupCommit<Item> {
  /** Resolves or rejects with the flush that contained the item. */
  add(item: Item): Promise<void>
  /** Like `add` without a promise, for hot paths. `onSettled` is called once, with the error if the flush failed. */
  addWithCallback(item: Item, onSettled: (error?: unknown) => void): void
  /** Resolves when no flush is running and no item is pending. */
  idle(): Promise<void>
}

interface Pending<Item> {
  item: Item
  onSettled(error?: unknown): void
}

/**
 * Flushes at most `maxBatchSize` items at a time, and up to `maxConcurrent` batches at once. A flush beside others begins only when as many
 * items are pending as are being flushed, because many small batches cost more than a few large ones.
 */
export function groupCommit<Item>(flush: (items: Item[]) => Promise<void>, maxBatchSize: number, maxConcurrent = 1): GroupCommit<Item> {
  const pending: Pending<Item>[] = []
  const idleWaiters: (() => void)[] = []
  let [flushes, itemsInFlight, isScheduled] = [0, 0, false]
  const mayFlush = () => pending.length > 0 && (flushes === 0 || (flushes < maxConcurrent && pending.length >= itemsInFlight))
  const flushNext = async () => {
    const batch = pending.splice(0, maxBatchSize)
    flushes++
    itemsInFlight += batch.length
    const error = await flush(batch.map(({ item }) => item)).then(
      () => undefined,
      (error: unknown) => error ?? new Error('the flush failed'),
    )
    flushes--
    itemsInFlight -= batch.length
    // Before the callbacks, which answer visitors: the next batch is being stored meanwhile.
    startFlushes()
    for (const { onSettled } of batch) onSettled(error)
  }
  const startFlushes = () => {
    while (mayFlush()) void flushNext()
    if (flushes === 0 && !isScheduled) for (const resolve of idleWaiters.splice(0)) resolve()
  }
  const addWithCallback = (item: Item, onSettled: (error?: unknown) => void) => {
    pending.push({ item, onSettled })
    if (isScheduled || !mayFlush()) return
    isScheduled = true
    // The flush includes everything that arrives in this turn of the event loop, from all readable sockets.
    setImmediate(() => {
      isScheduled = false
      startFlushes()
    })
  }
  return {
    addWithCallback,
    add: (item) => new Promise((resolve, reject) => addWithCallback(item, (error) => (error === undefined ? resolve() : reject(error)))),
    idle: async () => {
      if (flushes > 0 || isScheduled) await new Promise<void>((resolve) => idleWaiters.push(resolve))
    },
  }
}

/** A group commit for each pool, so that items of different databases are not mixed. */
export function groupCommitPerPool<Item>(
  flush: (items: Item[]) => Promise<void>,
  maxBatchSize: number,
): (pool: pg.Pool) => GroupCommit<Item> {
  const commits = new WeakMap<pg.Pool, GroupCommit<Item>>()
  return (pool) => {
    const commit = commits.get(pool) ?? groupCommit(flush, maxBatchSize)
    commits.set(pool, commit)
    return commit
  }
}
