import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceScope } from '../../accounts/index.js'
import { nothingAsked } from '../errors.js'
import { onlyNames } from '../filter/filter.js'
import { identifierNames } from '../identifiers.js'
import { type MeaningHit, rankedByMeaning } from '../meaning/ranked-by-meaning.js'
import { memoriesByIds, type Visible } from '../memory.queries.js'
import { narrowed, requireSomebody } from '../narrowed.js'
import { presentMemory } from '../present-memory.js'
import { type Fused, fuse } from './fuse.js'
import { rankedByWords, type RankingOptions, type WordHit } from './ranking.queries.js'
import type { FoundMemory, SearchMemories } from './search.schema.js'
import { guesses } from './spelling.js'
import { type Statistics, type Term, weighted } from './terms.js'
import { type AskedWord, nearWords, statisticsOf, wordsOf } from './words.queries.js'

/** A leg reads deeper than the answer: what is second in two of them may be first of all. */
const depth = (topK: number) => Math.max(100, topK * 2)

/** The memories that answer a question best: by its words, by words written like them, and by meaning where there is a model for it. */
export async function searchMemories(scope: WorkspaceScope, given: SearchMemories): Promise<{ results: FoundMemory[] }> {
  const question = given.query.trim()
  if (question === '') throw nothingAsked()
  const filter = requireSomebody(narrowed(given, given.filters))
  const visible: Visible = { workspaceId: scope.workspace.id, filter, showExpired: given.show_expired, now: scope.now() }
  const limit = depth(given.top_k)
  const { words, spelling } = await lexicalLegs(scope, question, visible, limit)
  const meaning = await rankedByMeaning(scope, question, visible, { ids: [...words, ...spelling].map(({ id }) => id), limit })
  const best = fuse([leg('words', 1, words), leg('spelling', 0.9, spelling), leg('meaning', 1, meaning)])
    .filter(({ score }) => score >= given.threshold)
    .slice(0, given.top_k)
  const rows = await memoriesByIds(
    scope,
    visible,
    best.map(({ id }) => id),
  )
  const explained = given.explain ? explain(words, meaning) : () => ({})
  const results = best.flatMap((one) => {
    const row = rows.get(one.id)
    return row ? [{ ...presentMemory(row), score: one.score, ...explained(one) }] : []
  })
  return { results }
}

/** How a place came to be: where each ranking saw it, and why. */
function explain(words: readonly WordHit[], meaning: readonly MeaningHit[]): (one: Fused) => Pick<FoundMemory, 'score_details'> {
  const hits = new Map(words.map((hit) => [hit.id, hit]))
  const similarities = new Map(meaning.map(({ id, similarity }) => [id, similarity]))
  return ({ id, ranks }) => ({
    score_details: {
      word_rank: ranks.words ?? null,
      bm25: hits.get(id)?.relevance ?? null,
      matched: hits.get(id)?.matched ?? [],
      spelling_rank: ranks.spelling ?? null,
      meaning_rank: ranks.meaning ?? null,
      similarity: similarities.get(id) ?? null,
    },
  })
}

const leg = (name: string, weight: number, hits: readonly { id: string }[]) => ({ name, weight, ids: hits.map(({ id }) => id) })

async function lexicalLegs(
  scope: WorkspaceScope,
  question: string,
  visible: Visible,
  limit: number,
): Promise<{ words: WordHit[]; spelling: WordHit[] }> {
  const asked = await wordsOf(scope, scope.workspace.id, question)
  const lexemes = [...new Set(asked.flatMap((one) => one.lexemes))]
  if (lexemes.length === 0) return { words: [], spelling: [] }
  const whole: Visible = { ...visible, filter: onlyNames(visible.filter, identifierNames), showExpired: true }
  const statistics = await statisticsOf(scope, whole, lexemes)
  const options: RankingOptions = {
    visible,
    filtered: !isDeepStrictEqual(whole.filter, visible.filter),
    size: statistics.size,
    length: statistics.length,
    limit,
  }
  const [words, spelling] = await Promise.all([
    rankedByWords(scope, weighted(lexemes, statistics), options),
    bySpelling(scope, asked, statistics, { ...options, whole }),
  ])
  return { words, spelling }
}

/** Only for words that the memories do not have: whoever spells well does not wait for guesses. */
async function bySpelling(
  scope: WorkspaceScope,
  asked: readonly AskedWord[],
  { hits }: Statistics,
  { whole, ...options }: RankingOptions & { whole: Visible },
): Promise<WordHit[]> {
  const unknown = asked.filter(
    ({ word, lexemes, known }) => !known && word.length >= 4 && lexemes.length > 0 && lexemes.every((one) => !hits.get(one)),
  )
  if (unknown.length === 0) return []
  const found = guesses(
    await nearWords(
      scope,
      scope.workspace.id,
      unknown.map(({ word }) => word),
    ),
  )
  if (found.length === 0) return []
  const statistics = await statisticsOf(
    scope,
    whole,
    found.map(({ lexeme }) => lexeme),
  )
  const closeness = new Map(found.map((one) => [one.lexeme, one.closeness]))
  const terms: Term[] = weighted([...closeness.keys()], statistics).map((term) => ({
    ...term,
    weight: term.weight * (closeness.get(term.lexeme) ?? 0),
  }))
  return rankedByWords(scope, terms, options)
}
