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

/**
 * A flush takes items up to the weight `most`, one at least; further ones wait for the flush after it. Every item weighs one
 * unless said otherwise. Flushes never overlap.
 */
export function groupCommit<Item>(flush: (items: Item[]) => Promise<void>, most: number, weightOf: (item: Item) => number = () => 1): GroupCommit<Item> {
  const waiting: Waiting<Item>[] = []
  let running: Promise<void> | undefined
  const run = async () => {
    // Everything that arrives in this turn of the event loop belongs to the first flush.
    await Promise.resolve()
    while (waiting.length > 0) {
      const group = waiting.splice(0, fitting(waiting, most, weightOf))
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

function fitting<Item>(waiting: Waiting<Item>[], most: number, weightOf: (item: Item) => number): number {
  let weight = 0
  const over = waiting.findIndex(({ item }) => (weight += weightOf(item)) > most)
  return over < 0 ? waiting.length : Math.max(1, over)
}
