import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceScope } from '../../accounts/index.js'
import { combineFilters, requireIdentifierFilter } from '../combine-filters.js'
import { rankBySimilarity, type SimilarityHit } from '../embeddings/rank-by-similarity.js'
import { blankQuery } from '../errors.js'
import { identifierConditions } from '../filter/filter.js'
import { fittingItems, sizeOfMemory } from '../fitting-items.js'
import { identifierNames } from '../identifiers.js'
import { findMemories, type Visibility } from '../memory.queries.js'
import { presentMemory } from '../present-memory.js'
import { type KeywordHit, rankByKeywords, type RankingOptions } from './keyword-ranking.queries.js'
import { type FusedHit, fuseRankings } from './rank-fusion.js'
import type { MemorySearchResult, SearchMemories } from './search.schema.js'
import { correctSpelling } from './spelling.js'
import { type Statistics, type Term, weightTerms } from './terms.js'
import { findSimilarWords, parseQueryWords, type QueryWord, readStatistics } from './words.queries.js'

/** Each ranking is longer than the result, because a memory that is second in two rankings may be first overall. */
const rankingDepth = (topK: number) => Math.max(100, topK * 2)

/** Searches memories by keywords, by corrected spelling, and by semantic similarity if an embedding endpoint is configured. */
export async function searchMemories(scope: WorkspaceScope, input: SearchMemories): Promise<{ results: MemorySearchResult[] }> {
  const query = input.query.trim()
  if (query === '') throw blankQuery()
  const filter = requireIdentifierFilter(combineFilters(input, input.filters))
  const visibility: Visibility = { workspaceId: scope.workspace.id, filter, showExpired: input.show_expired, now: scope.now() }
  const limit = rankingDepth(input.top_k)
  const { keywords, spelling } = await rankLexically(scope, query, visibility, limit)
  const semantic = await rankBySimilarity(scope, query, visibility, { ids: [...keywords, ...spelling].map(({ id }) => id), limit })
  const best = fuseRankings([toRanking('keywords', 1, keywords), toRanking('spelling', 0.9, spelling), toRanking('semantic', 1, semantic)])
    .filter(({ score }) => score >= input.threshold)
    .slice(0, input.top_k)
  const rows = await findMemories(
    scope,
    visibility,
    best.map(({ id }) => id),
  )
  const details = input.explain ? scoreDetails(keywords, semantic) : () => ({})
  const found = best.flatMap((hit) => {
    const row = rows.get(hit.id)
    return row ? [{ hit, row }] : []
  })
  const results = fittingItems(found, ({ row }) => sizeOfMemory(row)).map(({ hit, row }) => ({
    ...presentMemory(row),
    score: hit.score,
    ...details(hit),
  }))
  return { results }
}

function scoreDetails(
  keywords: readonly KeywordHit[],
  semantic: readonly SimilarityHit[],
): (hit: FusedHit) => Pick<MemorySearchResult, 'score_details'> {
  const keywordHits = new Map(keywords.map((hit) => [hit.id, hit]))
  const similarities = new Map(semantic.map(({ id, similarity }) => [id, similarity]))
  return ({ id, ranks }) => ({
    score_details: {
      word_rank: ranks.keywords ?? null,
      bm25: keywordHits.get(id)?.relevance ?? null,
      matched: keywordHits.get(id)?.matched ?? [],
      spelling_rank: ranks.spelling ?? null,
      meaning_rank: ranks.semantic ?? null,
      similarity: similarities.get(id) ?? null,
    },
  })
}

const toRanking = (name: string, weight: number, hits: readonly { id: string }[]) => ({ name, weight, ids: hits.map(({ id }) => id) })

async function rankLexically(
  scope: WorkspaceScope,
  query: string,
  visibility: Visibility,
  limit: number,
): Promise<{ keywords: KeywordHit[]; spelling: KeywordHit[] }> {
  const queryWords = await parseQueryWords(scope, scope.workspace.id, query)
  const lexemes = [...new Set(queryWords.flatMap((word) => word.lexemes))]
  const known = new Set(queryWords.flatMap((word) => (word.isKnown ? word.lexemes : [])))
  if (lexemes.length === 0) return { keywords: [], spelling: [] }
  const unfiltered: Visibility = { ...visibility, filter: identifierConditions(visibility.filter, identifierNames), showExpired: true }
  const statistics = await readStatistics(scope, unfiltered, lexemes)
  const options: RankingOptions = {
    visibility,
    isFiltered: !isDeepStrictEqual(unfiltered.filter, visibility.filter),
    size: statistics.size,
    averageLength: statistics.averageLength,
    limit,
  }
  const [keywords, spelling] = await Promise.all([
    rankByKeywords(scope, weightTerms(lexemes, statistics, known), options),
    rankBySpelling(scope, queryWords, statistics, { ...options, unfiltered }),
  ])
  return { keywords, spelling }
}

/** Each is compared with all words of the workspace. */
const maxCorrectedWords = 64

/** Only corrects words that no memory contains, so that correctly spelt queries are not slowed down. */
async function rankBySpelling(
  scope: WorkspaceScope,
  queryWords: readonly QueryWord[],
  { hits }: Statistics,
  { unfiltered, ...options }: RankingOptions & { unfiltered: Visibility },
): Promise<KeywordHit[]> {
  const unknown = queryWords.filter(
    ({ word, lexemes, isKnown }) => !isKnown && word.length >= 4 && lexemes.every((lexeme) => !hits.get(lexeme)),
  )
  if (unknown.length === 0) return []
  const corrections = correctSpelling(
    await findSimilarWords(
      scope,
      scope.workspace.id,
      unknown.slice(0, maxCorrectedWords).map(({ word }) => word),
    ),
  )
  if (corrections.length === 0) return []
  const statistics = await readStatistics(
    scope,
    unfiltered,
    corrections.map(({ lexeme }) => lexeme),
  )
  const closeness = new Map(corrections.map((correction) => [correction.lexeme, correction.closeness]))
  const terms: Term[] = weightTerms([...closeness.keys()], statistics).map((term) => ({
    ...term,
    weight: term.weight * (closeness.get(term.lexeme) ?? 0),
  }))
  return rankByKeywords(scope, terms, options)
}
