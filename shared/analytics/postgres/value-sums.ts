/** Sums by value id, added in any order. Pure. */
import type { Sums } from './sums.js'

export class ValueSums {
  private readonly slots = new Map<number, number>()
  private counters: Float64Array[]

  constructor(counters: number) {
    this.counters = Array.from({ length: counters }, () => new Float64Array(1024))
  }

  /** Where the counters of a value are; a new value starts at zero. */
  slotOf(value: number): number {
    const known = this.slots.get(value)
    if (known !== undefined) return known
    const slot = this.slots.size
    this.slots.set(value, slot)
    if (slot >= (this.counters[0] as Float64Array).length) this.grow()
    return slot
  }

  add(slot: number, counter: number, count: number): void {
    const counts = this.counters[counter] as Float64Array
    counts[slot] = (counts[slot] as number) + count
  }

  result(): Sums {
    return {
      values: Int32Array.from(this.slots.keys()),
      counters: this.counters.map((counts) => counts.subarray(0, this.slots.size)),
    }
  }

  private grow(): void {
    this.counters = this.counters.map((counts) => {
      const larger = new Float64Array(2 * counts.length)
      larger.set(counts)
      return larger
    })
  }
}
