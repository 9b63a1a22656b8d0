/**
 * `npm run bench` runs every benchmark in turn, each in a process of its own, and ends with one table of all results. `npm run bench --
 * redirects` runs one. Other arguments are passed to the benchmarks.
 *
 * A run of everything repeats less, shares ten million clicks between the benchmarks that can, and measures ClickHouse with a million
 * clicks and the others with less data, as listed below; a run of one takes two to fifty times as much.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatResult, type Result, resultHeader } from './support/results.js'

const benches = [
  'redirects',
  'idle',
  'click-rate',
  'link-cache',
  'links',
  'track',
  'bulk',
  'csv-import',
  'search',
  'ingestion',
  'analytics',
  'clickhouse',
  'conversions',
  'admin',
  'earnings',
  'memory',
  'webhooks',
  'console',
]
const args = process.argv.slice(2)
const selected = benches.filter((one) => args.includes(one))
const otherArgs = args.filter((one) => !benches.includes(one))
const isComplete = selected.length === 0

const results: Result[] = []
const clicksDirectory = isComplete ? await mkdtemp(join(tmpdir(), 'tributary-bench-clicks-')) : ''
const settings: Record<string, Record<string, string>> = {
  redirects: { BENCH_PAIRS: '2', BENCH_ROUNDS: '3', BENCH_SECONDS: '1' },
  // A process needs some seconds of load until its code is optimised.
  'click-rate': { BENCH_SECONDS: '12', BENCH_ROUNDS: '3' },
  analytics: { BENCH_DATA: clicksDirectory, BENCH_ROUNDS: '1' },
  conversions: { BENCH_DATA: clicksDirectory, BENCH_LEADS: '50000', BENCH_SALES: '20000' },
  admin: { BENCH_CLICKS: '30000', BENCH_COMMISSIONS: '30000' },
  clickhouse: { BENCH_CLICKS: '1000000', BENCH_POSTGRES_CLICKS: '0' },
  memory: { BENCH_MEMORIES: '30000' },
  console: { BENCH_LINKS: '100000', BENCH_ROWS: '5000' },
  bulk: { BENCH_LINKS: '30000' },
  'csv-import': { BENCH_LINKS: '30000' },
  ingestion: { BENCH_CLICKS: '50000' },
  search: { BENCH_LINKS: '100000' },
  earnings: { BENCH_PARTNERS: '10000', BENCH_COMMISSIONS: '100000', BENCH_ROUNDS: '1' },
}

let running: ChildProcess | undefined
let isStopped = false
// The benchmark that runs closes its servers, and no other begins.
process.on('SIGTERM', () => {
  isStopped = true
  running?.kill('SIGTERM')
})

async function run(name: string): Promise<void> {
  const started = performance.now()
  const defaults = isComplete ? { BENCH_ASKS: '10', BENCH_ROUNDS: '3', BENCH_SECONDS: '5', ...settings[name] } : {}
  const child = spawn(process.execPath, [fileURLToPath(new URL(`./${name}.js`, import.meta.url)), ...otherArgs], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...defaults, ...process.env },
  })
  running = child
  child.on('message', (message: Result) => results.push(message))
  const [code] = await once(child, 'close')
  if (code !== 0) process.exitCode = 1
  console.log(`  ${name}: ${((performance.now() - started) / 1000).toFixed(0)} s${code === 0 ? '' : ', FAILED'}`)
}

const began = performance.now()
console.log(resultHeader)
for (const name of benches.filter((one) => isComplete || selected.includes(one))) {
  if (!isStopped) await run(name)
  if (name === 'conversions' && isComplete) await rm(clicksDirectory, { recursive: true, force: true })
}
console.log(`\nAll results, ${((performance.now() - began) / 60_000).toFixed(1)} minutes\n\n${resultHeader}`)
for (const result of results) console.log(formatResult(result))
