/** CPU time of processes, as reported by Linux. Zero on other systems. */
import { existsSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Linux reports hundredths of a second. */
const microsecondsPerTick = 10_000

/** CPU time in microseconds of the processes and their children. */
export function cpuTimeOf(pids: readonly number[]): number {
  return pids.map((pid) => processTime(pid) + cpuTimeOf(childrenOf(pid))).reduce((sum, one) => sum + one, 0)
}

function processTime(pid: number): number {
  const [user = 0, system = 0, exitedChildrenUser = 0, exitedChildrenSystem = 0] = statFields(pid).slice(11).map(Number)
  return (user + system + exitedChildrenUser + exitedChildrenSystem) * microsecondsPerTick
}

/** Fields of /proc/pid/stat from the state on. The program name before them may contain any character. */
const statFields = (pid: number) => (readOr(`/proc/${pid}/stat`).split(') ').at(-1) ?? '').split(' ')

const childrenOf = (pid: number) => readOr(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

const readOr = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** CPU time in microseconds that this process and the database server spend while the work is done. */
export async function cpuTimeDuring(pool: pg.Pool, work: () => Promise<void>): Promise<number> {
  const server = await findServerPid(pool)
  const read = () => cpuTimeOf([server]) + process.cpuUsage().user + process.cpuUsage().system
  const before = read()
  await work()
  return read() - before
}

/** Process id of the database server's main process. */
export async function findServerPid(pool: pg.Pool): Promise<number> {
  const {
    rows: [own],
  } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(statFields(own?.pid ?? 0)[1])
}
