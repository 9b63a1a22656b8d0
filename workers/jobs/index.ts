/** All job tables. */
import type { JobRow } from '../job.js'
import { accountsJobs } from './accounts.js'
import { administrationJobs } from './administration.js'
import { analyticsJobs } from './analytics.js'
import { applicationsJobs } from './applications.js'
import { backgroundOperationsJobs } from './background-operations.js'
import { bountiesJobs } from './bounties.js'
import { campaignsJobs } from './campaigns.js'
import { customersJobs } from './customers.js'
import { earningsJobs } from './earnings.js'
import { embedJobs } from './embed.js'
import { exportsJobs } from './exports.js'
import { filesJobs } from './files.js'
import { fraudJobs } from './fraud.js'
import { importsJobs } from './imports.js'
import { integrationsJobs } from './integrations.js'
import { linksJobs } from './links.js'
import { maintenanceJobs } from './maintenance.js'
import { memoriesJobs } from './memories.js'
import { networkJobs } from './network.js'
import { partnerAccountsJobs } from './partner-accounts.js'
import { partnerProfileJobs } from './partner-profile.js'
import { partnersJobs } from './partners.js'
import { payoutsJobs } from './payouts.js'
import { postbacksJobs } from './postbacks.js'
import { rollupsJobs } from './rollups.js'
import { trackingJobs } from './tracking.js'
import { webhooksJobs } from './webhooks.js'

export const jobs: JobRow[] = [
  ...filesJobs,
  ...accountsJobs,
  ...backgroundOperationsJobs,
  ...linksJobs,
  ...customersJobs,
  ...rollupsJobs,
  ...trackingJobs,
  ...administrationJobs,
  ...analyticsJobs,
  ...partnersJobs,
  ...partnerAccountsJobs,
  ...earningsJobs,
  ...payoutsJobs,
  ...applicationsJobs,
  ...fraudJobs,
  ...bountiesJobs,
  ...campaignsJobs,
  ...partnerProfileJobs,
  ...embedJobs,
  ...networkJobs,
  ...memoriesJobs,
  ...integrationsJobs,
  ...webhooksJobs,
  ...postbacksJobs,
  ...importsJobs,
  ...exportsJobs,
  ...maintenanceJobs,
]
