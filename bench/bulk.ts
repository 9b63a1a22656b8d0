/**
 * Creates links through a bulk job, from the request to the last row, compared with multi-row inserts of the same rows; measures the memory
 * of both processes.
 */
import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { openInstallation, report } from './support/installation.js'

const count = Number(process.env.BENCH_LINKS ?? 100_000)
const insertRows = 500

interface Job {
  id: string
  state: string
  done: number
  failed: number
}

const installation = await openInstallation('postgres')
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 2 })
pool.on('error', () => undefined) // the server stops before the pool closes
const headers = { Authorization: `Bearer ${installation.apiKey}` }
const peakMegabytes = new Map<string, number>()

try {
  await pool.query('update workspaces set links_limit = 1000000000')
  await pool.query('create table inserted (like links including all)')
  const processes = { api: await installation.start('dist/api/main.js', 0), worker: await installation.start('dist/workers/main.js', 1) }
  const sampling = setInterval(() => {
    for (const [name, { pid }] of Object.entries(processes))
      peakMegabytes.set(name, Math.max(peakMegabytes.get(name) ?? 0, residentMegabytes(Number(pid))))
  }, 200)
  const insertRate = await multiRowInserts()
  const jobRate = await throughJob()
  clearInterval(sampling)
  report(
    `links created by a job per second, batch of ${count}`,
    jobRate.toFixed(0),
    insertRate.toFixed(0),
    jobRate / insertRate,
    '5000, >= 0.15',
  )
  for (const [name, megabytes] of peakMegabytes)
    report(`peak memory of the ${name} meanwhile, MB`, megabytes.toFixed(0), '', megabytes / 300, '< 300')
} finally {
  await pool.end()
  await installation.close()
}

async function throughJob(): Promise<number> {
  const body = JSON.stringify(
    Array.from({ length: count }, (_, at) => ({ url: `https://destination.example/page-${at}`, externalId: `made-${at}` })),
  )
  const started = performance.now()
  const created = (await (
    await fetch(`${installation.env.BASE_URL}/links/bulk`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    })
  ).json()) as Job
  const stream = await fetch(`${installation.env.BASE_URL}/jobs/${created.id}`, { headers: { ...headers, Accept: 'text/event-stream' } })
  const events = (await stream.text()).split('\n\n').filter((one) => one.startsWith('data: '))
  const last = JSON.parse((events.at(-1) ?? 'data: {}').slice('data: '.length)) as Job
  if (last.state !== 'completed' || last.done !== count)
    throw new Error(`the job is ${last.state} with ${last.done} done and ${last.failed} failed`)
  return count / ((performance.now() - started) / 1000)
}

async function multiRowInserts(): Promise<number> {
  const started = performance.now()
  for (let first = 0; first < count; first += insertRows) {
    const indexes = Array.from({ length: insertRows }, (_, at) => first + at)
    await pool.query(
      `insert into inserted (id, workspace_id, domain, key, lookup_key, external_id, url, short_link, created_at, updated_at)
       select 'link_' || lpad(at::text, 26, '0'), 'ws_bench', 'd.example', key, key, 'made-' || at,
       'https://destination.example/page-' || at, 'https://d.example/' || key, now(), now()
       from unnest($1::int[], $2::text[]) as row (at, key)`,
      [indexes, indexes.map((at) => `k${((at * 7_919_999) % 3_521_614_606_208).toString(36)}`)],
    )
  }
  return count / ((performance.now() - started) / 1000)
}

function residentMegabytes(pid: number): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  } catch {
    return 0 // the process has ended
  }
}
