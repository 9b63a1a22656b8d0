import type pg from 'pg'

interface LockWait {
  /** Null for a lock that is not on a table or index. */
  relation: string | null
  pid: number
  application: string
  /** Null if the user may not see sessions of others. */
  state: string | null
  since: Date | null
}

/** What sessions with the application name wait for, and the sessions that they wait for. */
export async function findLockWaits(client: Pick<pg.ClientBase, 'query'>, applicationName: string): Promise<LockWait[]> {
  const { rows } = await client.query<LockWait>(
    `select blocker.pid, blocker.application_name as application, blocker.state, blocker.xact_start as since,
       (select relation::regclass::text from pg_locks where pg_locks.pid = waiting.pid and not granted limit 1) as relation
     from pg_stat_activity waiting, unnest(pg_blocking_pids(waiting.pid)) as blocking(pid)
     join pg_stat_activity blocker on blocker.pid = blocking.pid
     where waiting.application_name = $1 and waiting.datname = current_database()`,
    [applicationName],
  )
  return rows
}

export const describeLockWait = ({ relation, pid, application, state, since }: LockWait): string => {
  const facts = [application, state, since && `since ${since.toISOString()}`].filter(Boolean).join(', ')
  return `${relation ? `the table or index ${relation}` : 'a lock'}, which session ${pid} (${facts}) uses`
}
