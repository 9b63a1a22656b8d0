/** The list of job tables, and of the contracts that producers may use. */
import type { EventContract, JobContract } from '../../shared/kernel/contract.js'
import { emptyFolder, linkCreated, linkDeleted, linkUpdated, takeTagOffLinks } from '../../shared/links/index.js'
import { ingestClicks } from '../../shared/tracking/index.js'
import type { JobRow } from '../job.js'
import { linksJobs } from './links.js'
import { operationsJobs } from './operations.js'
import { trackingJobs } from './tracking.js'

export const jobs: JobRow[] = [...linksJobs, ...trackingJobs, ...operationsJobs]

export const contracts: (JobContract | EventContract)[] = [linkCreated, linkUpdated, linkDeleted, takeTagOffLinks, emptyFolder, ingestClicks]
