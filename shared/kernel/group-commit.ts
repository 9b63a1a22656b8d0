/** Group commit: what arrives while one flush is in flight leaves together with the next. No timer: batches grow with load by themselves. */
export interface GroupCommit<Item> {
  /** Resolves when the flush that carried the item has succeeded, rejects when it failed. */
  add(item: Item): Promise<void>
  /** The same without a promise, for where every microsecond counts: `settled` is called once, with the error if there was one. */
  addThen(item: Item, settled: (error?: unknown) => void): void
  /** Resolves when nothing is in flight and nothing waits. */
  idle(): Promise<void>
}

interface Waiting<Item> {
  item: Item
  settled(error?: unknown): void
}

/** A flush takes `most` items at most; further ones wait for the flush after it. Flushes never overlap. */
export function groupCommit<Item>(flush: (items: Item[]) => Promise<void>, most: number): GroupCommit<Item> {
  const waiting: Waiting<Item>[] = []
  let running: Promise<void> | undefined
  const run = async () => {
    // Everything that arrives in this turn of the event loop belongs to the first flush: all sockets that had something to read.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.splice(0, most)
      const error = await flush(group.map(({ item }) => item)).then(
        () => undefined,
        (error: unknown) => error ?? new Error('the flush failed'),
      )
      for (const { settled } of group) settled(error)
    }
    running = undefined
  }
  const addThen = (item: Item, settled: (error?: unknown) => void) => {
    waiting.push({ item, settled })
    running ??= run()
  }
  return {
    addThen,
    add: (item) => new Promise((resolve, reject) => addThen(item, (error) => (error === undefined ? resolve() : reject(error)))),
    idle: async () => {
      while (running) await running
    },
  }
}
