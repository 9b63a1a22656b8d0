/** A program that runs as long as it is wanted: started, watched, started again when it crashes, stopped when asked. */
import type { ChildProcess } from 'node:child_process'
import { startEarly } from '../../kernel/early-start.js'
import { StartRefusal } from '../../kernel/start-refusal.js'
import { seconds } from '../../kernel/time.js'

export interface Program {
  /** For people: "API". */
  name: string
  file: string
  args?: string[]
  env: NodeJS.ProcessEnv
  /** What of its environment is not known yet: it loads meanwhile, and serves afterwards. */
  rest: Promise<NodeJS.ProcessEnv>
  /** What it says besides that it serves. */
  hear?(message: unknown): void
}

export interface KeptProcess {
  /** Settles once: when the program first said that it serves, or refused with the words that it printed. */
  ready: Promise<void>
  /** Resolves when a new process serves in place of the old one. */
  restart(): Promise<void>
  /** Lets it finish what it has in hand; resolves when it is gone. */
  stop(): Promise<void>
  kill(): void
}

const firstPause = seconds(0.1)
const longestPause = seconds(30)
/** A process that served this long was sound: its end is a new trouble and not the old one again. */
const soundAfter = seconds(60)
/** Longer than the half minute that a closing process gives itself. */
const stopPatience = seconds(35)

// V8 lets the space for new objects grow with the first burst of work and rarely gives it back: some twenty megabytes a process.
export const smallNursery = '--max-semi-space-size=8'

// The C library gives each of a dozen threads a heap of its own, and none of them ever shrinks: some ten megabytes a process.
export const oneHeap = { MALLOC_ARENA_MAX: '1' }

export function keepRunning(program: Program, report: (line: string) => void): KeptProcess {
  let wanted = true
  let pause = firstPause
  let retry: NodeJS.Timeout | undefined
  let run = runOnce(program)
  const ready = run.ready.then(() => watch(run))

  function watch(watched: Run): void {
    void watched.ended.then((how) => crashed(watched, how))
  }
  function crashed(watched: Run, how: string): void {
    if (!wanted || run !== watched) return
    pause = Date.now() - watched.startedAt > soundAfter ? firstPause : Math.min(pause * 2, longestPause)
    report(`the ${program.name} process ended (${how}) and is started again in ${pause / 1000} s`)
    retry = setTimeout(replace, pause)
  }
  function replace(): Run {
    clearTimeout(retry)
    run = runOnce(program)
    run.ready.catch((error: Error) => report(error.message))
    watch(run)
    return run
  }
  return {
    ready,
    async restart() {
      const old = run
      clearTimeout(retry)
      run = { ...old } // no longer the one that is watched: its end is no crash
      await old.stop()
      if (wanted) await replace().ready.catch(() => undefined)
    },
    async stop() {
      wanted = false
      clearTimeout(retry)
      await run.stop()
    },
    kill() {
      wanted = false
      clearTimeout(retry)
      run.kill()
    },
  }
}

interface Run {
  startedAt: number
  ready: Promise<void>
  ended: Promise<string>
  stop(): Promise<void>
  kill(): void
}

function runOnce({ name, hear, ...program }: Program): Run {
  const child = startEarly({ ...program, env: { ...oneHeap, ...program.env }, execArgv: [smallNursery] })
  let serves = false
  const complaint = collect(child, () => serves)
  const ended = new Promise<string>((resolve) => child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`)))
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if (message !== 'ready') return hear?.(message)
      serves = true
      resolve()
    })
    void ended.then((how) => reject(new StartRefusal(complaint() || `The ${name} process did not start (${how}).`)))
  })
  return {
    startedAt: Date.now(),
    ready,
    ended,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      // Before it serves it has nothing in hand and does not listen to messages yet.
      if (serves && child.connected) child.send('shutdown', () => undefined)
      else child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), stopPatience)
      await ended
      clearTimeout(late)
    },
  }
}

/** What a process says on standard error before it serves is the reason for a failed start, and said once by who started it. */
function collect(child: ChildProcess, serves: () => boolean): () => string {
  const said: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => (serves() ? process.stderr.write(chunk) : said.push(chunk)))
  return () => Buffer.concat(said).toString().trim()
}
