import type { JobScope } from '../kernel/scope.js'
import type { ClickBatch } from './click-batch.js'
import { ingestBatch } from './ingest-clicks.js'
import { placesOf } from './visitor/place-of-config.js'

/** Afterwards the batch's clicks are rows, counted once, however often the batch comes. Commits by itself. */
export const ingestClickBatch = async ({ pool, config }: JobScope, batch: ClickBatch): Promise<void> =>
  ingestBatch(pool, await placesOf(config), batch)
