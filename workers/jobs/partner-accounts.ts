import { minutes } from '../../shared/kernel/time.js'
import {
  deleteExpiredPartnerUserInvites,
  sendPartnerSignUp,
  sendPartnerSignUpJob,
  sendPartnerUserInvite,
  sendPartnerUserInviteJob,
} from '../../shared/partner-accounts/index.js'
import { job } from '../job.js'

// The email leaves while the job runs: a surrounding transaction could roll back the one-time link that was just sent.
const email = { timeoutMs: minutes(1), ownTransaction: true }

export const partnerAccountsJobs = [
  job({ contract: sendPartnerSignUpJob, ...email, run: ({ scope, payload }) => sendPartnerSignUp(scope, payload) }),
  job({ contract: sendPartnerUserInviteJob, ...email, run: ({ scope, payload }) => sendPartnerUserInvite(scope, payload) }),
  job({
    name: 'partner-accounts.delete-expired-invites',
    queue: 'housekeeping',
    cron: '20 2 * * *',
    timeoutMs: minutes(5),
    run: ({ scope }) => deleteExpiredPartnerUserInvites(scope),
  }),
]
