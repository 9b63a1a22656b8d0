import { customerDeleted } from '../../shared/customers/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { deliverWebhooks, deleteOldDeliveries, eraseCustomerInEvents } from '../../shared/webhooks/index.js'
import { job, continuous } from '../job.js'

export const webhooksJobs = [
  job({
    on: customerDeleted,
    name: 'webhooks.erase-customer',
    queue: 'events',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => eraseCustomerInEvents(scope, payload),
  }),
  job({
    name: 'webhooks.delete-old-deliveries',
    queue: 'housekeeping',
    cron: '50 4 * * *',
    timeoutMs: minutes(30),
    ownTransaction: true,
    run: ({ scope }) => deleteOldDeliveries(scope),
  }),
]

export const webhooksContinuous = [
  continuous({ name: 'webhooks.deliver', queue: 'webhooks', run: ({ scope, stop }) => deliverWebhooks(scope, stop) }),
]
