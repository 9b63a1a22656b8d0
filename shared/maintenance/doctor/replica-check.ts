/** Whether the read replica follows the database. */
import { connectionMessage } from '../../kernel/connection-message.js'
import { openPool } from '../../kernel/db/pool.js'
import { maxReplicaLagMs } from '../../kernel/db/replica.js'
import { hasReplayed, writtenPosition } from '../../kernel/db/replica.queries.js'
import type { DoctorContext, Finding } from './checks.js'

const pollIntervalMs = 50

export async function checkReplica({ config, pool }: DoctorContext): Promise<Finding[]> {
  if (!config.databaseReplicaUrl) return [{ state: 'good', found: 'none: analytics are read from the database' }]
  const replica = openPool({ connectionString: config.databaseReplicaUrl, max: 1 }, () => undefined)
  try {
    const position = await writtenPosition(pool)
    const startedAt = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startedAt)
    while (!(await hasReplayed(replica, position))) {
      if (elapsedMs() > maxReplicaLagMs) return [unused(`it is more than ${maxReplicaLagMs / 1000} s behind`, 'Find out what delays it.')]
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    }
    return [{ state: 'good', found: `has what was written ${elapsedMs()} ms ago` }]
  } catch (error) {
    return [unused(connectionMessage(error), 'Start it, or correct DATABASE_REPLICA_URL.')]
  } finally {
    await replica.end()
  }
}

const unused = (reason: string, advice: string): Finding => ({
  state: 'bad',
  found: `${reason}; analytics are read from the database instead`,
  advice,
})
