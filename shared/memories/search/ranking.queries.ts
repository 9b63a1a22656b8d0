/** Memories in the order of how well their words answer: BM25, which PostgreSQL's own ranking is not (it knows no rare words). */
import type { Scope } from '../../kernel/scope.js'
import { openParameters } from '../filter/parameters.js'
import type { Visible } from '../memory.queries.js'
import { visibleSql } from '../memory.queries.js'
import { anyOf, candidateExpression, mostCandidates } from './candidates.js'
import type { Term } from './terms.js'

export interface WordHit {
  id: string
  /** BM25 of the words. */
  relevance: number
  matched: string[]
}

// The usual constants: how soon a repeated word stops counting, and how much a long text is held against it.
const k1 = 1.2
const b = 0.75

/** The newest memory counts so much more than a very old one that says the same. */
const recencyShare = 0.1
const recencyHalfLife = '30 days'

export interface RankingOptions {
  visible: Visible
  /** Whether a filter leaves only some of the scope to be seen. */
  filtered: boolean
  size: number
  /** Words of a memory, on average. */
  length: number
  limit: number
}

/** The best first; of equals the newest. */
export async function rankedByWords(scope: Pick<Scope, 'pool'>, terms: readonly Term[], options: RankingOptions): Promise<WordHit[]> {
  const expression = candidateExpression(terms, options.size)
  if (!expression) return []
  const hits = await ranked(scope, terms, expression, options)
  // The choice of words was made for the whole scope; where a filter leaves little of it, there is time for all of them.
  return options.filtered && hits.length < options.limit && expression !== anyOf(terms) ? ranked(scope, terms, anyOf(terms), options) : hits
}

async function ranked({ pool }: Pick<Scope, 'pool'>, terms: readonly Term[], expression: string, { visible, length, limit }: RankingOptions): Promise<WordHit[]> {
  const parameters = openParameters()
  const { add } = parameters
  const sql = `
    with found as materialized (
      select id, number, created_at, words from memories where ${visibleSql(visible, parameters)} and words @@ ${add(expression)}::tsquery order by created_at desc, number desc limit ${mostCandidates}
    ), scored as (
      select found.id, found.number, found.created_at, array_agg(term.lexeme order by term.weight desc) as matched,
        sum(term.weight * ${k1 + 1} * cardinality(word.positions) / (cardinality(word.positions) + ${k1} * (${1 - b} + ${b} * length(found.words) / ${add(length)}::float))) as relevance
      from found cross join lateral unnest(found.words) word
      join unnest(${add(terms.map(({ lexeme }) => lexeme))}::text[], ${add(terms.map(({ weight }) => weight))}::float[]) term(lexeme, weight) on term.lexeme = word.lexeme
      group by 1, 2, 3
    )
    select id, relevance::float, matched from scored
    order by relevance * (1 - ${recencyShare} + ${recencyShare} * power(2, least(0, extract(epoch from created_at - ${add(visible.now)}::timestamptz) / extract(epoch from interval '${recencyHalfLife}')))) desc, created_at desc, number desc
    limit ${add(limit)}`
  return (await pool.query<WordHit>(sql, parameters.values)).rows
}
