import { backgroundOperationPayload } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'

export const runImportJob = contract({ name: 'imports.run', queue: 'bulk', payload: backgroundOperationPayload, attempts: 10 })
export const importCsvJob = contract({ name: 'imports.csv', queue: 'bulk', payload: backgroundOperationPayload, attempts: 10 })
export const undoImportJob = contract({ name: 'imports.undo', queue: 'bulk', payload: backgroundOperationPayload, attempts: 10 })
