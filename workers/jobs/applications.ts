import {
  autoApprove,
  autoApproveJob,
  autoReject,
  followMerge,
  followReview,
  sendConfirmation,
  sendConfirmationJob,
  sendReminders,
  summarisePending,
} from '../../shared/applications/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { enrolmentChanged, partnerMerged } from '../../shared/partners/index.js'
import { job } from '../job.js'

const short = { queue: 'events', timeoutMs: minutes(1) } as const

export const applicationsJobs = [
  // The email leaves while the job runs: a surrounding transaction could roll back the one-time link that was just sent.
  job({
    contract: sendConfirmationJob,
    timeoutMs: minutes(1),
    ownTransaction: true,
    run: ({ scope, payload }) => sendConfirmation(scope, payload),
  }),
  job({ contract: autoApproveJob, timeoutMs: minutes(1), run: ({ scope, payload }) => autoApprove(scope, payload) }),
  job({ ...short, on: enrolmentChanged, name: 'applications.follow-review', run: ({ scope, payload }) => followReview(scope, payload) }),
  job({ ...short, on: partnerMerged, name: 'applications.follow-merge', run: ({ scope, payload }) => followMerge(scope, payload) }),
  job({
    name: 'applications.auto-reject',
    queue: 'housekeeping',
    every: minutes(1),
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => autoReject(scope),
  }),
  job({
    name: 'applications.send-reminders',
    queue: 'housekeeping',
    every: minutes(1),
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => sendReminders(scope),
  }),
  job({
    name: 'applications.summarise-pending',
    queue: 'housekeeping',
    cron: '0 9 * * *',
    timeoutMs: minutes(10),
    run: ({ scope }) => summarisePending(scope),
  }),
]
