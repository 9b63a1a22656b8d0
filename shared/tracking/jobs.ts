import { contract, exponential } from '../kernel/contract.js'
import { ClickBatch } from './click-batch.js'

/** Never given up on: a click that was answered is a promise. */
export const ingestClicks = contract({ name: 'tracking.ingest-clicks', queue: 'clicks', payload: ClickBatch, attempts: 1000, backoff: exponential(500) })
