/** Job contracts of integrations. Payloads contain ids only. */
import { z } from 'zod'
import { contract, exponential } from '../kernel/queue/contract.js'
import { seconds } from '../kernel/time.js'

/**
 * Not on the events queue: a job may call the provider's API, and a flood of deliveries must not delay other events. The attempts span
 * about half an hour, enough for events that arrive out of order.
 */
export const processDeliveryJob = contract({
  name: 'integrations.process-delivery',
  queue: 'webhooks',
  payload: z.object({ deliveryId: z.string() }),
  attempts: 8,
  backoff: exponential(seconds(15)),
})

export const deleteDeliveriesJob = contract({
  name: 'integrations.delete-deliveries',
  queue: 'bulk',
  payload: z.object({ connectionId: z.string() }),
  attempts: 20,
})
