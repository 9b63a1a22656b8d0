import type { EntityManager } from '@mikro-orm/postgresql'

export async function deleteExpiredState(em: EntityManager): Promise<void> {
  await em.execute('delete from short_lived where expires_at <= clock_timestamp()')
}

/** Windows end at an instant of the program's clock, in milliseconds. */
export async function deleteRateWindowsUntil(em: EntityManager, now: Date): Promise<void> {
  await em.execute('delete from rate_limits where expire <= ?', [now.getTime()])
}
