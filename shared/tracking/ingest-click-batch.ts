import type { JobScope } from '../kernel/scope.js'
import type { ClickBatch } from './click-batch.js'
import { ingestBatch } from './ingest-clicks.js'
import { geoDatabaseOf } from './visitor/geo-database-of-config.js'

/** Stores the clicks of the batch, counted once however often the batch is delivered. Commits its own transaction. */
export const ingestClickBatch = async ({ pool, config }: JobScope, batch: ClickBatch): Promise<void> =>
  ingestBatch(pool, await geoDatabaseOf(config), batch)
