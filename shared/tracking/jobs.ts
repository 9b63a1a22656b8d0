import { errandPayload } from '../errands/index.js'
import { contract } from '../kernel/contract.js'
import { seconds } from '../kernel/time.js'
import { ClickBatch } from './click-batch.js'

/**
 * Never given up on: a click that was answered is a promise. Always soon again: after a long outage clicks shall be seen when the database
 * is, not an hour later.
 */
export const ingestClicks = contract({
  name: 'tracking.ingest-clicks',
  queue: 'clicks',
  payload: ClickBatch,
  attempts: 100_000,
  backoff: { type: 'fixed', delay: seconds(3), jitter: 0.5 },
})

export const creditAnew = contract({ name: 'tracking.credit-anew', queue: 'bulk', payload: errandPayload, attempts: 10 })
