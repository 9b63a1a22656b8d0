/** Seeded random numbers: the same seed gives the same run. */
export interface Random {
  /** In [0, 1). */
  (): number
  below(count: number): number
  pick<Value>(list: readonly Value[]): Value
  bool(probability: number): boolean
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return Object.assign(next, {
    below,
    pick: <Value>(list: readonly Value[]) => list[below(list.length)] as Value,
    bool: (probability: number) => next() < probability,
  })
}
