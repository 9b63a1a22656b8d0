/** `api/cluster` runs several API processes on one port. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { freePort } from '../support/installation.js'
import { testConfig } from '../support/service.js'
import { waitUntil } from '../support/wait-until.js'

const program = fileURLToPath(new URL('../../api/cluster.js', import.meta.url))

async function startCluster(t: ExecutionContext, change: Record<string, string>) {
  const { env, release } = await testConfig(change)
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  t.teardown(async () => {
    await stop(child)
    await release()
  })
  return { child, errors: () => errors }
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

/** The ids of the API processes. */
function childrenOf({ pid }: ChildProcess): string[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout.split(/\s+/).filter(Boolean)
}

const get = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
/** When the process started whose metrics are served at the port. */
async function startedAt(port: number): Promise<string | undefined> {
  const text = await (await get(port, '/metrics'))?.text()
  return /^process_start_time_seconds (.+)$/m.exec(text ?? '')?.[1]
}

test('several processes serve one port, each with metrics of its own, are replaced when they exit, and stop together', async (t) => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const { child, errors } = await startCluster(t, {
    HOST: '127.0.0.1',
    PORT: String(port),
    API_PROCESSES: '2',
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
  })
  await waitUntil(async () => (await startedAt(metricsPort)) !== undefined && (await startedAt(metricsPort + 1)) !== undefined)
  t.is((await get(port, '/health'))?.status, 200)
  t.is((await get(port, '/metrics'))?.status, 404)

  const before = [await startedAt(metricsPort), await startedAt(metricsPort + 1)]
  const pids = childrenOf(child)
  t.is(pids.length, 2)
  process.kill(Number(pids[0]), 'SIGKILL')
  await waitUntil(async () => {
    const after = [await startedAt(metricsPort), await startedAt(metricsPort + 1)]
    return after.every((at) => at !== undefined) && after.filter((at, index) => at !== before[index]).length === 1
  })
  t.is((await get(port, '/health'))?.status, 200)
  t.is(await stop(child), 0, errors())
  for (const one of [port, metricsPort, metricsPort + 1]) t.is(await get(one, '/health'), undefined)
})

test('a failed start exits with its message', async (t) => {
  const { child, errors } = await startCluster(t, { API_PROCESSES: '1', DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })
  const [code] = (await once(child, 'exit')) as [number]
  t.is(code, 1)
  t.regex(errors(), /^DATABASE_URL: database c at 127\.0\.0\.1:1 does not answer: .*\.\n$/)
})

test('a signal stops processes that are still starting', async (t) => {
  const { child, errors } = await startCluster(t, { PORT: String(await freePort()), API_PROCESSES: '2' })
  await waitUntil(() => childrenOf(child).length === 2)
  t.is(await stop(child), 0, errors())
})

test('if one process cannot start, the others stop too', async (t) => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const taken = createServer().listen(metricsPort + 1, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const { child, errors } = await startCluster(t, {
    PORT: String(port),
    API_PROCESSES: '2',
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
  })
  const [code] = (await once(child, 'exit')) as [number]
  t.is(code, 1)
  t.regex(errors(), /METRICS_ADDRESS/)
})
