/** Chance that can be repeated: the same seed gives the same shop. */
export interface Chance {
  /** In [0, 1). */
  (): number
  below(count: number): number
  of<Value>(list: readonly Value[]): Value
  happens(probability: number): boolean
}

export function chanceOf(seed: number): Chance {
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
    of: <Value>(list: readonly Value[]) => list[below(list.length)] as Value,
    happens: (probability: number) => next() < probability,
  })
}
