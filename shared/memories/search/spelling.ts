/** Spelling correction of query words that no memory contains. */
import type { SimilarWord } from './words.queries.js'

export interface SpellingCorrection {
  lexeme: string
  /** In (0, 1): how similar the correction is to the query word. */
  closeness: number
}

/** From this trigram similarity on, the edit distance does not matter: prefixes of long words, parts of ids. */
const minSimilarity = 0.5

const maxCorrections = 3

/** Chooses the closest corrections of each query word among similar words, by edit distance or similarity. */
export function correctSpelling(similarWords: readonly SimilarWord[]): SpellingCorrection[] {
  const byWord = new Map<string, (SpellingCorrection & { lexemes: string[] })[]>()
  for (const { word, candidate, similarity, lexemes } of similarWords) {
    const edits = editDistance(word, candidate)
    if (edits > maxEdits(word) && similarity < minSimilarity) continue
    const closeness = Math.max(1 - edits / Math.max(word.length, candidate.length), similarity) * 0.9
    byWord.set(word, [...(byWord.get(word) ?? []), { lexeme: '', closeness, lexemes }])
  }
  const best = new Map<string, number>()
  for (const list of byWord.values()) {
    for (const { closeness, lexemes } of list.toSorted((a, b) => b.closeness - a.closeness).slice(0, maxCorrections)) {
      for (const lexeme of lexemes) best.set(lexeme, Math.max(best.get(lexeme) ?? 0, closeness))
    }
  }
  return [...best].map(([lexeme, closeness]) => ({ lexeme, closeness }))
}

const maxEdits = ({ length }: string) => (length < 6 ? 1 : 2)

/** Damerau-Levenshtein distance: letters changed, removed, added, or swapped with their neighbour. */
export function editDistance(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)]
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (const [i, letter] of from.entries()) {
    const row = [i + 1]
    for (const [j, other] of to.entries()) {
      const same = letter === other ? 0 : 1
      let cost = Math.min((last?.[j] ?? 0) + same, (last?.[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1)
      if (i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other) cost = Math.min(cost, (beforeLast?.[j - 1] ?? 0) + 1)
      row.push(cost)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last?.at(-1) ?? 0
}
