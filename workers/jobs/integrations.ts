import { customerDeleted, customerMerged } from '../../shared/customers/index.js'
import {
  deleteDeliveries,
  deleteDeliveriesOfConnection,
  deleteWithin,
  deliveryGaveUp,
  dropOldDeliveries,
  followMergedCustomer,
  forgetCustomerInDeliveries,
  processDelivery,
  processDeliveryNow,
  processWithin,
  releaseWaiting,
  requeueLost,
} from '../../shared/integrations/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import { leadRecorded } from '../../shared/tracking/index.js'
import { job } from '../job.js'

export const integrationsJobs = [
  job({
    of: processDelivery,
    within: processWithin,
    ownTransaction: true,
    exhausted: deliveryGaveUp,
    run: ({ scope, payload }) => processDeliveryNow(scope, payload),
  }),
  job({
    on: leadRecorded,
    name: 'integrations.release-waiting',
    queue: 'events',
    within: minutes(1),
    run: ({ scope, payload }) => releaseWaiting(scope, payload),
  }),
  job({
    on: customerDeleted,
    name: 'integrations.forget-customer',
    queue: 'events',
    within: minutes(2),
    run: ({ scope, payload }) => forgetCustomerInDeliveries(scope, payload),
  }),
  job({
    on: customerMerged,
    name: 'integrations.follow-merged-customer',
    queue: 'events',
    within: minutes(2),
    run: ({ scope, payload }) => followMergedCustomer(scope, payload),
  }),
  job({
    of: deleteDeliveries,
    within: deleteWithin,
    ownTransaction: true,
    run: ({ scope, payload }) => deleteDeliveriesOfConnection(scope, payload),
  }),
  job({
    name: 'integrations.requeue-lost',
    queue: 'housekeeping',
    every: hours(1),
    within: minutes(5),
    run: ({ scope }) => requeueLost(scope),
  }),
  job({
    name: 'integrations.drop-old-deliveries',
    queue: 'housekeeping',
    cron: '15 3 * * *',
    within: minutes(30),
    ownTransaction: true,
    run: ({ scope }) => dropOldDeliveries(scope),
  }),
]
