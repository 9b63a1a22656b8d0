/** The server as a child process that outlives a Ctrl-C on the terminal, yet never its owner. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chown, open, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '../start-refusal.js'
import { spawnAs, type Account } from './account.js'
import { assertExecutable, type Binaries } from './binaries.js'
import { dataFolder } from './cluster.js'
import { goneWithin, readTrace } from './running-server.js'

export type Launch = { directory: string; account: Account; binaries: Binaries; settings: Record<string, string | number> }
export type ServerProcess = { ended: Promise<void>; stop(): Promise<void> }

const startMilliseconds = 60_000
const stopMilliseconds = 20_000
const logBytes = 10 * 1024 * 1024

/** Resolves when the server takes connections. */
export async function launch(request: Launch): Promise<ServerProcess> {
  await assertExecutable(request.binaries.postgres)
  const { child, pid } = await spawnServer(request)
  const guard = spawnGuard(request, pid)
  const ended = untilExit(child).then(() => guard && dismiss(guard))
  await untilReady(request, child)
  child.unref()
  return { ended, stop: () => stop(child, pid).then(() => ended) }
}

/** A session of its own keeps the terminal's interrupt away: the API must drain before its database goes. */
async function spawnServer({ directory, account, binaries, settings }: Launch): Promise<{ child: ChildProcess; pid: number }> {
  const data = dataFolder(directory)
  const log = await openLog(directory, account)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', account.nameOf(data), ...options], {
    ...spawnAs(account, data),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
  const spawned = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) =>
      reject(
        new StartRefusal(`The embedded PostgreSQL cannot run on this system (${error.message}): set DATABASE_URL to a PostgreSQL server.`),
      ),
    )
  })
  await Promise.all([spawned, log.close()])
  return { child, pid: Number(child.pid) }
}

/**
 * A shell that waits for the end of a pipe whose other end this process holds. However this process ends, the pipe closes and the server
 * gets its fast shutdown. Windows has no such shell: there an exit handler has to do.
 */
function spawnGuard({ directory, account }: Launch, pid: number): ChildProcess | undefined {
  if (process.platform === 'win32') {
    process.once('exit', () => process.kill(pid))
    return undefined
  }
  const script = 'read -r _; kill -INT "$1"'
  const guard = spawn('/bin/sh', ['-c', script, 'tributary-postgres-guard', String(pid)], {
    ...spawnAs(account, directory),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => process.once('exit', () => process.kill(pid, 'SIGINT')))
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return guard
}

async function dismiss(guard: ChildProcess): Promise<void> {
  if (guard.pid === undefined || guard.exitCode !== null || guard.signalCode !== null) return
  guard.ref()
  const gone = untilExit(guard)
  guard.kill('SIGKILL')
  await gone
}

async function untilReady({ directory }: Launch, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + startMilliseconds; Date.now() < end; await sleep(20)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new StartRefusal(await failure(directory, child.pid))
    const trace = await readTrace(directory)
    if (trace?.ready && trace.pid === child.pid) return
  }
  child.kill('SIGQUIT')
  throw new StartRefusal(`The embedded PostgreSQL did not start within ${startMilliseconds / 1000} s; its log is ${logFile(directory)}.`)
}

async function stop(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const ended = untilExit(child)
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal)
    if (await Promise.race([ended.then(() => true), goneWithin(pid, stopMilliseconds)])) break
  }
  await ended
}

function untilExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

const logFile = (directory: string) => path.join(directory, 'server.log')

async function openLog(directory: string, account: Account) {
  const file = logFile(directory)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logBytes) await rm(file)
  const log = await open(file, 'a', 0o600)
  if (account.switches) await chown(file, account.uid, account.gid)
  return log
}

/** The server's own last complaint says what is wrong: a taken port, a full disk, data of another version. */
async function failure(directory: string, pid: number | undefined): Promise<string> {
  const lines = (await readFile(logFile(directory), 'utf8').catch(() => '')).trimEnd().split('\n').slice(-200)
  const own = lines.filter((line) => line.includes(` [${pid}] `))
  const complaint = own.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
  return `The embedded PostgreSQL did not start (${complaint.replace(/^.*FATAL:\s*/, '')}); its log is ${logFile(directory)}.`
}
