/** SQL of the row that names the store of events. */
import type { Client } from './click-store.js'

export type EventDatabase = 'postgres' | 'clickhouse'

export interface StoreState {
  name: EventDatabase
  /** The store that events are being moved to: new ones are stored in both. */
  movingTo: EventDatabase | null
}

export async function readEventStore(client: Client): Promise<StoreState | undefined> {
  const { rows } = await client.query<StoreState>({
    name: 'event-store',
    text: 'select name, moving_to as "movingTo" from event_store',
  })
  return rows[0]
}

/** Decides for ClickHouse if there are no events yet. Does nothing if it is decided. */
export const decideEventStore = (client: Client) =>
  client.query(
    `insert into event_store (name)
     select case when exists (select from click_events) or exists (select from lead_events) or exists (select from sale_events)
       then 'postgres' else 'clickhouse' end
     on conflict do nothing`,
  )
