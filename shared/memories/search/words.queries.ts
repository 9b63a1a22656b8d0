/** The words of questions and memories: what the index makes of them, which ones a workspace has, how often. */
import type { Scope } from '../../kernel/scope.js'
import { openParameters } from '../filter/parameters.js'
import type { Visible } from '../memory.queries.js'
import { visibleSql } from '../memory.queries.js'
import { quoted } from './candidates.js'
import type { Statistics } from './terms.js'

export interface AskedWord {
  /** As it is written, in lower case. */
  word: string
  /** Its stems; none for a word that says nothing by itself. */
  lexemes: string[]
  /** Whether some memory of the workspace has the word as it is written. */
  known: boolean
}

const mostWords = 64

export async function wordsOf({ pool }: Pick<Scope, 'pool'>, workspaceId: string, question: string): Promise<AskedWord[]> {
  const { rows } = await pool.query<AskedWord>({
    name: 'memory-words-of',
    text: `select word, tsvector_to_array(to_tsvector('english', word)) as lexemes, exists (select from memory_words v where v.workspace_id = $2 and v.word = asked.word) as known
      from unnest(tsvector_to_array(to_tsvector('simple', $1))) asked(word) limit ${mostWords}`,
    values: [question, workspaceId],
  })
  return rows
}

/** How many of the newest memories tell what the others are like. */
const sampleSize = 1500

/**
 * Statistics from the newest memories; exact where there are no more. Asked of a whole scope: looking for the few that pass a filter takes
 * long.
 */
export async function statisticsOf({ pool }: Pick<Scope, 'pool'>, scope: Visible, lexemes: readonly string[]): Promise<Statistics> {
  const parameters = openParameters()
  const where = visibleSql(scope, parameters)
  const hits = lexemes.map((lexeme) => `count(*) filter (where words @@ ${parameters.add(quoted({ lexeme }))}::tsquery)`)
  const sql = `select count(*)::int as sampled, coalesce(avg(length(words)), 1)::float as length, array[${hits.join(', ')}]::int[] as hits
    from (select words from memories where ${where} order by created_at desc, number desc limit ${sampleSize}) sample`
  const [row] = (await pool.query<{ sampled: number; length: number; hits: number[] }>(sql, parameters.values)).rows
  const { sampled = 0, length = 1, hits: found = [] } = row ?? {}
  const size = sampled < sampleSize ? sampled : Math.max(sampled, await estimatedSize({ pool }, scope))
  return { size, sampled, length: Math.max(length, 1), hits: new Map(lexemes.map((lexeme, at) => [lexeme, found[at] ?? 0])) }
}

// The planner's own guess costs nothing; counting a large scope would cost more than searching it.
async function estimatedSize({ pool }: Pick<Scope, 'pool'>, scope: Visible): Promise<number> {
  const parameters = openParameters()
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) select 1 from memories where ${visibleSql(scope, parameters)}`,
    parameters.values,
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

export interface NearWord {
  word: string
  near: string
  similarity: number
  lexemes: string[]
}

/** Words of the workspace that are written much like these. */
export async function nearWords({ pool }: Pick<Scope, 'pool'>, workspaceId: string, words: readonly string[]): Promise<NearWord[]> {
  const { rows } = await pool.query<NearWord>(
    `select asked.word, near.word as near, near.similarity, tsvector_to_array(to_tsvector('english', near.word)) as lexemes
     from unnest($2::text[]) asked(word) cross join lateral (
       select v.word, similarity(v.word, asked.word)::float as similarity from memory_words v where v.workspace_id = $1 and v.word % asked.word order by 2 desc, 1 limit 12
     ) near`,
    [workspaceId, words],
  )
  return rows
}

/** Notes the words of memories. In one order, so that no two writers wait for each other in a circle. */
export async function noteWords({ em }: Pick<Scope, 'em'>, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await em.execute(
    `insert into memory_words
     select distinct workspace_id, word from memories, unnest(tsvector_to_array(to_tsvector('simple', text))) word
     where workspace_id = ? and id = any (array[?]::text[]) and length(word) between 4 and 40 order by word
     on conflict do nothing`,
    [workspaceId, ids],
  )
}

/** Forgets the words that no memory of the workspace has any more. */
export async function dropUnusedWords({ em }: Pick<Scope, 'em'>, workspaceId: string): Promise<void> {
  await em.execute(
    `delete from memory_words where workspace_id = ? and word not in (
       select word from memories, unnest(tsvector_to_array(to_tsvector('simple', text))) word where workspace_id = ?
     )`,
    [workspaceId, workspaceId],
  )
}

/** Workspaces of which memories were changed or deleted since then. */
export async function workspacesThatForgotSince({ em }: Pick<Scope, 'em'>, since: Date): Promise<string[]> {
  const rows: { workspace_id: string }[] = await em.execute(
    `select distinct workspace_id from memory_changes where changed_at > ? and event <> 'ADD'`,
    [since],
  )
  return rows.map(({ workspace_id }) => workspace_id)
}
