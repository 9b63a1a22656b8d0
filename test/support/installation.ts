/** `npm start` as a process over a data directory of the test's own, without npm. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../shared/operations/commands/start.js', import.meta.url))

export interface Installation {
  process: ChildProcess
  url: string
  /** What it has printed so far. */
  output(): string
  /** Resolves when everything serves; throws what was printed when it ends instead. */
  ready: Promise<void>
  ended: Promise<number | NodeJS.Signals>
  /** All processes below it, and the database server. */
  family(): { pid: number; command: string }[]
  /** Tells it to end, and ends whatever it leaves. */
  end(): Promise<void>
}

export function install(dataDir: string, port: number, env: Record<string, string> = {}): Installation {
  const { NODE_V8_COVERAGE: _, DATABASE_URL: __, ...outer } = process.env
  const child = spawn(process.execPath, [program], {
    env: { ...outer, LOG_LEVEL: 'silent', DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ended = new Promise<number | NodeJS.Signals>((resolve) => child.once('close', (code, signal) => resolve(signal ?? code ?? 0)))
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(text)))
  })
  ready.catch(() => undefined)
  const family = () => descendants(Number(child.pid))
  const end = async () => {
    const all = family() // who has lost their parent can no longer be told from others
    child.kill('SIGTERM')
    await ended
    for (const { pid } of all) if (lives(pid)) process.kill(pid, 'SIGKILL')
  }
  return { process: child, url: `http://127.0.0.1:${port}`, output: () => text, ready, ended, family, end }
}

/** Asked from the system, which knows better than the one that started them. */
function descendants(root: number): { pid: number; command: string }[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
  const all = rows.map(([pid, parent, ...words]) => ({ pid: Number(pid), parent: Number(parent), command: words.join(' ') }))
  const below = (pid: number): typeof all => all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid)])
  return below(root)
}

/** Below those that the system gives away by itself: one of them could be somebody else's before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
