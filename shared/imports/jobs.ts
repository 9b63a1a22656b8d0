import { z } from 'zod'
import { backgroundOperationPayload, operationJob } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'

/** `waitingSince`: when the provider began to refuse or delay requests, if no page was read since. */
const runImportPayload = backgroundOperationPayload.extend({ waitingSince: z.string().optional() })
export const runImportJob = contract({
  name: 'imports.run',
  queue: 'bulk',
  payload: runImportPayload,
  attempts: 10,
  deduplicationKey: ({ operationId }) => operationId,
})
export const importCsvJob = operationJob('imports.csv', 'bulk')
export const undoImportJob = operationJob('imports.undo', 'bulk')
