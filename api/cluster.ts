/** Runs the API on every core: several API processes that share the port. A process that exits unexpectedly is replaced. */
import cluster, { type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '../shared/kernel/config.js'
import { memoryEnv } from '../shared/kernel/memory-env.js'
import { formatStartupError } from '../shared/kernel/process.js'
import { seconds } from '../shared/kernel/time.js'

const restartDelay = seconds(1)

try {
  runCluster(readConfig())
} catch (error) {
  console.error(formatStartupError(error))
  process.exit(1)
}

function runCluster(config: Config): void {
  let stopping = false
  /** The places whose process was ready once: another follows it. A process that cannot start at first ends the start of all. */
  const started = new Set<number>()
  const running = new Map<number, Worker>()
  const ready = new Set<Worker>()
  cluster.setupPrimary({ exec: fileURLToPath(new URL('main.js', import.meta.url)) })

  const start = (index: number) => {
    const worker = cluster.fork({ ...memoryEnv(process.env), ...metricsEnv(config, index) })
    running.set(index, worker)
    worker.on('message', (message) => {
      if (message !== 'ready') return
      started.add(index)
      ready.add(worker)
    })
    worker.once('exit', (code) => {
      running.delete(index)
      ready.delete(worker)
      if (stopping || !started.has(index)) return stop(stopping ? 0 : code || 1)
      setTimeout(() => !stopping && start(index), restartDelay)
    })
  }
  const stop = (exitCode: number) => {
    if (!stopping) process.exitCode = exitCode
    stopping = true
    for (const worker of running.values()) {
      // Before it is ready, a process does not listen for messages and has no requests to finish.
      if (!ready.has(worker)) worker.process.kill('SIGTERM')
      else if (worker.isConnected()) worker.send('shutdown')
    }
    if (running.size === 0) process.exit()
  }

  for (let index = 0; index < (config.apiProcesses ?? availableParallelism()); index++) start(index)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
}

/** Each process serves metrics of its own, so they have consecutive ports. */
function metricsEnv({ metricsAddress }: Config, index: number): NodeJS.ProcessEnv {
  if (!metricsAddress) return {}
  const { host, port } = metricsAddress
  return { METRICS_ADDRESS: `${host.includes(':') ? `[${host}]` : host}:${port + index}` }
}
