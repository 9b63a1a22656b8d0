import { dispatchWebhookEventsJob } from '../../shared/accounts/index.js'
import { customerDeleted } from '../../shared/customers/index.js'
import { minutes, seconds } from '../../shared/kernel/time.js'
import { externalAttemptCanceled } from '../../shared/payouts/index.js'
import {
  cancelDeliveries,
  deleteOldDeliveries,
  deliverOnce,
  deliverOnceJob,
  deliverWebhook,
  deliverWebhookJob,
  dispatchWebhookEvents,
  eraseCustomerInEvents,
  hasDueWebhooks,
  hasOutboxEntries,
  resumeDeliveries,
  resumeDeliveriesJob,
} from '../../shared/webhooks/index.js'
import { job } from '../job.js'

export const webhooksJobs = [
  job({
    contract: dispatchWebhookEventsJob,
    every: minutes(1),
    poll: { every: seconds(1), hasWork: hasOutboxEntries },
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, stop }) => dispatchWebhookEvents(scope, stop),
  }),
  job({
    contract: deliverWebhookJob,
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, payload, stop }) => deliverWebhook(scope, payload, stop),
  }),
  job({
    contract: deliverOnceJob,
    timeoutMs: minutes(1),
    ownTransaction: true,
    run: ({ scope, payload, stop }) => deliverOnce(scope, payload, stop),
  }),
  job({
    contract: resumeDeliveriesJob,
    every: minutes(1),
    poll: { every: seconds(1), hasWork: hasDueWebhooks },
    timeoutMs: minutes(1),
    ownTransaction: true,
    run: ({ scope }) => resumeDeliveries(scope),
  }),
  job({
    on: customerDeleted,
    name: 'webhooks.erase-customer',
    queue: 'events',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => eraseCustomerInEvents(scope, payload),
  }),
  job({
    on: externalAttemptCanceled,
    name: 'webhooks.cancel-deliveries',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => cancelDeliveries(scope, payload),
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
