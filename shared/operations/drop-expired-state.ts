import type { JobScope } from '../kernel/scope.js'

/** Frees the space of short-lived values and of rate-limit windows that have expired; neither was readable any more. */
export async function dropExpiredState({ em, now }: JobScope) {
  await em.execute('delete from short_lived where expires_at <= clock_timestamp()')
  await em.execute('delete from rate_limits where expire <= ?', [now().getTime()])
}
