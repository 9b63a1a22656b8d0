/** Memories in the order of how well their words answer: BM25, which PostgreSQL's own ranking is not (it knows no rare words). */
import type { Scope } from '../../kernel/scope.js'
import { days, seconds } from '../../kernel/time.js'
import { openParameters } from '../filter/parameters.js'
import type { Visible } from '../memory.queries.js'
import { visibleSql } from '../memory.queries.js'
import { anyOf, type Candidates, candidatesFor, isQuickerByTime, mostCandidates, quoted } from './candidates.js'
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
const recencyHalfLife = days(30)

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
  const some = candidatesFor(terms, options.size)
  if (!some) return []
  const hits = await ranked(scope, terms, some, options)
  // The choice of words was made for the whole scope; where a filter leaves little of it, there is time for all of them.
  const all = anyOf(terms)
  return options.filtered && hits.length < options.limit && some.expression !== all.expression ? ranked(scope, terms, all, options) : hits
}

/**
 * So many times the hits that are wanted are ranked exactly. Nothing that repeats its words a lot is lost by choosing without counting
 * them.
 */
const margin = 3

/**
 * In two steps, because counting how often each word stands in a memory takes most of the time: all candidates by which of the words they
 * have, then the best of them by how often they have them.
 */
async function ranked(
  { pool }: Pick<Scope, 'pool'>,
  terms: readonly Term[],
  candidates: Candidates,
  { visible, size, length, limit }: RankingOptions,
): Promise<WordHit[]> {
  const parameters = openParameters()
  const { add } = parameters
  const where = visibleSql(visible, parameters)
  const norm = `(${k1 * (1 - b)} + length(words) * ${add((k1 * b) / length)}::float)`
  const present = terms
    .map((term) => `case when words @@ ${add(quoted(term))}::tsquery then ${add(term.weight)}::float else 0 end`)
    .join(' + ')
  // In floating point: the age in exact numbers takes a hundred times as long.
  const recency = `(${1 - recencyShare} + ${recencyShare} * power(2::float, least(0, date_part('epoch', created_at - ${add(visible.now)}::timestamptz) / ${recencyHalfLife / seconds(1)})))`
  // The planner takes the order for a promise that few rows have to be read; an expression hides that an index has it.
  const newest = isQuickerByTime(candidates, size) ? 'created_at desc, number desc' : `date_part('epoch', created_at) desc, number desc`
  const sql = `
    with found as materialized (
      select id, number, created_at, words from memories where ${where} and words @@ ${add(candidates.expression)}::tsquery order by ${newest} limit ${mostCandidates}
    ), near as materialized (
      select *, ${norm} as norm, ${recency} as recency from found
      order by (${present}) / (1 + ${norm}) * ${recency} desc, created_at desc, number desc limit ${add(limit * margin)}
    ), scored as (
      select near.id, near.number, near.created_at, near.recency, array_agg(term.lexeme order by term.weight desc) as matched,
        sum(term.weight * ${k1 + 1} * cardinality(word.positions) / (cardinality(word.positions) + near.norm)) as relevance
      from near cross join lateral unnest(near.words) word
      join unnest(${add(terms.map(({ lexeme }) => lexeme))}::text[], ${add(terms.map(({ weight }) => weight))}::float[]) term(lexeme, weight) on term.lexeme = word.lexeme
      group by 1, 2, 3, 4
    )
    select id, relevance::float, matched from scored order by relevance * recency desc, created_at desc, number desc limit ${add(limit)}`
  return (await pool.query<WordHit>(sql, parameters.values)).rows
}
