/** Which store holds the events: decided when the first of them is stored. */
import type pg from 'pg'
import { type ClickHouse, clickHouseOf } from '../../clickhouse/index.js'
import type { Scope } from '../../kernel/scope.js'
import { StartupError } from '../../kernel/startup-error.js'
import { seconds } from '../../kernel/time.js'
import type { ValueCache } from '../../rollups/index.js'
import { decideEventStore, type EventDatabase, readEventStore } from './active-store.queries.js'
import type { Client, ClickStore } from './click-store.js'
import { clickHouseClickStore } from './clickhouse-click-store.js'
import { postgresClickStore } from './postgres-click-store.js'

export type StoreScope = Pick<Scope, 'pool' | 'config'>

/** Readers use a store for this long after it was exchanged. Both stores have all events then. */
const cacheMs = seconds(1)

const cached = new WeakMap<pg.Pool, { name: Promise<EventDatabase>; until: number }>()

/** The store of events, for reading. */
export async function activeEventDatabase({ pool, config }: StoreScope): Promise<EventDatabase> {
  const known = cached.get(pool)
  if (known && known.until > Date.now()) return known.name
  const name = lockedEventDatabase(pool, clickHouseOf(config))
  // Without CLICKHOUSE_URL there is only one.
  cached.set(pool, { name, until: config.clickHouse ? Date.now() + cacheMs : Number.POSITIVE_INFINITY })
  name.catch(() => cached.delete(pool))
  return name
}

/** The store of events. It cannot change before the end of a transaction that holds the ingestion lock. */
async function lockedEventDatabase(client: Client, clickHouse: ClickHouse | undefined): Promise<EventDatabase> {
  let store = await readEventStore(client)
  if (!store && clickHouse) {
    await decideEventStore(client)
    store = await readEventStore(client)
  }
  if (store?.name === 'clickhouse' && !clickHouse) throw new StartupError('Events are in ClickHouse. Set CLICKHOUSE_URL to its address.')
  return store?.name ?? 'postgres'
}

export const clickStoreOf = async (scope: StoreScope): Promise<ClickStore> => openStore(scope, await activeEventDatabase(scope))

/** The store to write clicks to, in a transaction that holds the ingestion lock. */
export async function writableClickStore(client: Client, scope: StoreScope, cache?: ValueCache): Promise<ClickStore> {
  const { config } = scope
  return openStore(scope, await (config.clickHouse ? lockedEventDatabase(client, clickHouseOf(config)) : activeEventDatabase(scope)), cache)
}

function openStore({ pool, config }: StoreScope, name: EventDatabase, cache?: ValueCache): ClickStore {
  const clickHouse = clickHouseOf(config)
  return name === 'clickhouse' && clickHouse ? clickHouseClickStore(pool, clickHouse) : postgresClickStore(pool, cache)
}
