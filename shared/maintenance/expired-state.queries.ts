import type { EntityManager } from '@mikro-orm/postgresql'

export async function deleteExpiredValues(em: EntityManager): Promise<void> {
  await em.execute('delete from short_lived where expires_at <= clock_timestamp()')
}

export async function deleteIdempotencyKeysBefore(em: EntityManager, createdBefore: Date): Promise<void> {
  await em.execute('delete from idempotency_keys where created_at <= ?', [createdBefore])
}

export async function deleteExpiredRateWindows(em: EntityManager): Promise<void> {
  await em.execute('delete from rate_windows where ends_at <= clock_timestamp()')
}
