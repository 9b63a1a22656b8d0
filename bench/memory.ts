/**
 * Searches the memories of one user over HTTP, 100,000 or as many as `BENCH_MEMORIES` says; then, for every given file, measures retrieval:
 *
 * ```sh
 * npm run bench -- memory path/to/longmemeval_s.json path/to/locomo10.json
 * ```
 *
 * The files are the user's own copies. Retrieval is measured per turn for LoCoMo and per session for LongMemEval.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import pg from 'pg'
import { openInstallation, report, type Installation } from './support/installation.js'
import { parseHaystacks } from './support/memory-benchmarks.js'
import {
  runQuestions,
  type QuestionResult,
  meanReciprocalRank,
  type MemoryStore,
  ndcg,
  recallAll,
  recallAny,
} from './support/retrieval-metrics.js'
import { generateSentences } from './support/synthetic-text.js'

const memories = Number(process.env.BENCH_MEMORIES ?? 100_000)
const questions = 400
const target = 100

const installation = await openInstallation('postgres')
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 2 })
pool.on('error', () => undefined) // the server stops before the pool closes
try {
  await installation.start('dist/api/main.js', 'any')
  const store = overHttp(installation)
  await latency(store)
  for (const file of process.argv.slice(2)) await recall(store, file)
} finally {
  await pool.end()
  await installation.close()
}

function overHttp({ env, apiKey }: Installation): MemoryStore {
  const request = async (path: string, body: object): Promise<{ results: { memory: string }[] }> => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${env.BASE_URL}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.ok) return (await response.json()) as { results: { memory: string }[] }
    await response.arrayBuffer()
    if (response.status !== 429) throw new Error(`${path}: ${response.status}`)
    await pool.query('delete from rate_windows') // the plan's rate limit is not measured
    return request(path, body)
  }
  return {
    async add(user_id, texts) {
      await request('/memories', {
        user_id,
        memories: texts.map(({ text, at }) => ({ text: text.slice(0, 50_000), ...(at ? { timestamp: at.toISOString() } : {}) })),
      })
    },
    async search(user_id, query, top_k) {
      return (await request('/memories/search', { query, user_id, top_k })).results.map(({ memory }) => memory)
    },
  }
}

async function latency(store: MemoryStore): Promise<void> {
  const texts = [...generateSentences(memories)]
  const started = performance.now()
  for (let at = 0; at < memories; at += 1000)
    await store.add(
      'user_1',
      texts.slice(at, at + 1000).map((text) => ({ text, at: null })),
    )
  const perSecond = memories / ((performance.now() - started) / 1000)
  // Queries are the beginning of some memory, so that there is something to find; every fourth has a typo.
  const queries = Array.from({ length: questions }, (_, at) => question(texts[(at * 7919) % memories] as string, at % 4 === 0))
  await reportSearches(store, queries, 'new memories')
  await pool.query('vacuum analyze memories, memory_words')
  const stored = (await pool.query('select count(*)::int as count from memories')).rows[0].count
  if (stored !== memories) throw new Error(`${stored} memories were stored instead of ${memories}`)
  const { rows } = await pool.query(
    `select (pg_total_relation_size('memories') + pg_total_relation_size('memory_changes') + pg_total_relation_size('memory_words')) / ${memories} as bytes`,
  )
  console.log(
    `${memories} memories stored, ${perSecond.toFixed(0)} a second in batches of 1000, ${rows[0].bytes} bytes each with their history and indexes`,
  )
  await reportSearches(store, queries, 'memories')
}

async function reportSearches(store: MemoryStore, queries: readonly string[], what: string): Promise<void> {
  for (const concurrency of [1, 4]) {
    const times = await measureSearches(store, queries, concurrency)
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
    report(
      `search of ${memories} ${what}, concurrency ${concurrency}: p50, p95 (ms)`,
      p50.toFixed(1),
      p95.toFixed(1),
      p95 / target,
      `p95 below ${target}`,
    )
  }
}

function question(text: string, hasTypo: boolean): string {
  const words = text.split(' ').slice(0, 8)
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  return words.map((word) => (hasTypo && word === longest ? word.replace(/(.)(.)(.)$/, '$1$3$2') : word)).join(' ')
}

async function measureSearches(store: MemoryStore, queries: readonly string[], concurrency: number): Promise<number[]> {
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let at = next++; at < queries.length; at = next++) {
        const started = performance.now()
        await store.search('user_1', queries[at] as string, 20)
        times.push(performance.now() - started)
      }
    }),
  )
  return times.toSorted((a, b) => a - b)
}

function percentile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(Math.floor(sorted.length * fraction), sorted.length - 1)] ?? Number.NaN
}

async function recall(store: MemoryStore, file: string): Promise<void> {
  const results: QuestionResult[] = []
  for (const [at, haystack] of parseHaystacks(JSON.parse(await readFile(file, 'utf8'))).entries())
    results.push(...(await runQuestions(store, `${basename(file)}-${at}`.replaceAll(/\s/g, '_'), haystack)))
  console.log(
    `\n${basename(file)}: ${results.length} questions, retrieval without a model\n${'type'.padEnd(30)} questions  any@1  ` +
      `any@5 any@10 any@20  all@5    mrr ndcg@10`,
  )
  const kinds = [...new Set(results.map(({ kind }) => kind))].toSorted((a, b) => a.localeCompare(b))
  for (const kind of [...kinds, 'all']) {
    const selected = kind === 'all' ? results : results.filter((one) => one.kind === kind)
    const metrics = [
      ...[1, 5, 10, 20].map((first) => recallAny(selected, first)),
      recallAll(selected, 5),
      meanReciprocalRank(selected),
      ndcg(selected),
    ]
    console.log(`${kind.padEnd(30)} ${String(selected.length).padStart(9)} ${metrics.map((one) => one.toFixed(3).padStart(6)).join(' ')}`)
  }
}
