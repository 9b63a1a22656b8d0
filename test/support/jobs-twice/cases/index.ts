import type { JobCases } from '../job-case.js'
import { accountsCases } from './accounts.js'
import { bountiesCases } from './bounties.js'
import { campaignsCases } from './campaigns.js'
import { customersCases } from './customers.js'
import { deliveriesCases } from './deliveries.js'
import { earningsCases } from './earnings.js'
import { fraudCases } from './fraud.js'
import { linksCases } from './links.js'
import { partnerAccountsCases } from './partner-accounts.js'
import { partnersCases } from './partners.js'
import { payoutsCases } from './payouts.js'
import { systemCases } from './system.js'
import { trackingCases } from './tracking.js'

/** Job -> its case. */
export const jobCases: JobCases = {
  ...accountsCases,
  ...linksCases,
  ...customersCases,
  ...trackingCases,
  ...deliveriesCases,
  ...partnersCases,
  ...partnerAccountsCases,
  ...earningsCases,
  ...payoutsCases,
  ...fraudCases,
  ...bountiesCases,
  ...campaignsCases,
  ...systemCases,
}
