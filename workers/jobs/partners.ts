import { batchJobTimeoutMs } from '../../shared/links/index.js'
import {
  changeProgramPartners,
  changeProgramPartnersJob,
  deleteGroupJob,
  finishGroupDeletion,
  syncLinks,
  syncLinksJob,
} from '../../shared/partners/index.js'
import { job } from '../job.js'

const inBatches = { timeoutMs: batchJobTimeoutMs, ownTransaction: true }

export const partnersJobs = [
  job({ contract: syncLinksJob, ...inBatches, run: ({ scope, payload }) => syncLinks(scope, payload) }),
  job({ contract: deleteGroupJob, ...inBatches, run: ({ scope, payload }) => finishGroupDeletion(scope, payload) }),
  job({ contract: changeProgramPartnersJob, ...inBatches, run: ({ scope, payload }) => changeProgramPartners(scope, payload) }),
]
