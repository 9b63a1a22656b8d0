import { operationJob } from '../background-operations/index.js'

export const exportWorkspaceJob = operationJob('exports.export-workspace', 'exports')

export const importWorkspaceJob = operationJob('exports.import-workspace', 'bulk')
