import type { JobScope } from '../kernel/scope.js'
import { deliverUntilIdle } from './delivery/delivery-process.js'

/**
 * Sends the due deliveries of a webhook until there are none for some seconds, the webhook is paused, or `stop` is aborted. Ends at once if
 * another process delivers to the webhook.
 */
export const deliverWebhook = (scope: JobScope, { webhookId }: { webhookId: string }, stop: AbortSignal): Promise<void> =>
  deliverUntilIdle(scope, webhookId, stop)
