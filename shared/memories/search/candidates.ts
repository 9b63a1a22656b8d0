/** Which memories are looked at closely, so that a search takes no longer when there are many. */
import type { Term } from './terms.js'

/** Memories that an expression may be expected to find. Reading and ranking so many takes some milliseconds. */
const budget = 1000

/** Beyond the budget by so much, the older ones are left out. */
export const mostCandidates = 1500

export interface Candidates {
  /** What a memory must have to be one, as a tsquery. */
  expression: string
  /** How many there are, about. */
  expected: number
}

/**
 * An expression for the rare words of a question, any of them, and for pairs of its common ones: a memory with nothing but one common word
 * would not come near the top where better ones are. Null where nothing was asked.
 */
export function candidatesFor(terms: readonly Term[], size: number): Candidates | null {
  const sorted = terms.toSorted((a, b) => a.frequency - b.frequency)
  const [rarest] = sorted
  if (!rarest) return null
  const parts: Part[] = []
  const common: Term[] = []
  let left = budget
  for (const term of sorted) {
    if (term.frequency > left) common.push(term)
    else {
      parts.push({ text: quoted(term), expected: term.frequency })
      left -= term.frequency
    }
  }
  parts.push(...pairsOf(common, size))
  return together(parts.length > 0 ? parts : [{ text: quoted(rarest), expected: rarest.frequency }])
}

interface Part {
  text: string
  expected: number
}

const together = (parts: readonly Part[]): Candidates => ({
  expression: parts.map(({ text }) => text).join(' | '),
  expected: parts.reduce((sum, { expected }) => sum + expected, 0),
})

function pairsOf(terms: readonly Term[], size: number): Part[] {
  const pairs = terms.flatMap((one, at) =>
    terms.slice(at + 1).map((other) => ({ one, other, expected: (one.frequency * other.frequency) / size })),
  )
  const chosen: Part[] = []
  let left = budget
  for (const { one, other, expected } of pairs.toSorted((a, b) => a.expected - b.expected)) {
    if (expected > left) break
    left -= expected
    chosen.push({ text: `(${quoted(one)} & ${quoted(other)})`, expected })
  }
  return chosen
}

/** Memories with any of the words, however many they are. */
export const anyOf = (terms: readonly Term[]): Candidates =>
  together(terms.map((term) => ({ text: quoted(term), expected: term.frequency })))

/** Whether it is quicker to go through the newest memories until enough are found than to look at all that the index of words names. */
export const isQuickerByTime = ({ expected }: Candidates, size: number) => expected * expected > mostCandidates * size

export const quoted = ({ lexeme }: Pick<Term, 'lexeme'>) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
