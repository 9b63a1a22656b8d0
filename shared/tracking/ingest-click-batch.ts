import type { JobScope } from '../kernel/scope.js'
import type { ClickBatch } from './click-batch.js'
import { ingestBatch } from './ingest-clicks.js'
import { writeClickBlocksJob } from './jobs.js'
import { geoDatabaseOf } from './visitor/geo-database-of-config.js'

/** Stores the clicks of the batch, counted once however often the batch is delivered. Commits its own transaction. */
export async function ingestClickBatch(scope: JobScope, batch: ClickBatch): Promise<void> {
  await ingestBatch(scope, await geoDatabaseOf(scope.config), batch)
  scope.queues.wake(writeClickBlocksJob)
}
