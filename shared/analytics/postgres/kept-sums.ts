import type { Sums } from './sums.js'

/** Some twenty megabytes. */
const mostNumbers = 2_500_000

/** Sums by the name of what they are of, as many as there is room for, those that were asked for longest ago leave first. */
export class KeptSums {
  private readonly kept = new Map<string, Sums>()
  private readonly most: number
  private numbers = 0

  constructor(most = mostNumbers) {
    this.most = most
  }

  async of(name: string, read: () => Promise<Sums>): Promise<Sums> {
    const sums = this.kept.get(name) ?? compact(await read())
    this.drop(name)
    this.kept.set(name, sums)
    this.numbers += numbersIn(sums)
    for (const [oldest] of this.kept) if (this.numbers > this.most) this.drop(oldest)
    return sums
  }

  private drop(name: string): void {
    const sums = this.kept.get(name)
    if (!sums) return
    this.kept.delete(name)
    this.numbers -= numbersIn(sums)
  }
}

/** Without the room that adding them up took. */
const compact = ({ values, counters }: Sums): Sums => ({ values: values.slice(), counters: counters.map((one) => one.slice()) })

const numbersIn = ({ values, counters }: Sums) => values.length * (1 + counters.length)
