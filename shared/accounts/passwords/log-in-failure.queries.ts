import type { EntityManager } from '@mikro-orm/postgresql'

export interface TryRules {
  now: Date
  /** Tries that failed before this are forgotten. */
  forgetBefore: Date
  /** The try that makes the count so high locks the address ... */
  allowed: number
  /** ... until then. */
  lockUntil: Date
}

/** Counts a try before anybody knows how it ends, so that tries at once can't share one place. False while the address is locked. */
export async function countTry(em: EntityManager, email: string, { now, forgetBefore, allowed, lockUntil }: TryRules): Promise<boolean> {
  const rows = await em.execute(
    `insert into log_in_failures as f (email, count, last_at) values (?, 1, ?)
     on conflict (email) do update set
       count = case when f.last_at < ? then 1 else f.count + 1 end,
       locked_until = case when f.last_at >= ? and f.count + 1 >= ? then ?::timestamptz end,
       last_at = excluded.last_at
     where f.locked_until is null or f.locked_until <= excluded.last_at
     returning 1`,
    [email, now, forgetBefore, forgetBefore, allowed, lockUntil],
  )
  return rows.length > 0
}

export async function forgetFailures(em: EntityManager, email: string): Promise<void> {
  await em.execute('delete from log_in_failures where email = ?', [email])
}

export async function deleteFailuresBefore(em: EntityManager, before: Date): Promise<void> {
  await em.execute('delete from log_in_failures where last_at < ?', [before])
}
