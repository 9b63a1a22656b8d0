import type { EntityManager } from '@mikro-orm/postgresql'

export interface LockoutRules {
  now: Date
  /** Failures before this instant no longer count. */
  resetBefore: Date
  /** The number of failures that locks the address. */
  maxFailures: number
  /** End of the lock. */
  lockUntil: Date
}

/** Counts an attempt before its outcome is known, which also limits concurrent attempts. False while the address is locked. */
export async function recordLogInAttempt(
  em: EntityManager,
  email: string,
  { now, resetBefore, maxFailures, lockUntil }: LockoutRules,
): Promise<boolean> {
  const rows = await em.execute(
    `insert into log_in_failures as f (email, count, last_at) values (?, 1, ?)
     on conflict (email) do update set
       count = case when f.last_at < ? then 1 else f.count + 1 end,
       locked_until = case when f.last_at >= ? and f.count + 1 >= ? then ?::timestamptz end,
       last_at = excluded.last_at
     where f.locked_until is null or f.locked_until <= excluded.last_at
     returning 1`,
    [email, now, resetBefore, resetBefore, maxFailures, lockUntil],
  )
  return rows.length > 0
}

export async function clearLogInFailures(em: EntityManager, email: string): Promise<void> {
  await em.execute('delete from log_in_failures where email = ?', [email])
}

export async function deleteLogInFailuresBefore(em: EntityManager, before: Date): Promise<void> {
  await em.execute('delete from log_in_failures where last_at < ?', [before])
}
