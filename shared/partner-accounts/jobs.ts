import { z } from 'zod'
import { contract, emailAttempts } from '../kernel/queue/contract.js'

/** Sends the link that opens a partner account. The job creates the link, so that no queue ever contains it. */
export const sendPartnerSignUpJob = contract({
  name: 'partner-accounts.send-sign-up',
  queue: 'events',
  ...emailAttempts,
  payload: z.object({ email: z.string() }),
})

export const sendPartnerUserInviteJob = contract({
  name: 'partner-accounts.send-invite',
  queue: 'events',
  ...emailAttempts,
  payload: z.object({ partnerId: z.string(), email: z.string() }),
})
