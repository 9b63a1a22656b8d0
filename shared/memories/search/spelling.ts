/** What a word that nobody wrote may have been meant to be. */
import type { NearWord } from './words.queries.js'

export interface Guess {
  lexeme: string
  /** In (0, 1): how close the word is to the one that was asked for. */
  closeness: number
}

/** Close enough without counting letters: the beginning of a long word, a part of an id. */
const alike = 0.5

const mostGuesses = 3

/** Of the words that look alike, the ones that a slip of the finger or a missing end explains: the closest few of each. */
export function guesses(near: readonly NearWord[]): Guess[] {
  const byWord = new Map<string, (Guess & { lexemes: string[] })[]>()
  for (const { word, near: candidate, similarity, lexemes } of near) {
    const slips = editDistance(word, candidate)
    if (slips > slipsAllowed(word) && similarity < alike) continue
    const closeness = Math.max(1 - slips / Math.max(word.length, candidate.length), similarity) * 0.9
    byWord.set(word, [...(byWord.get(word) ?? []), { lexeme: '', closeness, lexemes }])
  }
  const best = new Map<string, number>()
  for (const list of byWord.values()) {
    for (const { closeness, lexemes } of list.toSorted((a, b) => b.closeness - a.closeness).slice(0, mostGuesses)) {
      for (const lexeme of lexemes) best.set(lexeme, Math.max(best.get(lexeme) ?? 0, closeness))
    }
  }
  return [...best].map(([lexeme, closeness]) => ({ lexeme, closeness }))
}

const slipsAllowed = ({ length }: string) => (length < 6 ? 1 : 2)

/** Letters that were changed, lost, added, or swapped with their neighbour. */
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
