import { deleteWorkspaceData, mailEmailChange, mailInvite, mailLetter, mailPasswordReset } from '../../shared/accounts/index.js'
import { exportAnalyticsInFile, exportEventsInFile } from '../../shared/analytics/index.js'
import { customerDeleted, customerMerged, exportCustomersInFile } from '../../shared/customers/index.js'
import { deleteDeliveries, processDelivery } from '../../shared/integrations/index.js'
/** The list of job tables, and of the contracts that producers may use. */
import type { EventContract, JobContract } from '../../shared/kernel/contract.js'
import {
  exportLinksInFile,
  createLinksInBulk,
  deleteLinksInBulk,
  deleteLinksOfDomain,
  emptyFolder,
  moveLinksToName,
  moveLinksToWorkspace,
  takeTagOffLinks,
  updateLinksInBulk,
} from '../../shared/links/index.js'
import { embedMemories } from '../../shared/memories/index.js'
import { creditAnew, ingestClicks, leadRecorded, saleRecorded, saleRefunded, saleReinstated } from '../../shared/tracking/index.js'
import type { JobRow, StandingJob } from '../job.js'
import { accountsJobs } from './accounts.js'
import { analyticsJobs } from './analytics.js'
import { customersJobs } from './customers.js'
import { errandsJobs } from './errands.js'
import { integrationsJobs } from './integrations.js'
import { linksJobs } from './links.js'
import { memoriesJobs } from './memories.js'
import { operationsJobs } from './operations.js'
import { trackingJobs, trackingStanding } from './tracking.js'
import { webhooksJobs, webhooksStanding } from './webhooks.js'

export const jobs: JobRow[] = [
  ...accountsJobs,
  ...errandsJobs,
  ...linksJobs,
  ...customersJobs,
  ...trackingJobs,
  ...analyticsJobs,
  ...memoriesJobs,
  ...integrationsJobs,
  ...webhooksJobs,
  ...operationsJobs,
]

export const standingJobs: StandingJob[] = [...trackingStanding, ...webhooksStanding]

export const contracts: (JobContract | EventContract)[] = [
  mailLetter,
  mailPasswordReset,
  mailEmailChange,
  mailInvite,
  deleteWorkspaceData,
  takeTagOffLinks,
  emptyFolder,
  moveLinksToName,
  deleteLinksOfDomain,
  moveLinksToWorkspace,
  createLinksInBulk,
  updateLinksInBulk,
  deleteLinksInBulk,
  exportLinksInFile,
  exportAnalyticsInFile,
  exportEventsInFile,
  customerDeleted,
  customerMerged,
  exportCustomersInFile,
  ingestClicks,
  creditAnew,
  leadRecorded,
  saleRecorded,
  saleRefunded,
  saleReinstated,
  embedMemories,
  processDelivery,
  deleteDeliveries,
]
