import { gauge } from '../../kernel/metrics.js'
import type { Resources } from '../../kernel/resources.js'
import { latestReport } from './verification.queries.js'

const differences = gauge('verification_differences', 'Rows that differ from their events, as of the latest verification')
const finished = gauge('verification_finished_seconds', 'Unix time of the end of the latest verification')
// Without a verification the gauge is absent: its initial 0 would trigger every alert.
finished.remove()

/** Updates the gauges when the metrics are scraped. Without a report, or without the database, they keep their values. */
export async function measureVerification({ database }: Resources): Promise<void> {
  const latest = await latestReport(database.pool).catch(() => null)
  if (!latest) return
  differences.set(latest.differences)
  finished.set(Date.parse(latest.finishedAt) / 1000)
}
