/** SQL that stores events and who is told of them. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Trigger } from '../../accounts/index.js'
import { executeBound } from '../../kernel/execute-bound.js'
import { endOfRetries } from './timetable.js'

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

/** Stores events, and a delivery of each for every webhook that hears of it. */
export async function insertEvents(em: EntityManager, events: readonly ToldEvent[], at: Date): Promise<void> {
  if (events.length === 0) return
  await executeBound(
    em,
    `insert into webhook_events (id, workspace_id, event, body, created_at)
     select * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::timestamptz[]) on conflict do nothing`,
    [events.map(({ id }) => id), events.map(({ workspaceId }) => workspaceId), events.map(({ event }) => event), events.map(({ body }) => body), events.map(({ createdAt }) => createdAt)],
  )
  const giveUpAt = endOfRetries(at)
  for (const group of byHearers(events)) await insertDeliveries(em, group, at, giveUpAt)
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

async function insertDeliveries(em: EntityManager, events: readonly ToldEvent[], at: Date, giveUpAt: Date): Promise<void> {
  await executeBound(
    em,
    `insert into webhook_deliveries (webhook_id, event_id, event, state, next_at, give_up_at, created_at)
     select webhook_id, event_id, event, 'pending', ?::timestamptz, ?::timestamptz, ?::timestamptz from unnest(?::text[]) as webhook_id cross join unnest(?::text[], ?::text[]) as told (event_id, event) on conflict do nothing`,
    [at, giveUpAt, at, events[0]?.hearers.map(({ id }) => id) ?? [], events.map(({ id }) => id), events.map(({ event }) => event)],
  )
}
