import { z } from 'zod'
import { backgroundOperationPayload, operationJob } from '../background-operations/index.js'
import type { JobContract } from '../kernel/queue/contract.js'

/** `waitingSince`: when the provider began to refuse or delay requests, if no page was read since. */
const runImportPayload = backgroundOperationPayload.extend({ waitingSince: z.string().optional() })
export const runImportJob: JobContract<z.infer<typeof runImportPayload>> = {
  ...operationJob('imports.run', 'bulk'),
  payload: runImportPayload,
}
export const importCsvJob = operationJob('imports.csv', 'bulk')
export const undoImportJob = operationJob('imports.undo', 'bulk')
