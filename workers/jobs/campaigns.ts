import { emailUnreadMessages, moveMessagesOfMergedPartner } from '../../shared/campaigns/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { partnerMerged } from '../../shared/partners/index.js'
import { job } from '../job.js'

export const campaignsJobs = [
  job({
    name: 'campaigns.email-unread-messages',
    queue: 'events',
    every: minutes(1),
    timeoutMs: minutes(2),
    run: ({ scope }) => emailUnreadMessages(scope),
  }),
  job({
    on: partnerMerged,
    name: 'campaigns.move-merged-partner',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => moveMessagesOfMergedPartner(scope, payload),
  }),
]
