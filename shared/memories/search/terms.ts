/** Query terms and their weights. */

export interface Term {
  /** Stem of the word, as in the full-text index. */
  lexeme: string
  /** Estimated number of memories in the scope that contain it. */
  frequency: number
  weight: number
}

/** Statistics of the memories in the scope of a search. */
export interface Statistics {
  /** Estimated number of memories. */
  size: number
  /** Average number of words per memory. */
  averageLength: number
  /** Number of memories in the sample. */
  sampled: number
  /** How many memories of the sample contain each lexeme. */
  hits: ReadonlyMap<string, number>
}

/** More terms take time and hardly change the ranking. */
const maxTerms = 24

/**
 * Weights terms by inverse document frequency, highest first. Terms that no memory of the sample contains are dropped first, because many
 * of them match nothing, except the known ones.
 */
export function weightTerms(lexemes: readonly string[], { size, sampled, hits }: Statistics, known?: ReadonlySet<string>): Term[] {
  const mayMatch = ({ lexeme }: Term) => Number((hits.get(lexeme) ?? 0) > 0 || known?.has(lexeme))
  const byWeight = (a: Term, b: Term) => b.weight - a.weight
  return lexemes
    .map((lexeme) => {
      // A word that does not occur in the sample is rare, but may occur elsewhere.
      const frequency = (Math.max(hits.get(lexeme) ?? 0, 0.5) / Math.max(sampled, 1)) * size
      return { lexeme, frequency, weight: inverseDocumentFrequency(frequency, size) }
    })
    .toSorted((a, b) => mayMatch(b) - mayMatch(a) || byWeight(a, b))
    .slice(0, maxTerms)
    .toSorted(byWeight)
}

const inverseDocumentFrequency = (frequency: number, size: number) =>
  Math.log(1 + (Math.max(size - frequency, 0) + 0.5) / (frequency + 0.5))
