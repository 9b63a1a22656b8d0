import type { Scope } from '../kernel/scope.js'

/** Those who deliver listen here: a webhook's id says that it changed, nothing says that there is something to deliver. */
export const webhooksChannel = 'webhooks'

/** Once the change is kept, whoever delivers goes on with the webhook as it is then. */
export const tellWebhooks = (scope: Scope, id: string) => scope.afterCommit(() => scope.store.publish(webhooksChannel, id))

/** In place of an id: what events say has changed, and must be read anew. */
export const eventsChanged = '*'

export const tellEventsChanged = (scope: Scope) => scope.afterCommit(() => scope.store.publish(webhooksChannel, eventsChanged))
