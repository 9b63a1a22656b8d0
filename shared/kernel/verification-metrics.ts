/** What the last nightly recount of figures found, asked when somebody reads the metrics. */
import type pg from 'pg'
import { gauge } from './metrics.js'
import { latestVerification } from './verification.queries.js'

const differences = gauge('verification_differences', 'Rows that the latest recount found to differ from their events')
const finished = gauge('verification_finished_seconds', 'When the latest recount ended, in seconds since 1970')

/** Sets the gauges; before the first recount, and while the database is away, they keep what they have. */
export async function measureVerification(pool: pg.Pool): Promise<void> {
  const latest = await latestVerification(pool).catch(() => null)
  if (!latest) return
  differences.set(latest.differences)
  finished.set(latest.finishedAt.getTime() / 1000)
}
