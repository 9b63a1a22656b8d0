import { exportAnalyticsInFile, exportAnalyticsOfErrand, exportEventsInFile, exportEventsOfErrand } from '../../shared/analytics/index.js'
import { errandGaveUp, workWithin } from '../../shared/errands/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { foldClicks, foldConversions, makeColumns } from '../../shared/tracking/index.js'
import { job } from '../job.js'

export const analyticsJobs = [
  job({
    of: exportAnalyticsInFile,
    within: workWithin,
    ownTransaction: true,
    exhausted: errandGaveUp,
    run: ({ scope, payload }) => exportAnalyticsOfErrand(scope, payload),
  }),
  job({
    of: exportEventsInFile,
    within: workWithin,
    ownTransaction: true,
    exhausted: errandGaveUp,
    run: ({ scope, payload }) => exportEventsOfErrand(scope, payload),
  }),
  job({
    name: 'analytics.fold-clicks',
    queue: 'housekeeping',
    every: minutes(1),
    within: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => foldClicks(scope),
  }),
  job({
    name: 'analytics.fold-conversions',
    queue: 'housekeeping',
    every: minutes(1),
    within: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => foldConversions(scope),
  }),
  // When the hour before has been folded.
  job({
    name: 'analytics.make-columns',
    queue: 'housekeeping',
    cron: '3 * * * *',
    within: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => makeColumns(scope),
  }),
]
