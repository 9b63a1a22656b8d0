import { planHas, type WebhookTrigger } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { UnavailableError } from '../../kernel/unavailable-error.js'
import { outboxBatchSize } from '../limits.js'
import { buildEvents } from './build-events.js'
import { insertEvents, type SubscribedEvent } from './event.queries.js'
import { findSubscribers, takeOutboxEntries } from './outbox.queries.js'

export interface DispatchResult {
  /** Number of entries. */
  taken: number
  /** Whether there may be more. */
  hasMore: boolean
  events: readonly SubscribedEvent[]
  /** The receiving webhooks that no process delivers to and that are not paused. */
  idleWebhookIds: readonly string[]
}

/**
 * Turns a batch of outbox entries into events and queues them for every subscribed webhook, in one transaction. While the store of clicks
 * is unavailable, entries of clicks wait, and no others.
 */
export async function dispatchOutbox(scope: JobScope): Promise<DispatchResult> {
  try {
    return await dispatch(scope, null)
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    return dispatch(scope, 'link.clicked')
  }
}

function dispatch(from: JobScope, excluded: WebhookTrigger | null): Promise<DispatchResult> {
  const scope = forkScope(from)
  return inTransaction(scope, async () => {
    const entries = await takeOutboxEntries(scope.em, outboxBatchSize, excluded)
    if (entries.length === 0) return { taken: 0, hasMore: false, events: [], idleWebhookIds: [] }
    const subscribers = await findSubscribers(scope.em, [...new Set(entries.map(({ workspaceId }) => workspaceId))])
    const events = await buildEvents(
      scope,
      entries,
      subscribers.filter(({ plan }) => planHas(plan, 'webhooks')),
    )
    await insertEvents(scope.em, events, scope.now())
    const receivers = new Set(events.flatMap((event) => event.subscribers.map(({ id }) => id)))
    return {
      taken: entries.length,
      hasMore: entries.length === outboxBatchSize,
      events,
      idleWebhookIds: subscribers.flatMap(({ id, isIdle }) => (isIdle && receivers.has(id) ? [id] : [])),
    }
  })
}
