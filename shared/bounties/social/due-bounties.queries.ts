import type { Scope } from '../../kernel/scope.js'
import { finalSyncWithinMs, socialSyncIntervalMs } from '../limits.js'

/** Ids of the next bounties whose counts are old, and of those that have ended since they were last read. */
export async function bountiesToSync({ em }: Pick<Scope, 'em'>, now: Date, after: string, limit: number): Promise<string[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const rows: { id: string }[] = await em.execute(
    `select id from bounties
     where type = 'submission' and submission_requirements -> 'socialMetrics' is not null and id > ?
       and (starts_at is null or starts_at <= ?) and case
         when ends_at is null or ends_at > ? then social_metrics_last_synced_at is null or social_metrics_last_synced_at <= ?
         else ends_at > ? and (social_metrics_last_synced_at is null or social_metrics_last_synced_at < ends_at) end
     order by id limit ?`,
    [after, now, now, before(socialSyncIntervalMs), before(finalSyncWithinMs), limit],
  )
  return rows.map(({ id }) => id)
}
