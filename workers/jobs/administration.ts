import {
  deleteProgramJob,
  exportAuditEntriesJob,
  runAuditExport,
  runProgramDeletion,
  switchLinks,
  switchLinksJob,
} from '../../shared/administration/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { batchJobTimeoutMs } from '../../shared/links/index.js'
import { job } from '../job.js'

export const administrationJobs = [
  job({
    contract: exportAuditEntriesJob,
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, payload }) => runAuditExport(scope, payload),
  }),
  job({
    contract: switchLinksJob,
    timeoutMs: batchJobTimeoutMs,
    ownTransaction: true,
    run: ({ scope, payload }) => switchLinks(scope, payload),
  }),
  job({
    contract: deleteProgramJob,
    timeoutMs: batchJobTimeoutMs,
    ownTransaction: true,
    run: ({ scope, payload }) => runProgramDeletion(scope, payload),
  }),
]
