import type { Scope } from '../kernel/scope.js'
import { resumeDeliveriesJob } from './jobs.js'

/** Delivery workers subscribe to this channel. A message is the id of a changed webhook, or `eventsChanged`. */
export const webhooksChannel = 'webhooks'

/** After the commit, makes delivery workers reload the webhook and starts due deliveries. */
export function notifyWebhookChanged(scope: Scope, id: string): void {
  scope.afterCommit(() => scope.store.publish(webhooksChannel, id))
  scope.wake(resumeDeliveriesJob)
}

/** Makes delivery workers discard event bodies already read. */
export const eventsChanged = '*'

export const notifyEventsChanged = (scope: Scope) => scope.afterCommit(() => scope.store.publish(webhooksChannel, eventsChanged))
