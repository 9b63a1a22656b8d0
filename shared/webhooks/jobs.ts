import { z } from 'zod'
import { contract } from '../kernel/queue/contract.js'

/** Sends the due deliveries of one webhook. Enqueued when events are dispatched to it and when its retries become due. */
export const deliverWebhookJob = contract({
  name: 'webhooks.deliver',
  queue: 'deliveries',
  payload: z.object({ webhookId: z.string() }),
  attempts: 1,
  deduplicationKey: ({ webhookId }) => webhookId,
})

/** Sends one event to a disabled webhook. */
export const deliverOnceJob = contract({
  name: 'webhooks.deliver-once',
  queue: 'deliveries',
  payload: z.object({ webhookId: z.string(), eventId: z.string() }),
})

/** Enqueues the delivery jobs of webhooks whose retries or pauses are over. Runs every second, and sooner after a webhook changed. */
export const resumeDeliveriesJob = contract({
  name: 'webhooks.resume-deliveries',
  queue: 'deliveries',
  payload: z.null(),
  attempts: 1,
})
