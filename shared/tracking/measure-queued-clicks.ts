import { gauge } from '../kernel/metrics.js'
import type { Resources } from '../kernel/resources.js'
import { ingestClicks } from './jobs.js'
import { countQueuedBatches } from './queued-clicks.queries.js'

const queued = gauge('click_batches_queued', 'Click batches that no worker has ingested yet')

/** Sets the gauge when metrics are read. While the database or Redis is unavailable it keeps its last value. */
export async function measureQueuedClicks({ database, queues }: Resources): Promise<void> {
  const counts = await Promise.all([countQueuedBatches(database.pool), queues.stream(ingestClicks.queue)?.size() ?? 0]).catch(() => null)
  if (counts) queued.set(counts[0] + counts[1])
}
