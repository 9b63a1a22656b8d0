import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import {
  failImport,
  importCsvJob,
  runCsvImport,
  runImport,
  runImportJob,
  runUndoImport,
  undoImportJob,
} from '../../shared/imports/index.js'
import { openStripeCustomers } from '../../shared/integrations/index.js'
import { job } from '../job.js'

const operation = { timeoutMs: operationTimeoutMs, ownTransaction: true }

export const importsJobs = [
  job({
    contract: runImportJob,
    ...operation,
    onFailed: failImport,
    run: ({ scope, payload }) => runImport(scope, payload, openStripeCustomers),
  }),
  job({ contract: importCsvJob, ...operation, onFailed: failImport, run: ({ scope, payload }) => runCsvImport(scope, payload) }),
  job({
    contract: undoImportJob,
    ...operation,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runUndoImport(scope, payload),
  }),
]
