/** Retrieval metrics of memory search; the quality of answers generated from the results is not measured. */
import type { Haystack } from './memory-benchmarks.js'

export interface MemoryStore {
  add(user: string, texts: { text: string; at: Date | null }[]): Promise<void>
  /** The texts that were found, best first. */
  search(user: string, question: string, limit: number): Promise<string[]>
}

export interface QuestionResult {
  kind: string
  question: string
  /** Ranks, from 1, of the found texts that answer the question. */
  ranks: number[]
  relevant: number
  milliseconds: number
}

const maxResults = 20

/** Fills the store and runs every question of the haystack. */
export async function runQuestions(store: MemoryStore, user: string, { texts, questions }: Haystack): Promise<QuestionResult[]> {
  for (let at = 0; at < texts.length; at += 200) await store.add(user, texts.slice(at, at + 200))
  const idsOf = new Map<string, string[]>()
  for (const { id, text } of texts) idsOf.set(text.trim(), [...(idsOf.get(text.trim()) ?? []), id])
  const found: QuestionResult[] = []
  for (const { text, kind, evidence } of questions) {
    const started = performance.now()
    const results = await store.search(user, text, maxResults)
    const milliseconds = performance.now() - started
    const ranks = results.flatMap((result, at) => (idsOf.get(result)?.some((id) => evidence.includes(id)) ? [at + 1] : []))
    found.push({ kind, question: text, ranks, relevant: evidence.length, milliseconds })
  }
  return found
}

const fraction = (list: readonly QuestionResult[], matches: (one: QuestionResult) => boolean) =>
  list.filter(matches).length / Math.max(list.length, 1)

/** Fraction of questions for which some relevant text is among the first results. */
export const recallAny = (list: readonly QuestionResult[], first: number) =>
  fraction(list, ({ ranks }) => ranks.some((rank) => rank <= first))
/** Fraction of questions for which all relevant texts are among the first results. */
export const recallAll = (list: readonly QuestionResult[], first: number) =>
  fraction(list, ({ ranks, relevant }) => ranks.filter((rank) => rank <= first).length >= relevant)
export const meanReciprocalRank = (list: readonly QuestionResult[]) =>
  list.reduce((sum, { ranks }) => sum + (ranks[0] ? 1 / ranks[0] : 0), 0) / Math.max(list.length, 1)

/** Normalized discounted cumulative gain of the first results. */
export function ndcg(list: readonly QuestionResult[], first = 10): number {
  const gain = (ranks: readonly number[]) => ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0)
  const ideal = (relevant: number) => gain(Array.from({ length: Math.min(relevant, first) }, (_, at) => at + 1))
  return (
    list.reduce((sum, { ranks, relevant }) => sum + gain(ranks.filter((rank) => rank <= first)) / ideal(relevant), 0) /
    Math.max(list.length, 1)
  )
}
