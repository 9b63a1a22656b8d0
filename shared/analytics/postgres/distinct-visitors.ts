/** Counts distinct visitors. Pure, except that it lets other work run in between. */

/** Visitors of a partition: their table fits into the cache of the processor. */
const visitorsPerPartition = 50_000
/** Visitors that are counted before other work may run: some milliseconds. */
const visitorsPerTurn = 500_000

/**
 * A set of visitors of eight bytes each, which are hashes: their first bits select a partition, their last bits a place in its table.
 * Twelve megabytes per million visitors.
 */
export class DistinctVisitors {
  private readonly partitions: Partition[]

  /** `expected`: the approximate number of visitors, repeated ones included. */
  constructor(expected: number) {
    const count = 2 ** Math.max(0, Math.ceil(Math.log2(expected / visitorsPerPartition)))
    const capacity = Math.ceil((expected / count) * 1.1) + 64
    this.partitions = Array.from({ length: count }, () => new Partition(capacity))
  }

  /** Adds the visitors of a buffer. With `matches`, only those at an index with 1. */
  add(visitors: Buffer, matches?: Uint8Array): void {
    const last = this.partitions.length - 1
    // Copied, because typed arrays need aligned memory. Reading from the buffer would take three times as long.
    const words = new Int32Array(visitors.buffer.slice(visitors.byteOffset, visitors.byteOffset + visitors.length))
    for (let index = 0; 2 * index < words.length; index++) {
      if (matches && matches[index] === 0) continue
      const first = words[2 * index] as number
      ;(this.partitions[first & last] as Partition).add(first, words[2 * index + 1] as number)
    }
  }

  async count(): Promise<number> {
    let [distinct, sinceTurn] = [0, 0]
    for (const partition of this.partitions) {
      distinct += partition.countDistinct()
      sinceTurn += partition.size
      if (sinceTurn < visitorsPerTurn) continue
      sinceTurn = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    return distinct
  }
}

class Partition {
  size = 0
  /** Pairs of numbers. */
  private visitors: Int32Array

  constructor(capacity: number) {
    this.visitors = new Int32Array(2 * capacity)
  }

  add(first: number, second: number): void {
    if (2 * this.size === this.visitors.length) this.grow()
    this.visitors[2 * this.size] = first
    this.visitors[2 * this.size + 1] = second
    this.size++
  }

  private grow(): void {
    const larger = new Int32Array(2 * this.visitors.length)
    larger.set(this.visitors)
    this.visitors = larger
  }

  /** By a table with open addressing. A pair of zeros marks a free place. */
  countDistinct(): number {
    const { visitors, size } = this
    const places = 2 ** Math.ceil(Math.log2(2 * size + 2))
    const table = new Int32Array(2 * places)
    let distinct = 0
    let hasZeros = false
    for (let index = 0; index < size; index++) {
      const first = visitors[2 * index] as number
      const second = visitors[2 * index + 1] as number
      if (first === 0 && second === 0) {
        hasZeros = true
        continue
      }
      let place = second & (places - 1)
      while (table[2 * place] !== first || table[2 * place + 1] !== second) {
        if (table[2 * place] === 0 && table[2 * place + 1] === 0) {
          table[2 * place] = first
          table[2 * place + 1] = second
          distinct++
          break
        }
        place = (place + 1) & (places - 1)
      }
    }
    return distinct + Number(hasZeros)
  }
}
