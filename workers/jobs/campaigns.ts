import { planChanged } from '../../shared/accounts/index.js'
import {
  broadcastCampaign,
  broadcastJob,
  deleteMessageLeftovers,
  emailUnreadMessages,
  failNotificationEmail,
  hasPendingChecks,
  moveMessagesOfMergedPartner,
  queueScheduledCampaigns,
  sendCampaignsByEnrolledDays,
  sendNotificationEmail,
  sendNotificationEmailJob,
  sendTriggeredCampaigns,
  stopCampaignsOfPlan,
  verifyEmailDomains,
  welcomePartner,
} from '../../shared/campaigns/index.js'
import { minutes, seconds } from '../../shared/kernel/time.js'
import { batchJobTimeoutMs } from '../../shared/links/index.js'
import { enrolmentChanged, partnerMerged } from '../../shared/partners/index.js'
import { job } from '../job.js'

export const campaignsJobs = [
  job({
    name: 'campaigns.email-unread-messages',
    queue: 'events',
    every: minutes(1),
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope }) => emailUnreadMessages(scope),
  }),
  job({
    name: 'campaigns.queue-scheduled',
    queue: 'events',
    every: minutes(1),
    timeoutMs: minutes(1),
    run: ({ scope }) => queueScheduledCampaigns(scope),
  }),
  job({
    contract: broadcastJob,
    timeoutMs: batchJobTimeoutMs,
    ownTransaction: true,
    run: ({ scope, payload }) => broadcastCampaign(scope, payload),
  }),
  job({
    contract: sendNotificationEmailJob,
    timeoutMs: minutes(2),
    ownTransaction: true,
    onFailed: failNotificationEmail,
    run: ({ scope, payload }) => sendNotificationEmail(scope, payload),
  }),
  job({
    name: 'campaigns.send-triggered',
    queue: 'events',
    every: minutes(1),
    poll: { every: seconds(5), hasWork: hasPendingChecks },
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, stop }) => sendTriggeredCampaigns(scope, stop),
  }),
  job({
    name: 'campaigns.send-by-enrolled-days',
    queue: 'housekeeping',
    cron: '20 * * * *',
    timeoutMs: minutes(30),
    ownTransaction: true,
    run: ({ scope, stop }) => sendCampaignsByEnrolledDays(scope, stop),
  }),
  job({
    name: 'campaigns.verify-email-domains',
    queue: 'housekeeping',
    cron: '50 * * * *',
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope }) => verifyEmailDomains(scope),
  }),
  job({
    name: 'campaigns.delete-message-leftovers',
    queue: 'housekeeping',
    cron: '25 5 * * *',
    timeoutMs: minutes(5),
    run: ({ scope }) => deleteMessageLeftovers(scope),
  }),
  job({
    on: enrolmentChanged,
    name: 'campaigns.welcome-partner',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => welcomePartner(scope, payload),
  }),
  job({
    on: planChanged,
    name: 'campaigns.stop-campaigns-of-plan',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => stopCampaignsOfPlan(scope, payload),
  }),
  job({
    on: partnerMerged,
    name: 'campaigns.move-merged-partner',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => moveMessagesOfMergedPartner(scope, payload),
  }),
]
