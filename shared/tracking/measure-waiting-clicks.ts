import type pg from 'pg'
import { gauge } from '../kernel/metrics.js'
import { countWaitingBatches } from './waiting-clicks.queries.js'

const waiting = gauge('click_batches_waiting', 'Click batches in the database that wait for a worker')

/** Sets the gauge when somebody reads the metrics; while the database is away, it keeps what it has. */
export async function measureWaitingClicks(pool: pg.Pool): Promise<void> {
  const count = await countWaitingBatches(pool).catch(() => null)
  if (count !== null) waiting.set(count)
}
