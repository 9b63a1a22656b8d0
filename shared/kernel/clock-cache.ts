/** What a `ClockCache` keeps. */
export interface Cached {
  /** Set by the cache on each use. False for a new value. */
  isUsed: boolean
}

/** Used values that the hand passes at most, so that no eviction takes long. */
const maxPassed = 1000

/**
 * A map of limited size. A full one evicts the first value, in the order of a hand that goes round, that was not used since the hand passed
 * it (the page replacement algorithm CLOCK). It keeps about what an LRU cache keeps, but a hit changes no list: it reads the value only.
 */
export class ClockCache<Value extends Cached> {
  private readonly entries = new Map<string, Value>()
  private readonly maxEntries: number
  // Iterators of a map stay valid while it changes. A new one would pass the holes of deleted entries again on each eviction.
  private hand = this.entries.entries()
  /** Entries left of the round. Those added meanwhile are behind the hand. */
  private left = 0

  /** `maxEntries` is at least 1. */
  constructor(maxEntries: number) {
    this.maxEntries = maxEntries
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key)
    if (value !== undefined && !value.isUsed) value.isUsed = true
    return value
  }

  set(key: string, value: Value): void {
    if (this.entries.size >= this.maxEntries && !this.entries.has(key)) this.evict()
    this.entries.set(key, value)
  }

  delete(key: string): void {
    this.entries.delete(key)
  }

  values(): Iterable<Value> {
    return this.entries.values()
  }

  private evict(): void {
    for (let passed = 0; ; passed++) {
      const [key, value] = this.nextEntry()
      if (!value.isUsed || passed === maxPassed) return this.delete(key)
      value.isUsed = false
    }
  }

  private nextEntry(): [string, Value] {
    const entry = this.left-- > 0 ? this.hand.next().value : undefined
    if (entry !== undefined) return entry
    this.hand = this.entries.entries()
    this.left = this.entries.size
    return this.nextEntry()
  }
}
