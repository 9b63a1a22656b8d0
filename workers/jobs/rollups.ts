import { minutes } from '../../shared/kernel/time.js'
import { buildColumnSegments, packRollups, rollUpClicks } from '../../shared/rollups/index.js'
import { job } from '../job.js'

export const rollupsJobs = [
  job({
    name: 'rollups.roll-up-clicks',
    queue: 'housekeeping',
    every: minutes(1),
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => rollUpClicks(scope),
  }),
  // Three minutes past the hour: by then the previous hour is rolled up.
  job({
    name: 'rollups.build-column-segments',
    queue: 'housekeeping',
    cron: '3 * * * *',
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => buildColumnSegments(scope),
  }),
  job({
    name: 'rollups.pack',
    queue: 'housekeeping',
    cron: '33 * * * *',
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => packRollups(scope),
  }),
]
