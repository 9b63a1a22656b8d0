import {
  deleteExpiredCredentials,
  deleteExpiredInvites,
  deleteExpiredRequestLogs,
  sendEmailChangeJob,
  sendInviteJob,
  sendEmailJob,
  sendPasswordResetJob,
  sendEmailChange,
  sendEmailChanged,
  sendEmailChangedJob,
  sendInvite,
  sendQueuedEmail,
  sendPasswordReset,
  startBillingPeriods,
} from '../../shared/accounts/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

// The email leaves while the job runs: a surrounding transaction could roll back the one-time link that was just sent.
const email = { timeoutMs: minutes(1), ownTransaction: true }

export const accountsJobs = [
  job({ contract: sendEmailJob, ...email, run: ({ scope, payload }) => sendQueuedEmail(scope, payload) }),
  job({ contract: sendPasswordResetJob, ...email, run: ({ scope, payload }) => sendPasswordReset(scope, payload) }),
  job({ contract: sendEmailChangeJob, ...email, run: ({ scope, payload }) => sendEmailChange(scope, payload) }),
  job({ contract: sendEmailChangedJob, ...email, run: ({ scope, payload }) => sendEmailChanged(scope, payload) }),
  job({ contract: sendInviteJob, ...email, run: ({ scope, payload }) => sendInvite(scope, payload) }),
  job({
    name: 'accounts.start-billing-periods',
    queue: 'housekeeping',
    every: hours(1),
    timeoutMs: minutes(2),
    run: ({ scope }) => startBillingPeriods(scope),
  }),
  job({
    name: 'accounts.delete-expired-invites',
    queue: 'housekeeping',
    cron: '10 2 * * *',
    timeoutMs: minutes(5),
    run: ({ scope }) => deleteExpiredInvites(scope),
  }),
  job({
    name: 'accounts.delete-expired-credentials',
    queue: 'housekeeping',
    cron: '0 2 * * *',
    timeoutMs: minutes(5),
    run: ({ scope }) => deleteExpiredCredentials(scope),
  }),
  job({
    name: 'accounts.delete-expired-request-logs',
    queue: 'housekeeping',
    cron: '30 2 * * *',
    timeoutMs: minutes(30),
    ownTransaction: true,
    run: ({ scope }) => deleteExpiredRequestLogs(scope),
  }),
]
