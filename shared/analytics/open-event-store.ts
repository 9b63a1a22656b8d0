import { clickHouseOf } from '../clickhouse/index.js'
import { usableReplicaOf } from '../kernel/db/replica.js'
import type { Scope } from '../kernel/scope.js'
import { activeEventDatabase } from '../tracking/index.js'
import { openClickHouseStore } from './clickhouse/open-clickhouse-store.js'
import type { EventStore } from './event-store.js'
import { openPostgresStore } from './postgres/open-postgres-store.js'
import { openReplicatedStore } from './postgres/open-replicated-store.js'

/** The store that holds the events. */
export async function openEventStore(scope: Pick<Scope, 'config' | 'pool'>): Promise<EventStore> {
  const clickHouse = clickHouseOf(scope.config)
  const active = await activeEventDatabase(scope)
  if (clickHouse && active === 'clickhouse') return openClickHouseStore(clickHouse, scope.pool)
  const replica = usableReplicaOf(scope.pool)
  return replica ? openReplicatedStore(scope.pool, replica) : openPostgresStore(scope.pool)
}
