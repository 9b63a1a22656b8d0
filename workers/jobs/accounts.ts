import {
  dropExpiredCredentials,
  dropExpiredInvites,
  dropPastRequestLogs,
  mailEmailChange,
  mailInvite,
  mailLetter,
  mailPasswordReset,
  sendEmailChange,
  sendInvite,
  sendLetter,
  sendPasswordReset,
  startBillingPeriods,
} from '../../shared/accounts/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

// A letter leaves while the job runs. With a transaction around it, a link could be sent that was then taken back.
const letter = { within: minutes(1), ownTransaction: true }

export const accountsJobs = [
  job({ of: mailLetter, ...letter, run: ({ scope, payload }) => sendLetter(scope, payload) }),
  job({ of: mailPasswordReset, ...letter, run: ({ scope, payload }) => sendPasswordReset(scope, payload) }),
  job({ of: mailEmailChange, ...letter, run: ({ scope, payload }) => sendEmailChange(scope, payload) }),
  job({ of: mailInvite, ...letter, run: ({ scope, payload }) => sendInvite(scope, payload) }),
  job({
    name: 'accounts.start-billing-periods',
    queue: 'housekeeping',
    every: hours(1),
    within: minutes(2),
    run: ({ scope }) => startBillingPeriods(scope),
  }),
  job({
    name: 'accounts.drop-expired-invites',
    queue: 'housekeeping',
    cron: '10 2 * * *',
    within: minutes(5),
    run: ({ scope }) => dropExpiredInvites(scope),
  }),
  job({
    name: 'accounts.drop-expired-credentials',
    queue: 'housekeeping',
    cron: '0 2 * * *',
    within: minutes(5),
    run: ({ scope }) => dropExpiredCredentials(scope),
  }),
  job({
    name: 'accounts.drop-past-request-logs',
    queue: 'housekeeping',
    cron: '30 2 * * *',
    within: minutes(30),
    ownTransaction: true,
    run: ({ scope }) => dropPastRequestLogs(scope),
  }),
]
