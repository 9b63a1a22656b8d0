/** How many answers a search finds: retrieval, not the quality of an answer made from it. */
import type { Haystack } from './recall-files.js'

export interface MemoryStore {
  add(user: string, texts: { text: string; at: Date | null }[]): Promise<void>
  /** The texts that were found, the best first. */
  search(user: string, question: string, most: number): Promise<string[]>
}

export interface Found {
  kind: string
  question: string
  /** Places, from 1, of the texts that answer the question; of one that was not found none. */
  places: number[]
  wanted: number
  milliseconds: number
}

const deepest = 20

/** Fills the store and asks every question of the haystack. */
export async function askAll(store: MemoryStore, user: string, { texts, questions }: Haystack): Promise<Found[]> {
  for (let at = 0; at < texts.length; at += 200) await store.add(user, texts.slice(at, at + 200))
  const idsOf = new Map<string, string[]>()
  for (const { id, text } of texts) idsOf.set(text.trim(), [...(idsOf.get(text.trim()) ?? []), id])
  const found: Found[] = []
  for (const { text, kind, evidence } of questions) {
    const started = performance.now()
    const answers = await store.search(user, text, deepest)
    const milliseconds = performance.now() - started
    const places = answers.flatMap((answer, at) => (idsOf.get(answer)?.some((id) => evidence.includes(id)) ? [at + 1] : []))
    found.push({ kind, question: text, places, wanted: evidence.length, milliseconds })
  }
  return found
}

const share = (list: readonly Found[], holds: (one: Found) => boolean) => list.filter(holds).length / Math.max(list.length, 1)

/** The share of questions of which some text that answers it is among the first. */
export const recallAny = (list: readonly Found[], among: number) => share(list, ({ places }) => places.some((place) => place <= among))
/** The share of questions of which all such texts are. */
export const recallAll = (list: readonly Found[], among: number) =>
  share(list, ({ places, wanted }) => places.filter((place) => place <= among).length >= wanted)
export const meanReciprocalRank = (list: readonly Found[]) =>
  list.reduce((sum, { places }) => sum + (places[0] ? 1 / places[0] : 0), 0) / Math.max(list.length, 1)

/** How well the whole order of the first ten is. */
export function ndcg(list: readonly Found[], among = 10): number {
  const gain = (places: readonly number[]) => places.reduce((sum, place) => sum + 1 / Math.log2(place + 1), 0)
  const ideal = (wanted: number) => gain(Array.from({ length: Math.min(wanted, among) }, (_, at) => at + 1))
  return (
    list.reduce((sum, { places, wanted }) => sum + gain(places.filter((place) => place <= among)) / ideal(wanted), 0) /
    Math.max(list.length, 1)
  )
}
