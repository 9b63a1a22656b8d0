/** The server as a child process. It survives Ctrl-C on the terminal but never its owner. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chown, open, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../kernel/startup-error.js'
import { spawnAs, type Account } from './account.js'
import { assertExecutable, type Binaries } from './binaries.js'
import { dataFolder } from './cluster.js'
import { exitsWithin, readPidFile } from './running-server.js'

export type LaunchOptions = { directory: string; account: Account; binaries: Binaries; settings: Record<string, string | number> }
export type ServerProcess = { ended: Promise<void>; stop(): Promise<void> }

const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000
const maxLogBytes = 10 * 1024 * 1024

/** Starts the server. Resolves when it accepts connections. */
export async function launch(request: LaunchOptions): Promise<ServerProcess> {
  await assertExecutable(request.binaries.postgres)
  const { child, pid } = await spawnServer(request)
  const watchdog = spawnWatchdog(request, pid)
  const ended = waitForExit(child).then(() => watchdog && stopWatchdog(watchdog))
  await waitUntilReady(request, child)
  child.unref()
  return { ended, stop: () => stop(child, pid).then(() => ended) }
}

/** Spawned in its own session, out of reach of the terminal's interrupt: the API must drain before its database stops. */
async function spawnServer({ directory, account, binaries, settings }: LaunchOptions): Promise<{ child: ChildProcess; pid: number }> {
  const data = dataFolder(directory)
  const log = await openLog(directory, account)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', account.pathFor(data), ...options], {
    ...spawnAs(account, data),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
  const spawned = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) =>
      reject(
        new StartupError(`The embedded PostgreSQL cannot run on this system (${error.message}): set DATABASE_URL to a PostgreSQL server.`),
      ),
    )
  })
  await Promise.all([spawned, log.close()])
  return { child, pid: Number(child.pid) }
}

/**
 * Spawns a shell that reads from a pipe held by this process. However this process ends, the pipe closes and the shell shuts the server
 * down. Windows has no such shell, so an exit handler is used there.
 */
function spawnWatchdog({ directory, account }: LaunchOptions, pid: number): ChildProcess | undefined {
  if (process.platform === 'win32') {
    process.once('exit', () => process.kill(pid))
    return undefined
  }
  const script = 'read -r _; kill -INT "$1"'
  const watchdog = spawn('/bin/sh', ['-c', script, 'tributary-postgres-watchdog', String(pid)], {
    ...spawnAs(account, directory),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => process.once('exit', () => process.kill(pid, 'SIGINT')))
  watchdog.unref()
  const { stdin } = watchdog
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  return watchdog
}

async function stopWatchdog(watchdog: ChildProcess): Promise<void> {
  if (watchdog.pid === undefined || watchdog.exitCode !== null || watchdog.signalCode !== null) return
  watchdog.ref()
  const exited = waitForExit(watchdog)
  watchdog.kill('SIGKILL')
  await exited
}

async function waitUntilReady({ directory }: LaunchOptions, child: ChildProcess): Promise<void> {
  for (const end = performance.now() + startTimeoutMs; performance.now() < end; await sleep(20)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new StartupError(await startErrorMessage(directory, child.pid))
    const pidFile = await readPidFile(directory)
    if (pidFile?.ready && pidFile.pid === child.pid) return
  }
  child.kill('SIGQUIT')
  throw new StartupError(`The embedded PostgreSQL did not start within ${startTimeoutMs / 1000} s; its log is ${logFile(directory)}.`)
}

async function stop(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const ended = waitForExit(child)
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal)
    if (await Promise.race([ended.then(() => true), exitsWithin(pid, stopTimeoutMs)])) break
  }
  await ended
}

function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

const logFile = (directory: string) => path.join(directory, 'server.log')

async function openLog(directory: string, account: Account) {
  const file = logFile(directory)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > maxLogBytes) await rm(file)
  const log = await open(file, 'a', 0o600)
  if (account.switchesUser) await chown(file, account.uid, account.gid)
  return log
}

/** Builds the error message from the server's last fatal log line, such as a used port, a full disk or data of another version. */
async function startErrorMessage(directory: string, pid: number | undefined): Promise<string> {
  const lines = (await readFile(logFile(directory), 'utf8').catch(() => '')).trimEnd().split('\n').slice(-200)
  const ownLines = lines.filter((line) => line.includes(` [${pid}] `))
  const reason = ownLines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
  return `The embedded PostgreSQL did not start (${reason.replace(/^.*FATAL:\s*/, '')}); its log is ${logFile(directory)}.`
}
