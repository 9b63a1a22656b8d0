/** Runs `npm start` as a process on a separate data directory, without npm. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../shared/supervisor/commands/start.js', import.meta.url))

export interface Installation {
  process: ChildProcess
  url: string
  /** The output so far. */
  output(): string
  /** Resolves when the installation is ready. Rejects with the output when it exits instead. */
  ready: Promise<void>
  exited: Promise<number | NodeJS.Signals>
  /** All descendant processes, including the database server. */
  processes(): { pid: number; command: string }[]
  /** Stops the installation and kills remaining processes. */
  stop(): Promise<void>
}

/** `onTerminal` runs it on a pseudo-terminal. */
export function startInstallation(
  dataDir: string,
  port: number,
  env: Record<string, string> = {},
  { onTerminal = false }: { onTerminal?: boolean } = {},
): Installation {
  const { NODE_V8_COVERAGE: _, DATABASE_URL: __, ...inherited } = process.env
  const command = [process.execPath, program]
  const [file = '', ...args] = onTerminal ? ['script', '-qfec', `exec ${command.join(' ')}`, '/dev/null'] : command
  const child = spawn(file, args, {
    env: { ...inherited, LOG_LEVEL: 'silent', DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const exited = new Promise<number | NodeJS.Signals>((resolve) => child.once('close', (code, signal) => resolve(signal ?? code ?? 0)))
  const ready = new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('is ready')) resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    void exited.then(() => reject(new Error(text)))
  })
  ready.catch(() => undefined)
  const processes = () => descendants(Number(child.pid))
  const stop = async () => {
    const all = processes() // orphaned processes could not be found later
    child.kill('SIGTERM')
    await exited
    for (const { pid } of all) if (processExists(pid)) process.kill(pid, 'SIGKILL')
  }
  return { process: child, url: `http://127.0.0.1:${port}`, output: () => text, ready, exited, processes, stop }
}

/** Descendants according to the operating system. */
function descendants(root: number): { pid: number; command: string }[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
  const all = rows.map(([pid, parent, ...words]) => ({ pid: Number(pid), parent: Number(parent), command: words.join(' ') }))
  const below = (pid: number): typeof all => all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid)])
  return below(root)
}

/** Below the ephemeral range, from which the system could give the port to another process before it is used. */
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

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
