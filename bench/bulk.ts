/** Links made through a job, from the request to the last row, beside multi-row inserts of the same rows; memory of both processes. */
import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { openStage, report } from './support/stage.js'

const count = 100_000
const insertRows = 500

interface Job {
  id: string
  state: string
  done: number
  failed: number
}

const stage = await openStage('postgres')
const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 2 })
pool.on('error', () => undefined) // the server goes first at the end
const headers = { Authorization: `Bearer ${stage.apiKey}` }
const peaks = new Map<string, number>()

try {
  await pool.query('update workspaces set links_limit = 1000000000')
  await pool.query('create table inserted (like links including all)')
  const processes = { api: await stage.start('dist/api/main.js', 0), worker: await stage.start('dist/workers/main.js', 1) }
  const sampling = setInterval(() => {
    for (const [name, { pid }] of Object.entries(processes)) peaks.set(name, Math.max(peaks.get(name) ?? 0, residentMegabytes(Number(pid))))
  }, 200)
  const plain = await multiRowInserts()
  const ours = await throughJob()
  clearInterval(sampling)
  report(`links made by a job per second, ${count} at once`, ours.toFixed(0), plain.toFixed(0), ours / plain, '5000, >= 0.15')
  for (const [name, megabytes] of peaks)
    report(`largest memory of the ${name} meanwhile, MB`, megabytes.toFixed(0), '', megabytes / 300, '< 300')
} finally {
  await pool.end()
  await stage.close()
}

async function throughJob(): Promise<number> {
  const body = JSON.stringify(
    Array.from({ length: count }, (_, at) => ({ url: `https://destination.example/page-${at}`, externalId: `made-${at}` })),
  )
  const started = performance.now()
  const accepted = (await (
    await fetch(`${stage.env.BASE_URL}/links/bulk`, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body })
  ).json()) as Job
  const stream = await fetch(`${stage.env.BASE_URL}/jobs/${accepted.id}`, { headers: { ...headers, Accept: 'text/event-stream' } })
  const told = (await stream.text()).split('\n\n').filter((one) => one.startsWith('data: '))
  const last = JSON.parse((told.at(-1) ?? 'data: {}').slice('data: '.length)) as Job
  if (last.state !== 'completed' || last.done !== count)
    throw new Error(`the job is ${last.state} with ${last.done} done and ${last.failed} refused`)
  return count / ((performance.now() - started) / 1000)
}

async function multiRowInserts(): Promise<number> {
  const started = performance.now()
  for (let first = 0; first < count; first += insertRows) {
    const places = Array.from({ length: insertRows }, (_, at) => first + at)
    await pool.query(
      `insert into inserted (id, workspace_id, domain, key, lookup_key, external_id, url, short_link, created_at, updated_at)
       select 'link_' || lpad(at::text, 26, '0'), 'ws_bench', 'd.example', key, key, 'made-' || at, 'https://destination.example/page-' || at, 'https://d.example/' || key, now(), now()
       from unnest($1::int[], $2::text[]) as row (at, key)`,
      [places, places.map((at) => `k${((at * 7_919_999) % 3_521_614_606_208).toString(36)}`)],
    )
  }
  return count / ((performance.now() - started) / 1000)
}

function residentMegabytes(pid: number): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  } catch {
    return 0 // it has just ended
  }
}
