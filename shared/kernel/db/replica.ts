/** A read replica of the database, for reads that may be some seconds behind. */
import type pg from 'pg'
import { connectionMessage } from '../connection-message.js'
import type { Log } from '../log.js'
import { gauge } from '../metrics.js'
import { seconds } from '../time.js'
import { withTimeout } from '../with-timeout.js'
import { isDeadlock } from './is-deadlock.js'
import { isDatabaseUnavailable } from './is-unavailable.js'
import { openPool } from './pool.js'
import { hasReplayed, type LogPosition, writtenPosition } from './replica.queries.js'

const checkTimeoutMs = seconds(5)
/** Reads go to the primary while the replica is further behind. */
export const maxReplicaLagMs = seconds(15)
const defaultLimits = { maxLagMs: maxReplicaLagMs, checkIntervalMs: seconds(2) }

export interface Replica {
  pool: pg.Pool
  /** False while it does not answer, or is too far behind. */
  isUsable(): boolean
  /** Whether the primary should repeat a read that failed with this error. An unreachable replica gets no further reads until it answers. */
  shouldRepeat(error: unknown): boolean
  close(): Promise<void>
}

export interface ReplicaOptions {
  url: string
  log: Pick<Log, 'info' | 'warn'>
  connections?: number | undefined
  limits?: typeof defaultLimits
  onError(error: Error): void
}

const used = gauge('database_replica_used', '1 while analytics are read from the replica, 0 while they are read from the primary')
// Absent without a replica: its initial 0 would trigger the alert.
used.remove()

const replicas = new WeakMap<pg.Pool, Replica>()

/** The replica of the primary's database, if one is configured and usable. */
export function usableReplicaOf(primary: pg.Pool): Replica | undefined {
  const replica = replicas.get(primary)
  return replica?.isUsable() ? replica : undefined
}

/**
 * Connects without waiting: it is not used before the first check has found that it follows the primary. Its lag is known without trusting
 * clocks: it is less than the age of a position in the log of the primary that the replica has replayed.
 */
export function openReplica(primary: pg.Pool, { url, log, connections = 10, limits = defaultLimits, onError }: ReplicaOptions): Replica {
  const pool = openPool({ connectionString: url, max: connections }, onError)
  const { maxLagMs, checkIntervalMs } = limits
  const positions: (LogPosition & { at: number })[] = []
  let state: 'unknown' | 'used' | 'unused' = 'unknown'
  const setState = (usable: boolean, reason?: string) => {
    const next = usable ? 'used' : 'unused'
    if (state === next) return
    state = next
    used.set(usable ? 1 : 0)
    if (usable) log.info('analytics are read from the replica')
    else log.warn({ reason }, 'analytics are read from the primary instead of the replica')
  }

  async function check(): Promise<void> {
    const at = performance.now()
    positions.push({ ...(await writtenPosition(primary)), at })
    while ((positions[0]?.at ?? at) < at - maxLagMs) positions.shift()
    const [oldest] = positions
    if (oldest && (await hasReplayed(pool, oldest))) setState(true)
    // The first positions are so young that a replica in good order may not have them yet.
    else if (state === 'used' || positions.length * checkIntervalMs > maxLagMs / 2) setState(false, 'it is too far behind')
  }

  let timer: NodeJS.Timeout | undefined
  let closed = false
  const checkRepeatedly = async () => {
    await withTimeout(check(), checkTimeoutMs).catch((error: unknown) => setState(false, connectionMessage(error)))
    if (!closed) timer = setTimeout(checkRepeatedly, checkIntervalMs).unref()
  }
  const checks = checkRepeatedly()

  const replica: Replica = {
    pool,
    isUsable: () => state === 'used',
    shouldRepeat(error) {
      if (isDatabaseUnavailable(error)) setState(false, connectionMessage(error))
      return isDatabaseUnavailable(error) || isRecoveryConflict(error)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      replicas.delete(primary)
      await pool.end()
      await checks
    },
  }
  replicas.set(primary, replica)
  return replica
}

/** A replica cancels reads of rows that the primary has deleted and vacuumed: serialization failure, or deadlock with the recovery. */
const isRecoveryConflict = (error: unknown) => (error as { code?: string }).code === '40001' || isDeadlock(error)
