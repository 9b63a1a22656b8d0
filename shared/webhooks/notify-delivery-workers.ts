import type { Scope } from '../kernel/scope.js'

/** Delivery workers subscribe to this channel. A message is the id of a changed webhook, or `eventsChanged`. */
export const webhooksChannel = 'webhooks'

/** Makes delivery workers reload the webhook after the commit. */
export const notifyWebhookChanged = (scope: Scope, id: string) => scope.afterCommit(() => scope.store.publish(webhooksChannel, id))

/** Makes delivery workers discard event bodies already read. */
export const eventsChanged = '*'

export const notifyEventsChanged = (scope: Scope) => scope.afterCommit(() => scope.store.publish(webhooksChannel, eventsChanged))
