/** Bulk creation continues after workers are killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { startApi, type RunningApi } from '../../api/start.js'
import { makers } from '../support/make.js'
import { silentLog, testConfig } from '../support/service.js'
import { waitUntil } from '../support/wait-until.js'

const workerPath = fileURLToPath(new URL('../../workers/main.js', import.meta.url))
const count = 6000

let settings: Awaited<ReturnType<typeof testConfig>>
let api: RunningApi
let worker: ChildProcess
test.before(async () => {
  settings = await testConfig()
  api = await startApi({ ...settings.config, host: '127.0.0.1', port: 0 }, silentLog)
})
test.after.always(async () => {
  worker.kill('SIGKILL')
  await api.close()
  await settings.release()
})

function startWorker(): void {
  const { NODE_V8_COVERAGE: _, ...inheritedEnv } = process.env
  worker = spawn(process.execPath, [workerPath, 'bulk'], { env: { ...inheritedEnv, ...settings.env }, stdio: 'ignore' })
}

test('creates exactly the requested links although the worker is killed twice, and progress never decreases', async (t) => {
  t.timeout(900_000)
  const make = makers(api.resources.database)
  await make.domain(null, { slug: settings.config.shortDomain })
  const { key, workspace, headers } = await make.caller()
  const callApi = async (path: string, init: RequestInit = {}) =>
    (await fetch(`http://127.0.0.1:${api.port}${path}`, { ...init, headers: { ...headers, ...init.headers } })).json() as Promise<any>
  const body = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ url: `https://destination.example/${index}`, externalId: `mine-${index}` }),
  ).join('\n')
  const { id, total } = await callApi('/links/bulk', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-ndjson', authorization: `Bearer ${key}` },
  })
  t.is(total, count)

  const progress: number[] = []
  const pollJob = async () => {
    const job = await callApi(`/jobs/${id}`)
    progress.push(job.done)
    return job
  }
  for (const share of [0.1, 0.4]) {
    startWorker()
    await waitUntil(async () => (await pollJob()).done >= count * share, 300_000)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  startWorker()
  const job = await waitUntil(async () => ((await pollJob()).state === 'completed' ? pollJob() : null), 300_000)
  t.like(job, { state: 'completed', total: count, done: count, failed: 0 })
  t.deepEqual(
    progress,
    [...progress].sort((a, b) => a - b),
  )
  const { rows } = await api.resources.database.pool.query(
    'select count(*)::int as links, count(distinct external_id)::int as distinct_ids from links where workspace_id = $1',
    [workspace.id],
  )
  t.deepEqual(rows, [{ links: count, distinct_ids: count }])
  const { rows: usage } = await api.resources.database.pool.query(
    'select links_usage::int as used, total_links::int as total from workspaces where id = $1',
    [workspace.id],
  )
  t.deepEqual(usage, [{ used: count, total: count }])
  const lines = (await (await fetch(`http://127.0.0.1:${api.port}/jobs/${id}/result`, { headers })).text()).trim().split('\n')
  t.deepEqual(
    lines.map((line) => JSON.parse(line).index),
    Array.from({ length: count }, (_, index) => index),
  )
})
