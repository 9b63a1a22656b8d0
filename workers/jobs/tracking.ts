import { customerDeleted } from '../../shared/customers/index.js'
import { errandGaveUp, workWithin } from '../../shared/errands/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import {
  creditAnew,
  dropPastVisits,
  forgetCustomer,
  ingestClickBatch,
  ingestClicks,
  ingestWaitingClicks,
  makePartitionsAhead,
  recomputeAttributionOfErrand,
  refreshRates,
} from '../../shared/tracking/index.js'
import { job, standing } from '../job.js'

export const trackingJobs = [
  job({
    of: creditAnew,
    within: workWithin,
    ownTransaction: true,
    exhausted: errandGaveUp,
    run: ({ scope, payload }) => recomputeAttributionOfErrand(scope, payload),
  }),
  job({ of: ingestClicks, within: minutes(2), ownTransaction: true, run: ({ scope, payload }) => ingestClickBatch(scope, payload) }),
  job({
    name: 'tracking.make-partitions-ahead',
    queue: 'housekeeping',
    every: hours(12),
    within: minutes(2),
    run: ({ scope }) => makePartitionsAhead(scope),
  }),
  job({
    name: 'tracking.drop-past-visits',
    queue: 'housekeeping',
    every: minutes(10),
    within: minutes(5),
    run: ({ scope }) => dropPastVisits(scope),
  }),
  job({
    name: 'tracking.refresh-exchange-rates',
    queue: 'housekeeping',
    cron: '0 8 * * *',
    within: minutes(2),
    run: ({ scope }) => refreshRates(scope),
  }),
  job({
    on: customerDeleted,
    name: 'tracking.forget-customer',
    queue: 'events',
    within: minutes(5),
    run: ({ scope, payload }) => forgetCustomer(scope, payload),
  }),
]

export const trackingStanding = [
  standing({ name: 'tracking.ingest-waiting-clicks', queue: 'clicks', run: ({ scope, stop }) => ingestWaitingClicks(scope, stop) }),
]
