/**
 * Searches among 100,000 memories of one user, over HTTP; then, for every file that is named, how many answers are found:
 *
 * ```sh
 * npm run bench -- memory path/to/longmemeval_s.json path/to/locomo10.json
 * ```
 *
 * The files are the user's own copies. What is measured is retrieval, by turn for LoCoMo and by session for LongMemEval.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import pg from 'pg'
import { haystacksOf } from './support/recall-files.js'
import { askAll, type Found, meanReciprocalRank, type MemoryStore, ndcg, recallAll, recallAny } from './support/recall.js'
import { sentences } from './support/sentences.js'
import { openStage, report, type Stage } from './support/stage.js'

const memories = 100_000
const questions = 400
const target = 100

const stage = await openStage('postgres')
const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 2 })
pool.on('error', () => undefined) // the server goes first at the end
try {
  await stage.start('dist/api/main.js', 'any')
  const store = overHttp(stage)
  await latency(store)
  for (const file of process.argv.slice(2)) await recall(store, file)
} finally {
  await pool.end()
  await stage.close()
}

function overHttp({ env, apiKey }: Stage): MemoryStore {
  const ask = async (path: string, body: object): Promise<{ results: { memory: string }[] }> => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${env.BASE_URL}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.ok) return (await answer.json()) as { results: { memory: string }[] }
    await answer.arrayBuffer()
    if (answer.status !== 429) throw new Error(`${path}: ${answer.status}`)
    await pool.query('delete from rate_windows') // the plan's limit is not what is measured
    return ask(path, body)
  }
  return {
    async add(user_id, texts) {
      await ask('/memories', {
        user_id,
        memories: texts.map(({ text, at }) => ({ text: text.slice(0, 50_000), ...(at ? { timestamp: at.toISOString() } : {}) })),
      })
    },
    async search(user_id, query, top_k) {
      return (await ask('/memories/search', { query, user_id, top_k })).results.map(({ memory }) => memory)
    },
  }
}

async function latency(store: MemoryStore): Promise<void> {
  const texts = [...sentences(memories)]
  const started = performance.now()
  for (let at = 0; at < memories; at += 1000)
    await store.add(
      'somebody',
      texts.slice(at, at + 1000).map((text) => ({ text, at: null })),
    )
  const perSecond = memories / ((performance.now() - started) / 1000)
  await pool.query('vacuum analyze memories')
  const stored = (await pool.query('select count(*)::int as count from memories')).rows[0].count
  if (stored !== memories) throw new Error(`${stored} memories were stored instead of ${memories}`)
  const { rows } = await pool.query(
    `select (pg_total_relation_size('memories') + pg_total_relation_size('memory_changes') + pg_total_relation_size('memory_words')) / ${memories} as bytes`,
  )
  console.log(
    `${memories} memories stored, ${perSecond.toFixed(0)} a second in batches of 1000, ${rows[0].bytes} bytes each with their history and indexes`,
  )
  // Half of what some memory says, so that there is something to find; every fourth with a slip of the finger.
  const asked = Array.from({ length: questions }, (_, at) => question(texts[(at * 7919) % memories] as string, at % 4 === 0))
  for (const atOnce of [1, 4]) {
    const times = await timed(store, asked, atOnce)
    const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)]
    report(
      `memory search among ${memories}, ${atOnce} at once: p50, p95 (ms)`,
      half.toFixed(1),
      most.toFixed(1),
      most / target,
      `p95 below ${target}`,
    )
  }
}

function question(text: string, slips: boolean): string {
  const words = text.split(' ').slice(0, 8)
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  return words.map((word) => (slips && word === longest ? word.replace(/(.)(.)(.)$/, '$1$3$2') : word)).join(' ')
}

async function timed(store: MemoryStore, asked: readonly string[], atOnce: number): Promise<number[]> {
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < asked.length; at = next++) {
        const started = performance.now()
        await store.search('somebody', asked[at] as string, 20)
        times.push(performance.now() - started)
      }
    }),
  )
  return times.toSorted((a, b) => a - b)
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}

async function recall(store: MemoryStore, file: string): Promise<void> {
  const found: Found[] = []
  for (const [at, haystack] of haystacksOf(JSON.parse(await readFile(file, 'utf8'))).entries())
    found.push(...(await askAll(store, `${basename(file)}-${at}`.replaceAll(/\s/g, '_'), haystack)))
  console.log(
    `\n${basename(file)}: ${found.length} questions, retrieval without a model\n${'type'.padEnd(30)} questions  any@1  any@5 any@10 any@20  all@5    mrr ndcg@10`,
  )
  const kinds = [...new Set(found.map(({ kind }) => kind))].toSorted((a, b) => a.localeCompare(b))
  for (const kind of [...kinds, 'all']) {
    const some = kind === 'all' ? found : found.filter((one) => one.kind === kind)
    const figures = [...[1, 5, 10, 20].map((among) => recallAny(some, among)), recallAll(some, 5), meanReciprocalRank(some), ndcg(some)]
    console.log(`${kind.padEnd(30)} ${String(some.length).padStart(9)} ${figures.map((one) => one.toFixed(3).padStart(6)).join(' ')}`)
  }
}
