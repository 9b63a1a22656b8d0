/** Finds a server that an earlier process left on a directory, and tells it from a stale trace. */
import { execFile } from 'node:child_process'
import { readlink, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartRefusal } from '../start-refusal.js'
import { dataFolder } from './cluster.js'
import { socketFolder } from './socket.js'
import { exists } from './state.js'

export type RunningServer = { pid: number; socket: boolean; ended: Promise<void> }

const traceFile = (directory: string) => path.join(dataFolder(directory), 'postmaster.pid')

/** First line: the server's process; fifth line: the folder of its socket, if it has one; eighth line: "ready" when it takes connections. */
export async function readTrace(directory: string): Promise<{ pid: number; socket: boolean; ready: boolean } | undefined> {
  const text = await readFile(traceFile(directory), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), socket: Boolean(lines[4]?.trim()), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Traces whose process number meanwhile belongs to another program are removed: PostgreSQL would refuse to start over them. The socket has
 * one as well.
 */
export async function runningServer(directory: string): Promise<RunningServer | undefined> {
  const trace = await readTrace(directory)
  if (!trace || !exists(trace.pid)) return undefined
  if (await isServerOf(trace.pid, directory))
    return {
      pid: trace.pid,
      socket: trace.socket,
      get ended() {
        return untilGone(trace.pid)
      },
    }
  await Promise.all([traceFile(directory), socketFolder(directory)].map((trace) => rm(trace, { recursive: true, force: true })))
  return undefined
}

/** Fast shutdown first; a server that does not end within 20 s is told to drop everything, which its log makes harmless. */
export async function stopAbandoned(directory: string, server: RunningServer): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (exists(server.pid)) process.kill(server.pid, signal)
    if (await goneWithin(server.pid, 20_000)) return
  }
  throw new StartRefusal(
    `A PostgreSQL server of an earlier start (process ${server.pid}, folder ${directory}) does not end: stop it, then start again.`,
  )
}

export async function goneWithin(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20)) if (!exists(pid)) return true
  return !exists(pid)
}

async function untilGone(pid: number): Promise<void> {
  while (exists(pid)) await sleep(500, undefined, { ref: false })
}

/** A server's working folder is its data folder; where the system doesn't show it, the program's name must do. */
async function isServerOf(pid: number, directory: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (cwd !== undefined) return cwd === dataFolder(directory)
  if (process.platform === 'linux') return false
  const listing = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => undefined)
  return listing === undefined || /postgres/.test(listing.stdout)
}
