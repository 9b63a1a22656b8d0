import { dropOldErrands } from '../../shared/errands/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

export const errandsJobs = [
  job({
    name: 'errands.drop-old',
    queue: 'housekeeping',
    cron: '50 2 * * *',
    within: minutes(10),
    run: ({ scope }) => dropOldErrands(scope),
  }),
]
