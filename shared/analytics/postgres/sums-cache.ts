import type { Sums } from './sums.js'

/** About 20 MB. */
const maxCachedNumbers = 2_500_000

/** Sums of packed rollups by key, in a least-recently-used cache of limited size. */
export class SumsCache {
  private readonly entries = new Map<string, Sums>()
  private readonly maxNumbers: number
  private numbers = 0

  constructor(maxNumbers = maxCachedNumbers) {
    this.maxNumbers = maxNumbers
  }

  async getOrRead(key: string, read: () => Promise<Sums>): Promise<Sums> {
    const sums = this.entries.get(key) ?? trimmed(await read())
    this.delete(key)
    this.entries.set(key, sums)
    this.numbers += sizeOf(sums)
    for (const [oldest] of this.entries) if (this.numbers > this.maxNumbers) this.delete(oldest)
    return sums
  }

  private delete(key: string): void {
    const sums = this.entries.get(key)
    if (!sums) return
    this.entries.delete(key)
    this.numbers -= sizeOf(sums)
  }
}

/** A copy without the spare capacity of the buffers that were summed into. */
const trimmed = ({ values, counters }: Sums): Sums => ({ values: values.slice(), counters: counters.map((counter) => counter.slice()) })

const sizeOf = ({ values, counters }: Sums) => values.length * (1 + counters.length)
