/** A bulk that survives what happens to workers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { startApi, type RunningApi } from '../../api/start.js'
import { makers } from '../support/make.js'
import { silent, testConfig } from '../support/service.js'
import { until } from '../support/until.js'

const workerProgram = fileURLToPath(new URL('../../workers/main.js', import.meta.url))
const count = 6000

let settings: Awaited<ReturnType<typeof testConfig>>
let api: RunningApi
let worker: ChildProcess
test.before(async () => {
  settings = await testConfig()
  api = await startApi({ ...settings.config, host: '127.0.0.1', port: 0 }, silent)
})
test.after.always(async () => {
  worker.kill('SIGKILL')
  await api.close()
  await settings.release()
})

function startWorker(): void {
  const { NODE_V8_COVERAGE: _, ...outer } = process.env
  worker = spawn(process.execPath, [workerProgram, 'bulk'], { env: { ...outer, ...settings.env }, stdio: 'ignore' })
}

test('a worker killed twice in the middle leaves exactly the links that were asked for, and progress never goes back', async (t) => {
  t.timeout(900_000)
  const make = makers(api.resources.database)
  await make.domain(null, { slug: settings.config.shortDomain })
  const { key, workspace, headers } = await make.caller()
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`http://127.0.0.1:${api.port}${path}`, { ...init, headers: { ...headers, ...init.headers } })).json() as Promise<any>
  const body = Array.from({ length: count }, (_, at) =>
    JSON.stringify({ url: `https://destination.example/${at}`, externalId: `mine-${at}` }),
  ).join('\n')
  const { id, total } = await ask('/links/bulk', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-ndjson', authorization: `Bearer ${key}` },
  })
  t.is(total, count)

  const seen: number[] = []
  const done = async () => {
    const job = await ask(`/jobs/${id}`)
    seen.push(job.done)
    return job
  }
  for (const share of [0.1, 0.4]) {
    startWorker()
    await until(async () => (await done()).done >= count * share, 300_000)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  startWorker()
  const end = await until(async () => ((await done()).state === 'completed' ? done() : null), 300_000)
  t.like(end, { state: 'completed', total: count, done: count, failed: 0 })
  t.deepEqual(
    seen,
    [...seen].sort((a, b) => a - b),
  )
  const { rows } = await api.resources.database.pool.query(
    'select count(*)::int as links, count(distinct external_id)::int as different from links where workspace_id = $1',
    [workspace.id],
  )
  t.deepEqual(rows, [{ links: count, different: count }])
  const { rows: figures } = await api.resources.database.pool.query(
    'select links_usage::int as used, total_links::int as total from workspaces where id = $1',
    [workspace.id],
  )
  t.deepEqual(figures, [{ used: count, total: count }])
  const lines = (await (await fetch(`http://127.0.0.1:${api.port}/jobs/${id}/result`, { headers })).text()).trim().split('\n')
  t.deepEqual(
    lines.map((line) => JSON.parse(line).index),
    Array.from({ length: count }, (_, at) => at),
  )
})
