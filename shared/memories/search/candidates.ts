/** Selects the memories that a search ranks, so that its time does not grow with the number of memories. */
import type { Term } from './terms.js'

/** Number of memories that an expression may be expected to match. Ranking this many takes a few milliseconds. */
const maxExpectedCandidates = 1000

/** Limit of candidates if an expression matches more than expected. The newest are used. */
export const maxCandidates = 1500

export interface Candidates {
  /** The tsquery that candidates match. */
  expression: string
  /** Estimated number of matches. */
  expected: number
}

/**
 * Matches any rare term of the query, and pairs of common terms: a memory that only has one common term would rank too low to matter. Null
 * without terms.
 */
export function chooseCandidates(terms: readonly Term[], size: number): Candidates | null {
  const sorted = terms.toSorted((a, b) => a.frequency - b.frequency)
  const [rarest] = sorted
  if (!rarest) return null
  const parts: Part[] = []
  const common: Term[] = []
  let remaining = maxExpectedCandidates
  for (const term of sorted) {
    if (term.frequency > remaining) common.push(term)
    else {
      parts.push({ text: quoteLexeme(term), expected: term.frequency })
      remaining -= term.frequency
    }
  }
  parts.push(...choosePairs(common, size))
  return combine(parts.length > 0 ? parts : [{ text: quoteLexeme(rarest), expected: rarest.frequency }])
}

interface Part {
  text: string
  expected: number
}

const combine = (parts: readonly Part[]): Candidates => ({
  expression: parts.map(({ text }) => text).join(' | '),
  expected: parts.reduce((sum, { expected }) => sum + expected, 0),
})

function choosePairs(terms: readonly Term[], size: number): Part[] {
  const pairs = terms.flatMap((first, index) =>
    terms.slice(index + 1).map((second) => ({ first, second, expected: (first.frequency * second.frequency) / size })),
  )
  const chosen: Part[] = []
  let remaining = maxExpectedCandidates
  for (const { first, second, expected } of pairs.toSorted((a, b) => a.expected - b.expected)) {
    if (expected > remaining) break
    remaining -= expected
    chosen.push({ text: `(${quoteLexeme(first)} & ${quoteLexeme(second)})`, expected })
  }
  return chosen
}

/** Matches any of the terms, without a limit on the expected number. */
export const candidatesWithAnyTerm = (terms: readonly Term[]): Candidates =>
  combine(terms.map((term) => ({ text: quoteLexeme(term), expected: term.frequency })))

/** Whether scanning memories from the newest until enough match is faster than using the full-text index. */
export const isTimeScanFaster = ({ expected }: Candidates, size: number) => expected * expected > maxCandidates * size

export const quoteLexeme = ({ lexeme }: Pick<Term, 'lexeme'>) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
