import type { Scope } from '../kernel/scope.js'

/** By the clock of the database. */
export async function transactionTime({ pool }: Pick<Scope, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ time: string }>('select clock_timestamp()::text as time')
  return rows[0]?.time as string
}

/** Whether a transaction that began before has written something, or locked a row, and still runs. */
export async function isWriterRunning({ pool }: Pick<Scope, 'pool'>, begunBefore: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select from pg_stat_activity
       where datname = current_database() and backend_xid is not null and xact_start < $1::timestamptz) as found`,
    [begunBefore],
  )
  return rows[0]?.found ?? false
}
