import { clickHouseOf } from '../clickhouse/index.js'
import type { Scope } from '../kernel/scope.js'
import { openClickHouseStore } from './clickhouse/open-clickhouse-store.js'
import type { EventStore } from './event-store.js'
import { openPostgresStore } from './postgres/open-postgres-store.js'

/** The store that holds the events: ClickHouse if it is configured, otherwise PostgreSQL. */
export function openEventStore({ config, pool }: Pick<Scope, 'config' | 'pool'>): EventStore {
  const clickHouse = clickHouseOf(config)
  return clickHouse ? openClickHouseStore(clickHouse, pool) : openPostgresStore(pool)
}
