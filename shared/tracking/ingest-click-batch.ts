import type pg from 'pg'
import type { JobScope } from '../kernel/scope.js'
import type { ClickBatch } from './click-batch.js'
import { type Ingestion, openIngestion } from './ingest-clicks.js'
import { placesOf } from './visitor/place-of-config.js'

// One per pool, so that the jobs that this process runs at a time meet in one transaction.
const ingestions = new WeakMap<pg.Pool, Promise<Ingestion>>()

/** Afterwards the batch's clicks are rows, counted once, however often the batch comes. Commits by itself, together with other batches. */
export async function ingestClickBatch({ pool, config }: JobScope, batch: ClickBatch): Promise<void> {
  let ingestion = ingestions.get(pool)
  if (!ingestion) ingestions.set(pool, (ingestion = placesOf(config).then((places) => openIngestion(pool, places))))
  await (await ingestion).ingest(batch)
}
