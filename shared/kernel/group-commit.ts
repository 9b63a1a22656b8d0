/** Group commit: what arrives while one flush is in flight leaves together with the next. No timer: batches grow with load by themselves. */
export interface GroupCommit<Item> {
  /** Resolves when the flush that carried the item has succeeded, rejects when it failed. */
  add(item: Item): Promise<void>
  /** Resolves when nothing is in flight and nothing waits. */
  idle(): Promise<void>
}

interface Waiting<Item> {
  item: Item
  resolve(): void
  reject(error: unknown): void
}

/** At most `most` items a flush; further ones wait for the flush after it. Flushes never overlap. */
export function groupCommit<Item>(flush: (items: Item[]) => Promise<void>, most: number): GroupCommit<Item> {
  const waiting: Waiting<Item>[] = []
  let running: Promise<void> | undefined
  const run = async () => {
    // Everything that arrives in this turn of the event loop belongs to the first flush.
    await Promise.resolve()
    while (waiting.length > 0) {
      const group = waiting.splice(0, most)
      try {
        await flush(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    running = undefined
  }
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        running ??= run()
      }),
    idle: async () => {
      while (running) await running
    },
  }
}
