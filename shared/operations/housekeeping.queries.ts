import type { EntityManager } from '@mikro-orm/postgresql'

export async function deleteExpiredState(em: EntityManager): Promise<void> {
  await em.execute('delete from short_lived where expires_at <= clock_timestamp()')
}

export async function deleteKeptAnswersBefore(em: EntityManager, created: Date): Promise<void> {
  await em.execute('delete from kept_answers where created_at <= ?', [created])
}

export async function deletePastRateWindows(em: EntityManager): Promise<void> {
  await em.execute('delete from rate_windows where ends_at <= clock_timestamp()')
}
