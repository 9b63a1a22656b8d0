/** Detects a server that is still running on a directory, and removes stale files of one that is not. */
import { execFile } from 'node:child_process'
import { readlink, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartupError } from '../../kernel/startup-error.js'
import { dataFolder } from './cluster.js'
import { socketFolder } from './socket.js'
import { processExists } from './state.js'

export type RunningServer = { pid: number; socket: boolean; ended: Promise<void> }

const pidFilePath = (directory: string) => path.join(dataFolder(directory), 'postmaster.pid')

/** Line 1: process id. Line 5: socket folder, if any. Line 8: "ready" when the server accepts connections. */
export async function readPidFile(directory: string): Promise<{ pid: number; socket: boolean; ready: boolean } | undefined> {
  const text = await readFile(pidFilePath(directory), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), socket: Boolean(lines[4]?.trim()), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Returns the running server, if any. Otherwise deletes a stale pid file and socket folder: PostgreSQL refuses to start when the process id
 * in them belongs to another program by now.
 */
export async function runningServer(directory: string): Promise<RunningServer | undefined> {
  const pidFile = await readPidFile(directory)
  if (!pidFile || !processExists(pidFile.pid)) return undefined
  if (await isServerProcess(pidFile.pid, directory))
    return {
      pid: pidFile.pid,
      socket: pidFile.socket,
      get ended() {
        return waitForExit(pidFile.pid)
      },
    }
  await Promise.all([pidFilePath(directory), socketFolder(directory)].map((stale) => rm(stale, { recursive: true, force: true })))
  return undefined
}

/** Requests a fast shutdown, and after 20 s an immediate one, which is safe because of the write-ahead log. */
export async function stopOrphaned(directory: string, server: RunningServer): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (processExists(server.pid)) process.kill(server.pid, signal)
    if (await exitsWithin(server.pid, 20_000)) return
  }
  throw new StartupError(
    `A PostgreSQL server of an earlier start (process ${server.pid}, directory ${directory}) does not stop: stop it, then start again.`,
  )
}

export async function exitsWithin(pid: number, timeoutMs: number): Promise<boolean> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(20)) if (!processExists(pid)) return true
  return !processExists(pid)
}

async function waitForExit(pid: number): Promise<void> {
  while (processExists(pid)) await sleep(500, undefined, { ref: false })
}

/** Compares the working directory of the process with the data directory. On systems without /proc, compares the program name. */
async function isServerProcess(pid: number, directory: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (cwd !== undefined) return cwd === dataFolder(directory)
  if (process.platform === 'linux') return false
  const listing = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => undefined)
  return listing === undefined || /postgres/.test(listing.stdout)
}
