/** SQL that stores events and queues them for their subscribers. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { WebhookTrigger } from '../../accounts/index.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import { maxBatchEvents } from '../limits.js'

export interface NewEvent {
  id: string
  /** The workspace of the event; null for a sample of a partner's webhook. */
  workspaceId: string | null
  event: WebhookTrigger
  body: string
  createdAt: Date
}

export interface SubscribedEvent extends NewEvent {
  /** The webhooks that receive it. */
  subscribers: readonly { id: string }[]
}

/** The request body that is signed and sent. `data` is already JSON. */
export const serializeEvent = ({ id, event, createdAt, data }: { id: string; event: WebhookTrigger; createdAt: Date; data: string }) =>
  `{"id":${JSON.stringify(id)},"event":"${event}","createdAt":"${createdAt.toISOString()}","data":${data}}`

/** Stores events and, for each subscribed webhook, batches of their ids. */
export async function insertEvents(em: EntityManager, events: readonly SubscribedEvent[], at: Date): Promise<void> {
  if (events.length === 0) return
  await executeBound(
    em,
    `insert into webhook_events (id, workspace_id, event, body, created_at)
     select * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::timestamptz[]) on conflict do nothing`,
    [
      events.map(({ id }) => id),
      events.map(({ workspaceId }) => workspaceId),
      events.map(({ event }) => event),
      events.map(({ body }) => body),
      events.map(({ createdAt }) => createdAt),
    ],
  )
  for (const group of groupBySubscribers(events))
    for (let from = 0; from < group.length; from += maxBatchEvents) await insertBatch(em, group.slice(from, from + maxBatchEvents), at)
}

/** Groups events with the same subscribers, which most events of one type have. */
function groupBySubscribers(events: readonly SubscribedEvent[]): Iterable<SubscribedEvent[]> {
  const groups = new Map<string, SubscribedEvent[]>()
  for (const event of events) {
    const key = event.subscribers.map(({ id }) => id).join()
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return groups.values()
}

async function insertBatch(em: EntityManager, events: readonly SubscribedEvent[], at: Date): Promise<void> {
  const ids = events.map(({ id }) => id)
  const sorted = ids.toSorted()
  await executeBound(
    em,
    `insert into webhook_event_batches (webhook_id, event_ids, size, first_event, last_event, created_at)
      select subscriber, ?::text[], ?, ?, ?, ? from unnest(?::text[]) as subscriber`,
    [ids, ids.length, sorted[0], sorted.at(-1), at, events[0]?.subscribers.map(({ id }) => id) ?? []],
  )
}
