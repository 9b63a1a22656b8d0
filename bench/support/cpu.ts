/** The processor's time that processes have used, as Linux counts it. Elsewhere nothing is known of it. */
import { existsSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Linux tells it in hundredths of a second. */
const tick = 10_000

/** Microseconds of the processes and of the children that they have. */
export function cpuOf(pids: readonly number[]): number {
  return pids.map((pid) => ownCpu(pid) + cpuOf(childrenOf(pid))).reduce((sum, one) => sum + one, 0)
}

function ownCpu(pid: number): number {
  const [user = 0, system = 0, ofGone = 0, systemOfGone = 0] = fields(pid).slice(11).map(Number)
  return (user + system + ofGone + systemOfGone) * tick
}

/** From the state on: what comes before holds the program's name, and that may hold anything. */
const fields = (pid: number) => (readOr(`/proc/${pid}/stat`).split(') ').at(-1) ?? '').split(' ')

const childrenOf = (pid: number) => readOr(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

const readOr = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** The process that all others of a database server are children of. */
export async function serverOf(pool: pg.Pool): Promise<number> {
  const {
    rows: [own],
  } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(fields(own?.pid ?? 0)[1])
}
