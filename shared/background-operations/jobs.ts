import { contract, emailAttempts } from '../kernel/queue/contract.js'
import { backgroundOperationPayload } from './payload.schema.js'

/** Moves the result of a completed export into the file store and sends its address to the user who started it. */
export const storeResultFileJob = contract({
  name: 'background-operations.store-result-file',
  queue: 'exports',
  payload: backgroundOperationPayload,
  ...emailAttempts,
})
