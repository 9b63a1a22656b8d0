/** Ranks memories by keywords with BM25. PostgreSQL's own ranking does not weight rare words. */
import type { Scope } from '../../kernel/scope.js'
import { days, seconds } from '../../kernel/time.js'
import { createParameters } from '../filter/parameters.js'
import type { Visibility } from '../memory.queries.js'
import { visibilityCondition } from '../memory.queries.js'
import { candidatesWithAnyTerm, type Candidates, chooseCandidates, isTimeScanFaster, maxCandidates, quoteLexeme } from './candidates.js'
import type { Term } from './terms.js'

export interface KeywordHit {
  id: string
  /** BM25 score. */
  relevance: number
  matched: string[]
}

// The usual BM25 constants: saturation of repeated words, and normalisation by length.
const k1 = 1.2
const b = 0.75

/** How much a new memory outweighs a very old one with the same text. */
const recencyShare = 0.1
const recencyHalfLife = days(30)

export interface RankingOptions {
  visibility: Visibility
  /** Whether a filter excludes a part of the scope. */
  isFiltered: boolean
  /** Estimated number of memories in the scope. */
  size: number
  /** Average number of words per memory. */
  averageLength: number
  limit: number
}

/** Best first, ties by age with the newest first. */
export async function rankByKeywords(scope: Pick<Scope, 'pool'>, terms: readonly Term[], options: RankingOptions): Promise<KeywordHit[]> {
  const candidates = chooseCandidates(terms, options.size)
  if (!candidates) return []
  const hits = await rankCandidates(scope, terms, candidates, options)
  // Candidates were chosen for the whole scope. If a filter leaves too few of them, there is time to consider all terms.
  const all = candidatesWithAnyTerm(terms)
  return options.isFiltered && hits.length < options.limit && candidates.expression !== all.expression
    ? rankCandidates(scope, terms, all, options)
    : hits
}

/**
 * Memories with their scope in the expressions of the full-text index. The planner expects few memories of a user it has no statistics of,
 * and would read all of them by an index on the plain columns.
 */
const memoriesByWords = `(
  select id, number, text, hash, actor_id, role, metadata, customer_id, link_id, partner_id, expiration_date, expires_at, created_at,
    updated_at, words, workspace_id || '' as workspace_id, user_id || '' as user_id, agent_id || '' as agent_id, run_id || '' as run_id from memories
) memories`

/** How many times the requested number of hits is rescored with term frequencies, so that the first pass does not lose the best ones. */
const rescoreFactor = 3

/**
 * Ranks in two passes, because counting term frequencies takes most of the time: all candidates by which terms they contain, then the best
 * of them with term frequencies.
 */
async function rankCandidates(
  { pool }: Pick<Scope, 'pool'>,
  terms: readonly Term[],
  candidates: Candidates,
  { visibility, size, averageLength, limit }: RankingOptions,
): Promise<KeywordHit[]> {
  const parameters = createParameters()
  const { add } = parameters
  const where = visibilityCondition(visibility, parameters)
  const norm = `(${k1 * (1 - b)} + length(words) * ${add((k1 * b) / averageLength)}::float)`
  const present = terms
    .map((term) => `case when words @@ ${add(quoteLexeme(term))}::tsquery then ${add(term.weight)}::float else 0 end`)
    .join(' + ')
  // Floating point, because numeric arithmetic takes a hundred times as long.
  const age = `date_part('epoch', created_at - ${add(visibility.now)}::timestamptz)`
  const recency = `(${1 - recencyShare} + ${recencyShare} * power(2::float, least(0, ${age} / ${recencyHalfLife / seconds(1)})))`
  // With a plain column, the planner would scan the index on time and expect to stop early. The expression prevents that.
  const [source, newest] = isTimeScanFaster(candidates, size)
    ? ['memories', 'created_at desc, number desc']
    : [memoriesByWords, `date_part('epoch', created_at) desc, number desc`]
  const sql = `
    with candidates as materialized (
      select id, number, created_at, words from ${source} where ${where} and words @@ ${add(candidates.expression)}::tsquery
      order by ${newest} limit ${maxCandidates}
    ), best as materialized (
      select *, ${norm} as norm, ${recency} as recency from candidates
      order by (${present}) / (1 + ${norm}) * ${recency} desc, created_at desc, number desc limit ${add(limit * rescoreFactor)}
    ), scored as (
      select best.id, best.number, best.created_at, best.recency, array_agg(term.lexeme order by term.weight desc) as matched,
        sum(term.weight * ${k1 + 1} * cardinality(word.positions) / (cardinality(word.positions) + best.norm)) as relevance
      from best cross join lateral unnest(best.words) word
      join unnest(${add(terms.map(({ lexeme }) => lexeme))}::text[], ${add(terms.map(({ weight }) => weight))}::float[]) term(lexeme, weight)
        on term.lexeme = word.lexeme
      group by 1, 2, 3, 4
    )
    select id, relevance::float, matched from scored order by relevance * recency desc, created_at desc, number desc limit ${add(limit)}`
  return (await pool.query<KeywordHit>(sql, parameters.values)).rows
}
