/** SQL that stores events and who is told of them. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Trigger } from '../../accounts/index.js'
import { executeBound } from '../../kernel/execute-bound.js'
import { bundled } from '../limits.js'

export interface NewEvent {
  id: string
  workspaceId: string
  event: Trigger
  body: string
  createdAt: Date
}

export interface ToldEvent extends NewEvent {
  /** The webhooks that are told of it. */
  hearers: readonly { id: string }[]
}

/** The text that is sent and signed. `data` is JSON already. */
export const bodyOf = ({ id, event, createdAt, data }: { id: string; event: Trigger; createdAt: Date; data: string }) =>
  `{"id":${JSON.stringify(id)},"event":"${event}","createdAt":"${createdAt.toISOString()}","data":${data}}`

/** Stores events, and for every webhook the bundles of those that it hears of. */
export async function insertEvents(em: EntityManager, events: readonly ToldEvent[], at: Date): Promise<void> {
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
  for (const group of byHearers(events))
    for (let from = 0; from < group.length; from += bundled) await insertBundles(em, group.slice(from, from + bundled), at)
}

/** Those together that the same webhooks hear of: most, as events of one kind are. */
function byHearers(events: readonly ToldEvent[]): Iterable<ToldEvent[]> {
  const groups = new Map<string, ToldEvent[]>()
  for (const event of events) {
    const heardBy = event.hearers.map(({ id }) => id).join()
    const group = groups.get(heardBy)
    if (group) group.push(event)
    else groups.set(heardBy, [event])
  }
  return groups.values()
}

async function insertBundles(em: EntityManager, events: readonly ToldEvent[], at: Date): Promise<void> {
  const ids = events.map(({ id }) => id)
  const sorted = ids.toSorted()
  await executeBound(
    em,
    'insert into webhook_bundles (webhook_id, event_ids, size, first_event, last_event, created_at) select hearer, ?::text[], ?, ?, ?, ? from unnest(?::text[]) as hearer',
    [ids, ids.length, sorted[0], sorted.at(-1), at, events[0]?.hearers.map(({ id }) => id) ?? []],
  )
}
