import { gauge } from '../../kernel/metrics.js'
import type { Resources } from '../../kernel/resources.js'
import { latestReport } from './verification.queries.js'

const differences = gauge('verification_differences', 'Rows that the latest recount found to differ from their events')
const finished = gauge('verification_finished_seconds', 'When the latest recount ended, in seconds since 1970')
// No time at all, rather than one that every alarm takes for long ago.
finished.remove()

/** Sets the gauges when somebody reads the metrics; before the first recount, and while the database is away, they keep what they have. */
export async function measureVerification({ database }: Resources): Promise<void> {
  const latest = await latestReport(database.pool).catch(() => null)
  if (!latest) return
  differences.set(latest.differences)
  finished.set(Date.parse(latest.finishedAt) / 1000)
}
