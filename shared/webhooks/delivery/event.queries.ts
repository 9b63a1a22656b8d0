/** SQL that stores events and who is told of them. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Trigger } from '../../accounts/index.js'
import { executeBound } from '../../kernel/execute-bound.js'

export interface NewEvent {
  id: string
  workspaceId: string
  event: Trigger
  body: string
  createdAt: Date
}

export interface NewDelivery {
  webhookId: string
  eventId: string
  event: Trigger
  at: Date
  giveUpAt: Date
}

/** The text that is sent and signed. `data` is JSON already. */
export const bodyOf = ({ id, event, createdAt, data }: { id: string; event: Trigger; createdAt: Date; data: string }) =>
  `{"id":${JSON.stringify(id)},"event":"${event}","createdAt":"${createdAt.toISOString()}","data":${data}}`

export async function insertEvents(em: EntityManager, events: readonly NewEvent[], deliveries: readonly NewDelivery[]): Promise<void> {
  await executeBound(
    em,
    `insert into webhook_events (id, workspace_id, event, body, created_at)
     select * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::timestamptz[]) on conflict do nothing`,
    [events.map(({ id }) => id), events.map(({ workspaceId }) => workspaceId), events.map(({ event }) => event), events.map(({ body }) => body), events.map(({ createdAt }) => createdAt)],
  )
  if (deliveries.length === 0) return
  await executeBound(
    em,
    `insert into webhook_deliveries (webhook_id, event_id, event, state, next_at, give_up_at, created_at)
     select webhook_id, event_id, event, 'pending', at, give_up_at, at from unnest(?::text[], ?::text[], ?::text[], ?::timestamptz[], ?::timestamptz[]) as new (webhook_id, event_id, event, at, give_up_at) on conflict do nothing`,
    [deliveries.map(({ webhookId }) => webhookId), deliveries.map(({ eventId }) => eventId), deliveries.map(({ event }) => event), deliveries.map(({ at }) => at), deliveries.map(({ giveUpAt }) => giveUpAt)],
  )
}
