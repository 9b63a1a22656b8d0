/** All job tables, and all contracts that producers may use. */
import {
  deleteWorkspaceData,
  dispatchWebhookEventsJob,
  sendEmailChangedJob,
  sendEmailChangeJob,
  sendInviteJob,
  sendEmailJob,
  sendPasswordResetJob,
} from '../../shared/accounts/index.js'
import { exportAnalyticsJob, exportEventsJob } from '../../shared/analytics/index.js'
import { customerDeleted, customerMerged, exportCustomersJob } from '../../shared/customers/index.js'
import { deleteDeliveriesJob, processDeliveryJob } from '../../shared/integrations/index.js'
import type { EventContract, JobContract } from '../../shared/kernel/queue/contract.js'
import {
  exportLinksToFile,
  createLinksInBulk,
  deleteLinksInBulk,
  deleteLinksOfDomain,
  detachDeletedFolder,
  moveLinksToRenamedDomain,
  moveLinksToWorkspace,
  detachDeletedTag,
  updateLinksInBulk,
} from '../../shared/links/index.js'
import { embedMemoriesJob } from '../../shared/memories/index.js'
import {
  recomputeAttributionJob,
  ingestClicks,
  ingestQueuedClicksJob,
  leadRecorded,
  saleRecorded,
  saleRefunded,
  saleReinstated,
} from '../../shared/tracking/index.js'
import { deliverWebhookJob, resumeDeliveriesJob } from '../../shared/webhooks/index.js'
import type { JobRow } from '../job.js'
import { accountsJobs } from './accounts.js'
import { analyticsJobs } from './analytics.js'
import { backgroundOperationsJobs } from './background-operations.js'
import { customersJobs } from './customers.js'
import { integrationsJobs } from './integrations.js'
import { linksJobs } from './links.js'
import { maintenanceJobs } from './maintenance.js'
import { memoriesJobs } from './memories.js'
import { rollupsJobs } from './rollups.js'
import { trackingJobs } from './tracking.js'
import { webhooksJobs } from './webhooks.js'

export const jobs: JobRow[] = [
  ...accountsJobs,
  ...backgroundOperationsJobs,
  ...linksJobs,
  ...customersJobs,
  ...rollupsJobs,
  ...trackingJobs,
  ...analyticsJobs,
  ...memoriesJobs,
  ...integrationsJobs,
  ...webhooksJobs,
  ...maintenanceJobs,
]

export const contracts: (JobContract | EventContract)[] = [
  sendEmailJob,
  sendPasswordResetJob,
  sendEmailChangeJob,
  sendEmailChangedJob,
  sendInviteJob,
  deleteWorkspaceData,
  detachDeletedTag,
  detachDeletedFolder,
  moveLinksToRenamedDomain,
  deleteLinksOfDomain,
  moveLinksToWorkspace,
  createLinksInBulk,
  updateLinksInBulk,
  deleteLinksInBulk,
  exportLinksToFile,
  exportAnalyticsJob,
  exportEventsJob,
  customerDeleted,
  customerMerged,
  exportCustomersJob,
  ingestClicks,
  ingestQueuedClicksJob,
  recomputeAttributionJob,
  leadRecorded,
  saleRecorded,
  saleRefunded,
  saleReinstated,
  embedMemoriesJob,
  processDeliveryJob,
  deleteDeliveriesJob,
  dispatchWebhookEventsJob,
  deliverWebhookJob,
  resumeDeliveriesJob,
]
