import { backgroundOperationPayload } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'

export const exportWorkspaceJob = contract({
  name: 'exports.export-workspace',
  queue: 'exports',
  payload: backgroundOperationPayload,
  attempts: 10,
})

export const importWorkspaceJob = contract({
  name: 'exports.import-workspace',
  queue: 'bulk',
  payload: backgroundOperationPayload,
  attempts: 10,
})
