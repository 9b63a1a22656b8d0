/** Reciprocal rank fusion: combines rankings by rank, because their scores are not comparable. */

export interface Ranking {
  name: string
  /** Weight of this ranking. */
  weight: number
  /** Ids, best first. */
  ids: readonly string[]
}

export interface FusedHit {
  id: string
  /** In (0, 1]; 1 means rank 1 in every ranking. */
  score: number
  /** Rank in each ranking that contains it, starting at 1. */
  ranks: Record<string, number>
}

// The usual constant. It makes neighbouring ranks nearly equal, so agreement of several rankings outweighs a top rank in one.
const k = 60

/** Best first. Empty rankings are ignored. */
export function fuseRankings(rankings: readonly Ranking[]): FusedHit[] {
  const nonEmpty = rankings.filter(({ ids }) => ids.length > 0)
  const maxScore = nonEmpty.reduce((sum, { weight }) => sum + weight / (k + 1), 0)
  const hits = new Map<string, FusedHit>()
  for (const { name, weight, ids } of nonEmpty) {
    for (const [index, id] of ids.entries()) {
      const hit = hits.get(id) ?? { id, score: 0, ranks: {} }
      hit.score += weight / (k + index + 1) / maxScore
      hit.ranks[name] = index + 1
      hits.set(id, hit)
    }
  }
  return [...hits.values()].toSorted((a, b) => b.score - a.score)
}
