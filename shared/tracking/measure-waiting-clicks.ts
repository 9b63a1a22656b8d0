import { gauge } from '../kernel/metrics.js'
import type { Resources } from '../kernel/resources.js'
import { ingestClicks } from './jobs.js'
import { countWaitingBatches } from './waiting-clicks.queries.js'

const waiting = gauge('click_batches_waiting', 'Click batches that wait for a worker')

/** Sets the gauge when somebody reads the metrics; while the database or Redis is away, it keeps what it has. */
export async function measureWaitingClicks({ database, queues }: Resources): Promise<void> {
  const counts = await Promise.all([countWaitingBatches(database.pool), queues.stream(ingestClicks.queue)?.size() ?? 0]).catch(() => null)
  if (counts) waiting.set(counts[0] + counts[1])
}
