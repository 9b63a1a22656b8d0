import { minutes } from '../../shared/kernel/time.js'
import { deliverWebhooks, dropOldDeliveries } from '../../shared/webhooks/index.js'
import { job, standing } from '../job.js'

export const webhooksJobs = [
  job({ name: 'webhooks.drop-old-deliveries', queue: 'housekeeping', cron: '50 4 * * *', within: minutes(30), ownTransaction: true, run: ({ scope }) => dropOldDeliveries(scope) }),
]

export const webhooksStanding = [
  standing({ name: 'webhooks.deliver', queue: 'webhooks', run: ({ scope, stop }) => deliverWebhooks(scope, stop) }),
]
