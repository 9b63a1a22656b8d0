/** A child process that is restarted when it crashes, until it is stopped. */
import type { ChildProcess } from 'node:child_process'
import { memoryEnv } from '../kernel/memory-env.js'
import { StartupError } from '../kernel/startup-error.js'
import { seconds } from '../kernel/time.js'
import { spawnEarly } from './spawn-early.js'

export interface Program {
  /** Display name, such as "API". */
  name: string
  file: string
  args?: string[]
  env: NodeJS.ProcessEnv
  /** The part of the environment that is not known yet. The process loads its modules meanwhile. */
  deferredEnv: Promise<NodeJS.ProcessEnv>
  /** Receives all IPC messages except `ready`. */
  onMessage?(message: unknown): void
}

export interface ManagedProcess {
  /** Settles once: when the process is first ready, or rejects with what it printed when it failed to start. */
  ready: Promise<void>
  /** Resolves when a new process has replaced the old one. */
  restart(): Promise<void>
  /** Stops gracefully. Resolves when the process has exited. */
  stop(): Promise<void>
  kill(): void
}

const initialRestartDelay = seconds(0.1)
const maxRestartDelay = seconds(30)
/** After this uptime a crash counts as a new failure: the restart delay starts over. */
const stableAfter = seconds(60)
/** Longer than the shutdown timeout of the process itself. */
const stopTimeoutMs = seconds(35)

export function startManagedProcess(program: Program, log: (line: string) => void): ManagedProcess {
  let stopped = false
  let delay = initialRestartDelay
  let retry: NodeJS.Timeout | undefined
  let run = runOnce(program)
  const ready = run.ready.then(() => watch(run))

  function watch(watched: Run): void {
    void watched.exited.then((reason) => onCrash(watched, reason))
  }
  function onCrash(watched: Run, reason: string): void {
    if (stopped || run !== watched) return
    delay = performance.now() - watched.startedAt > stableAfter ? initialRestartDelay : Math.min(delay * 2, maxRestartDelay)
    log(`the ${program.name} process exited (${reason}), restarting in ${delay / 1000} s`)
    retry = setTimeout(replace, delay)
  }
  function replace(): Run {
    clearTimeout(retry)
    run = runOnce(program)
    run.ready.catch((error: Error) => log(error.message))
    watch(run)
    return run
  }
  return {
    ready,
    async restart() {
      const old = run
      clearTimeout(retry)
      run = { ...old } // not the watched run any more, so that its exit is not a crash
      await old.stop()
      if (!stopped) await replace().ready.catch(() => undefined)
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      await run.stop()
    },
    kill() {
      stopped = true
      clearTimeout(retry)
      run.kill()
    },
  }
}

interface Run {
  startedAt: number
  ready: Promise<void>
  exited: Promise<string>
  stop(): Promise<void>
  kill(): void
}

function runOnce({ name, onMessage, ...program }: Program): Run {
  const child = spawnEarly({ ...program, env: memoryEnv(program.env) })
  let isReady = false
  const stderr = collectStderr(child, () => isReady)
  const exited = new Promise<string>((resolve) => child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`)))
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if (message !== 'ready') return onMessage?.(message)
      isReady = true
      resolve()
    })
    void exited.then((reason) => reject(new StartupError(stderr() || `The ${name} process did not start (${reason}).`)))
  })
  return {
    startedAt: performance.now(),
    ready,
    exited,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      // Before it is ready, the process has no work to finish and does not listen for messages.
      if (isReady && child.connected) child.send('shutdown', () => undefined)
      else child.kill('SIGTERM')
      const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await exited
      clearTimeout(killTimer)
    },
  }
}

/** Collects standard error until the process is ready, as the reason of a failed start. Afterwards it is passed through. */
function collectStderr(child: ChildProcess, isReady: () => boolean): () => string {
  const chunks: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => (isReady() ? process.stderr.write(chunk) : chunks.push(chunk)))
  return () => Buffer.concat(chunks).toString().trim()
}
