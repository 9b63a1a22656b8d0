import { customerDeleted, customerMerged } from '../../shared/customers/index.js'
import {
  deleteDeliveriesJob,
  deleteDeliveriesOfConnection,
  deleteTimeoutMs,
  markDeliveryFailed,
  deleteOldDeliveries,
  reassignMergedCustomer,
  eraseCustomerInDeliveries,
  processDeliveryJob,
  processDelivery,
  processTimeoutMs,
  retryPendingDeliveries,
  requeueLostDeliveries,
} from '../../shared/integrations/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import { leadRecorded } from '../../shared/tracking/index.js'
import { job } from '../job.js'

export const integrationsJobs = [
  job({
    contract: processDeliveryJob,
    timeoutMs: processTimeoutMs,
    ownTransaction: true,
    onFailed: markDeliveryFailed,
    run: ({ scope, payload }) => processDelivery(scope, payload),
  }),
  job({
    on: leadRecorded,
    name: 'integrations.retry-pending-deliveries',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => retryPendingDeliveries(scope, payload),
  }),
  job({
    on: customerDeleted,
    name: 'integrations.erase-customer',
    queue: 'events',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => eraseCustomerInDeliveries(scope, payload),
  }),
  job({
    on: customerMerged,
    name: 'integrations.reassign-merged-customer',
    queue: 'events',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => reassignMergedCustomer(scope, payload),
  }),
  job({
    contract: deleteDeliveriesJob,
    timeoutMs: deleteTimeoutMs,
    ownTransaction: true,
    run: ({ scope, payload }) => deleteDeliveriesOfConnection(scope, payload),
  }),
  job({
    name: 'integrations.requeue-lost-deliveries',
    queue: 'housekeeping',
    every: hours(1),
    timeoutMs: minutes(5),
    run: ({ scope }) => requeueLostDeliveries(scope),
  }),
  job({
    name: 'integrations.delete-old-deliveries',
    queue: 'housekeeping',
    cron: '15 3 * * *',
    timeoutMs: minutes(30),
    ownTransaction: true,
    run: ({ scope }) => deleteOldDeliveries(scope),
  }),
]
