/** Words of queries and memories: their lexemes, their statistics, and the word list of a workspace for spelling correction. */
import type { Scope } from '../../kernel/scope.js'
import { createParameters } from '../filter/parameters.js'
import type { Visibility } from '../memory.queries.js'
import { visibilityCondition } from '../memory.queries.js'
import { quoteLexeme } from './candidates.js'
import type { Statistics } from './terms.js'

export interface QueryWord {
  /** In lower case. */
  word: string
  /** Stems of the word. */
  lexemes: string[]
  /** Whether a memory of the workspace contains this word. */
  isKnown: boolean
}

/** No query has as many, except lists of short words. */
const maxQueryWords = 1000

/** The words of a query in their order, without stop words. */
export async function parseQueryWords({ pool }: Pick<Scope, 'pool'>, workspaceId: string, query: string): Promise<QueryWord[]> {
  const { rows } = await pool.query<QueryWord>({
    name: 'memory-query-words',
    text: `select word, lexemes, exists (select from memory_words v where v.workspace_id = $2 and v.word = query.word) as "isKnown"
      from unnest(to_tsvector('simple', $1)) query(word, positions, weights),
        tsvector_to_array(to_tsvector('english', word)) lexemes
      where cardinality(lexemes) > 0 order by positions[1], word limit ${maxQueryWords}`,
    values: [query, workspaceId],
  })
  return rows
}

/** Number of newest memories that statistics are estimated from. */
const sampleSize = 1500

/**
 * Statistics of a scope, estimated from its newest memories; exact for small scopes. Filters other than identifiers are not applied,
 * because finding the few matching memories takes long.
 */
export async function readStatistics({ pool }: Pick<Scope, 'pool'>, scope: Visibility, lexemes: readonly string[]): Promise<Statistics> {
  const parameters = createParameters()
  const where = visibilityCondition(scope, parameters)
  const hits = lexemes.map((lexeme) => `count(*) filter (where words @@ ${parameters.add(quoteLexeme({ lexeme }))}::tsquery)`)
  const sql = `select count(*)::int as sampled, coalesce(avg(length(words)), 1)::float as "averageLength", array[${hits.join(', ')}]::int[] as hits
    from (select words from memories where ${where} order by created_at desc, number desc limit ${sampleSize}) sample`
  const [row] = (await pool.query<{ sampled: number; averageLength: number; hits: number[] }>(sql, parameters.values)).rows
  const { sampled = 0, averageLength = 1, hits: counts = [] } = row ?? {}
  const size = sampled < sampleSize ? sampled : Math.max(sampled, await estimateSize({ pool }, scope))
  return {
    size,
    sampled,
    averageLength: Math.max(averageLength, 1),
    hits: new Map(lexemes.map((lexeme, index) => [lexeme, counts[index] ?? 0])),
  }
}

// The planner's estimate is cheap. Counting a large scope would take longer than searching it.
async function estimateSize({ pool }: Pick<Scope, 'pool'>, scope: Visibility): Promise<number> {
  const parameters = createParameters()
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) select 1 from memories where ${visibilityCondition(scope, parameters)}`,
    parameters.values,
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

export interface SimilarWord {
  word: string
  candidate: string
  similarity: number
  lexemes: string[]
}

/** Words of the workspace with a similar spelling, by trigram similarity. */
export async function findSimilarWords(
  { pool }: Pick<Scope, 'pool'>,
  workspaceId: string,
  words: readonly string[],
): Promise<SimilarWord[]> {
  const { rows } = await pool.query<SimilarWord>(
    `select query.word, similar_word.word as candidate, similar_word.similarity, tsvector_to_array(to_tsvector('english', similar_word.word)) as lexemes
     from unnest($2::text[]) query(word) cross join lateral (
       select v.word, similarity(v.word, query.word)::float as similarity from memory_words v
       where v.workspace_id = $1 and v.word % query.word order by 2 desc, 1 limit 12
     ) as similar_word`,
    [workspaceId, words],
  )
  return rows
}

/** Adds the words of memories to the word list. Sorted, so that concurrent writers cannot deadlock. */
export async function addWords({ em }: Pick<Scope, 'em'>, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await em.execute(
    `insert into memory_words
     select distinct workspace_id, word from memories, unnest(tsvector_to_array(to_tsvector('simple', text))) word
     where workspace_id = ? and id = any (array[?]::text[]) and length(word) between 4 and 40 order by word
     on conflict do nothing`,
    [workspaceId, ids],
  )
}

/** Deletes words that no memory of the workspace contains any more. */
export async function deleteUnusedWords({ em }: Pick<Scope, 'em'>, workspaceId: string): Promise<void> {
  // Joined, because `not in` would compare each word with all words of all memories.
  await em.execute(
    `delete from memory_words known where workspace_id = ? and not exists (
       select from (
         select distinct word from memories, unnest(tsvector_to_array(to_tsvector('simple', text))) word where workspace_id = ?
       ) used where used.word = known.word
     )`,
    [workspaceId, workspaceId],
  )
}

/** Workspaces in which memories were changed or deleted since then. */
export async function workspacesWithChangesSince({ em }: Pick<Scope, 'em'>, since: Date): Promise<string[]> {
  const rows: { workspace_id: string }[] = await em.execute(
    `select distinct workspace_id from memory_changes where changed_at > ? and event <> 'ADD'`,
    [since],
  )
  return rows.map(({ workspace_id }) => workspace_id)
}
