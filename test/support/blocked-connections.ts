import type { Pool, PoolClient } from 'pg'
import { waitUntil } from './wait-until.js'

const blockedByConnection = `
  with recursive blocked as (
    select pid from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))
    union
    select other.pid from pg_stat_activity other join blocked on blocked.pid = any(pg_blocking_pids(other.pid))
  )
  select pid from blocked`

const statements = `
  select pid, pg_blocking_pids(pid) as blocked_by, state, wait_event_type, wait_event, left(query, 200) as query
  from pg_stat_activity where datname = current_database()`

/**
 * Resolves when exactly `count` connections wait for the transaction of `client`, directly or behind others that wait for it. Connections
 * that wait for something else do not count. A timeout names what each connection does.
 */
export async function waitUntilBlocked(pool: Pool, client: PoolClient, count = 1): Promise<void> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const areBlocked = async () => (await pool.query(blockedByConnection, [rows[0].pid])).rows.length === count
  await waitUntil(areBlocked).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${JSON.stringify((await pool.query(statements)).rows, null, 2)}`)
  })
}
