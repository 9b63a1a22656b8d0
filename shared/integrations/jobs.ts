/** What integrations let be done later. Payloads name what is meant and hold nothing of it. */
import { z } from 'zod'
import { contract, exponential } from '../kernel/contract.js'
import { seconds } from '../kernel/time.js'

/**
 * Not among the short reactions: it may ask the provider, and a flood of deliveries delays nothing else. Half an hour in all: what comes
 * out of order comes in order by then.
 */
export const processDelivery = contract({
  name: 'integrations.process-delivery',
  queue: 'webhooks',
  payload: z.object({ deliveryId: z.string() }),
  attempts: 8,
  backoff: exponential(seconds(15)),
})

export const deleteDeliveries = contract({
  name: 'integrations.delete-deliveries',
  queue: 'bulk',
  payload: z.object({ connectionId: z.string() }),
  attempts: 20,
})
