import { customerDeleted } from '../../shared/customers/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { deliverWebhooks, dropOldDeliveries, forgetCustomerInEvents } from '../../shared/webhooks/index.js'
import { job, standing } from '../job.js'

export const webhooksJobs = [
  job({
    on: customerDeleted,
    name: 'webhooks.forget-customer',
    queue: 'events',
    within: minutes(2),
    run: ({ scope, payload }) => forgetCustomerInEvents(scope, payload),
  }),
  job({
    name: 'webhooks.drop-old-deliveries',
    queue: 'housekeeping',
    cron: '50 4 * * *',
    within: minutes(30),
    ownTransaction: true,
    run: ({ scope }) => dropOldDeliveries(scope),
  }),
]

export const webhooksStanding = [
  standing({ name: 'webhooks.deliver', queue: 'webhooks', run: ({ scope, stop }) => deliverWebhooks(scope, stop) }),
]
