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

/** Flushes at most `maxBatchSize` items at a time, one flush after the other. */
export function groupCommit<Item>(flush: (items: Item[]) => Promise<void>, maxBatchSize: number): GroupCommit<Item> {
  const pending: Pending<Item>[] = []
  let running: Promise<void> | undefined
  const run = async () => {
    // The first flush includes everything that arrives in this turn of the event loop, from all readable sockets.
    await new Promise((resolve) => setImmediate(resolve))
    while (pending.length > 0) {
      const batch = pending.splice(0, maxBatchSize)
      const error = await flush(batch.map(({ item }) => item)).then(
        () => undefined,
        (error: unknown) => error ?? new Error('the flush failed'),
      )
      for (const { onSettled } of batch) onSettled(error)
    }
    running = undefined
  }
  const addWithCallback = (item: Item, onSettled: (error?: unknown) => void) => {
    pending.push({ item, onSettled })
    running ??= run()
  }
  return {
    addWithCallback,
    add: (item) => new Promise((resolve, reject) => addWithCallback(item, (error) => (error === undefined ? resolve() : reject(error)))),
    idle: async () => {
      while (running) await running
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
