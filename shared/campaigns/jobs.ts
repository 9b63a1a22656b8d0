/** Job contracts of the campaigns domain. */
import { z } from 'zod'
import { contract, emailAttempts } from '../kernel/queue/contract.js'

/** Sends a marketing campaign that is due, in batches of partners. */
export const broadcastJob = contract({
  name: 'campaigns.broadcast',
  queue: 'bulk',
  payload: z.object({ campaignId: z.string() }),
  attempts: 20,
  deduplicationKey: ({ campaignId }) => campaignId,
})

/** Sends one email of a campaign or about messages. */
export const sendNotificationEmailJob = contract({
  name: 'campaigns.send-email',
  queue: 'emails',
  payload: z.object({ emailId: z.string() }),
  ...emailAttempts,
})
