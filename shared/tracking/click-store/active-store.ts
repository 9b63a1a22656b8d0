/** Which store holds the events: decided when the first of them is stored. */
import type pg from 'pg'
import { type ClickHouse, clickHouseOf } from '../../clickhouse/index.js'
import { clickHouseAddressMissing } from '../../kernel/clickhouse-address.queries.js'
import type { Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { UnavailableError } from '../../kernel/unavailable-error.js'
import type { ValueCache } from '../../rollups/index.js'
import type { ClickRow } from '../enrich-click.js'
import { decideEventStore, type EventDatabase, readEventStore, type StoreState } from './active-store.queries.js'
import type { Client, ClickStore } from './click-store.js'
import { clickHouseClickStore, copyClicksToBlock } from './clickhouse-click-store.js'
import { copyClicksToPostgres, postgresClickStore } from './postgres-click-store.js'

export type StoreScope = Pick<Scope, 'pool' | 'config'>

/**
 * Readers use a store for this long after it was exchanged, when both stores have all events. A process without CLICKHOUSE_URL notices
 * within this time that another one has moved them there.
 */
const cacheMs = seconds(1)

const cached = new WeakMap<pg.Pool, { name: Promise<EventDatabase>; until: number }>()

/** The store of events, for reading. */
export async function activeEventDatabase({ pool, config }: StoreScope): Promise<EventDatabase> {
  const known = cached.get(pool)
  if (known && known.until > performance.now()) return known.name
  const name = lockedEventStore(pool, clickHouseOf(config)).then((store) => store.name)
  cached.set(pool, { name, until: performance.now() + cacheMs })
  name.catch(() => cached.delete(pool))
  return name
}

/** The store of events. It cannot change before the end of a transaction that holds the ingestion lock. */
export async function lockedEventStore(client: Client, clickHouse: ClickHouse | undefined): Promise<StoreState> {
  let store = await readEventStore(client)
  if (!store && clickHouse) {
    await decideEventStore(client)
    store = await readEventStore(client)
  }
  if (store?.name === 'clickhouse' && !clickHouse) throw storeNotConfigured()
  return store ?? { name: 'postgres', movingTo: null }
}

/** Callers and jobs repeat their work, which succeeds once the process was restarted with the address. Logs contain the cause. */
const storeNotConfigured = () =>
  new UnavailableError('The event store is unavailable. Send the request again later.', { cause: clickHouseAddressMissing() })

export const clickStoreOf = async (scope: StoreScope): Promise<ClickStore> => openStore(scope, await activeEventDatabase(scope))

/** The store to write clicks to, in a transaction that holds the ingestion lock. */
export async function writableClickStore(client: Client, scope: StoreScope, cache?: ValueCache): Promise<ClickStore> {
  const clickHouse = clickHouseOf(scope.config)
  const { name, movingTo } = await lockedEventStore(client, clickHouse)
  if (movingTo && !clickHouse) throw storeNotConfigured()
  const store = openStore(scope, name, cache)
  return movingTo ? alsoStoring(store, (db, rows) => copyClicks[movingTo](db, rows, cache)) : store
}

/** While events are moved, new clicks are stored in both. */
const alsoStoring = (store: ClickStore, copy: (client: Client, rows: readonly ClickRow[]) => Promise<void>): ClickStore => ({
  ...store,
  async insert(client, rows) {
    const added = await store.insert(client, rows)
    const ids = new Set(added.flatMap((group) => group.ids))
    if (ids.size > 0)
      await copy(
        client,
        rows.filter(({ id }) => ids.has(id)),
      )
    return added
  },
})

const copyClicks: Record<EventDatabase, (client: Client, rows: readonly ClickRow[], cache?: ValueCache) => Promise<void>> = {
  postgres: copyClicksToPostgres,
  clickhouse: copyClicksToBlock,
}

function openStore({ pool, config }: StoreScope, name: EventDatabase, cache?: ValueCache): ClickStore {
  const clickHouse = clickHouseOf(config)
  return name === 'clickhouse' && clickHouse ? clickHouseClickStore(pool, clickHouse) : postgresClickStore(pool, cache)
}
