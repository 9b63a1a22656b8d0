import { z } from 'zod'
import { backgroundOperationPayload } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'

/** `waitingSince`: when the provider began to refuse or delay requests, if no page was read since. */
const runImportPayload = backgroundOperationPayload.extend({ waitingSince: z.string().optional() })
export const runImportJob = contract({ name: 'imports.run', queue: 'bulk', payload: runImportPayload, attempts: 10 })
export const importCsvJob = contract({ name: 'imports.csv', queue: 'bulk', payload: backgroundOperationPayload, attempts: 10 })
export const undoImportJob = contract({ name: 'imports.undo', queue: 'bulk', payload: backgroundOperationPayload, attempts: 10 })
