import { minutes } from '../../shared/kernel/time.js'
import { sendProgramSummaries } from '../../shared/partner-profile/index.js'
import { job } from '../job.js'

export const partnerProfileJobs = [
  job({
    name: 'partner-profile.send-program-summaries',
    queue: 'housekeeping',
    cron: '6 13 1 * *',
    timeoutMs: minutes(60),
    ownTransaction: true,
    run: ({ scope, stop }) => sendProgramSummaries(scope, stop),
  }),
]
