import type { EntityManager } from '@mikro-orm/postgresql'

export async function deleteExpiredState(em: EntityManager): Promise<void> {
  await em.execute('delete from short_lived where expires_at <= clock_timestamp()')
}

export async function deleteKeptAnswersBefore(em: EntityManager, created: Date): Promise<void> {
  await em.execute('delete from kept_answers where created_at <= ?', [created])
}

/** Windows end at an instant of the program's clock, in milliseconds. */
export async function deleteRateWindowsUntil(em: EntityManager, now: Date): Promise<void> {
  await em.execute('delete from rate_limits where expire <= ?', [now.getTime()])
}
