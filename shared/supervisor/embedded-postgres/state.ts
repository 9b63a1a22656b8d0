/** Persistent state of the embedded server: password, port and owning process. */
import { readFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type ServerState = {
  password: string
  port: number
  owner: string
}

const stateFile = (directory: string) => path.join(directory, 'server.json')

export async function readState(directory: string): Promise<ServerState | undefined> {
  const text = await readFile(stateFile(directory), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as ServerState)
}

/** Replaces the file atomically. */
export async function writeState(directory: string, state: ServerState): Promise<void> {
  const incoming = `${stateFile(directory)}.incoming`
  await writeFile(incoming, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(incoming, stateFile(directory))
}

/** Process id and, where /proc exists, start time, because process ids are reused, especially in containers. */
function processIdentity(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    return `${pid}:${afterName.split(' ')[19]}`
  } catch {
    return `${pid}`
  }
}

export function ownIdentity(): string {
  return processIdentity(process.pid)
}

export function isAlive(owner: string): boolean {
  const pid = Number.parseInt(owner, 10)
  return processExists(pid) && processIdentity(pid) === owner
}

export function processExists(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
