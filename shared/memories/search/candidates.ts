/** Which memories are looked at closely, so that a search takes no longer when there are many. */
import type { Term } from './terms.js'

/** Memories that an expression may be expected to find. Reading and ranking so many takes some milliseconds. */
const budget = 1500

/** Beyond the budget by so much, the older ones are left out. */
export const mostCandidates = 2000

/**
 * An expression for the rare words of a question, any of them, and for pairs of its common ones: a memory with nothing but
 * one common word would not come near the top where better ones are. Null where nothing was asked.
 */
export function candidateExpression(terms: readonly Term[], size: number): string | null {
  const sorted = terms.toSorted((a, b) => a.frequency - b.frequency)
  const [rarest] = sorted
  if (!rarest) return null
  const parts: string[] = []
  const common: Term[] = []
  let left = budget
  for (const term of sorted) {
    if (term.frequency > left) common.push(term)
    else {
      parts.push(quoted(term))
      left -= term.frequency
    }
  }
  parts.push(...pairsOf(common, size))
  return parts.length > 0 ? parts.join(' | ') : quoted(rarest)
}

function pairsOf(terms: readonly Term[], size: number): string[] {
  const pairs = terms.flatMap((one, at) => terms.slice(at + 1).map((other) => ({ one, other, expected: (one.frequency * other.frequency) / size })))
  const chosen: string[] = []
  let left = budget
  for (const { one, other, expected } of pairs.toSorted((a, b) => a.expected - b.expected)) {
    if (expected > left) break
    left -= expected
    chosen.push(`(${quoted(one)} & ${quoted(other)})`)
  }
  return chosen
}

/** An expression for any of the words, however many memories have them. */
export const anyOf = (terms: readonly Term[]) => terms.map(quoted).join(' | ')

export const quoted = ({ lexeme }: Pick<Term, 'lexeme'>) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
