/** The words of a question, and what each is worth. */

export interface Term {
  /** The word's stem, as the index knows it. */
  lexeme: string
  /** In how many memories of the scope it is expected. */
  frequency: number
  weight: number
}

/** What is known of the memories among which is searched. */
export interface Statistics {
  /** How many there are, about. */
  size: number
  /** Words of one, on average. */
  length: number
  sampled: number
  /** In how many of the sample each word is. */
  hits: ReadonlyMap<string, number>
}

/** Words beyond so many add time, and hardly any sense. */
const mostTerms = 24

/** The words with their weights: a word that few memories hold says more. The ones that say most come first. */
export function weighted(lexemes: readonly string[], { size, sampled, hits }: Statistics): Term[] {
  return lexemes
    .map((lexeme) => {
      // A word that is not in the sample is rare, but may be somewhere.
      const frequency = (Math.max(hits.get(lexeme) ?? 0, 0.5) / Math.max(sampled, 1)) * size
      return { lexeme, frequency, weight: rarity(frequency, size) }
    })
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostTerms)
}

const rarity = (frequency: number, size: number) => Math.log(1 + (Math.max(size - frequency, 0) + 0.5) / (frequency + 0.5))
