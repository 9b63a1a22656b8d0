/** Several rankings as one, by reciprocal rank: scores of different kinds cannot be compared, places can. */

export interface Leg {
  name: string
  /** How much its first place is worth. */
  weight: number
  /** Ids, the best first. */
  ids: readonly string[]
}

export interface Fused {
  id: string
  /** In (0, 1]; 1 is the first place everywhere. */
  score: number
  /** Its place in each leg that has it, from 1. */
  ranks: Record<string, number>
}

// Large enough that the second place is worth nearly as much as the first: many legs agreeing beat one that is sure.
const k = 60

/** The best first. A leg that found nothing does not count. */
export function fuse(legs: readonly Leg[]): Fused[] {
  const counting = legs.filter(({ ids }) => ids.length > 0)
  const most = counting.reduce((sum, { weight }) => sum + weight / (k + 1), 0)
  const found = new Map<string, Fused>()
  for (const { name, weight, ids } of counting) {
    for (const [at, id] of ids.entries()) {
      const one = found.get(id) ?? { id, score: 0, ranks: {} }
      one.score += weight / (k + at + 1) / most
      one.ranks[name] = at + 1
      found.set(id, one)
    }
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score)
}
