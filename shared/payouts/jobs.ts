/** Job contracts of the payouts domain. */
import { z } from 'zod'
import { operationJob } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'

/** Sends due orders to payment providers. Runs every few seconds, and sooner after a confirmation. */
export const sendTransfersJob = contract({
  name: 'payouts.send-transfers',
  queue: 'money',
  payload: z.null(),
  attempts: 1,
})

/** Applies a webhook of a payment provider. */
export const applyProviderWebhookJob = contract({
  name: 'payouts.apply-provider-webhook',
  queue: 'money',
  payload: z.object({ workspaceId: z.string(), provider: z.enum(['stripe', 'paypal']), body: z.record(z.string(), z.unknown()) }),
  attempts: 15,
})

/** Applies the final delivery of a `payout.confirmed` event: the external system has the payout, or never got it. */
export const applyExternalDeliveryJob = contract({
  name: 'payouts.apply-external-delivery',
  queue: 'money',
  payload: z.object({ eventId: z.string(), succeeded: z.boolean() }),
  attempts: 15,
})

export const exportPayoutsJob = operationJob('payouts.export', 'exports')
