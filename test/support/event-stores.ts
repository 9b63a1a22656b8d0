/** The event stores, behind one interface for tests that run against each of them. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickHouseStore } from '../../shared/analytics/clickhouse/open-clickhouse-store.js'
import type { EventStore } from '../../shared/analytics/event-store.js'
import { openPostgresStore } from '../../shared/analytics/postgres/open-postgres-store.js'
import { type ClickHouse, connectClickHouse } from '../../shared/clickhouse/index.js'
import { withTransaction } from '../../shared/kernel/db/pool.js'
import { buildColumnSegments, rollUpClicks, rollUpConversions } from '../../shared/rollups/index.js'
import { insertStoredClicks } from '../../shared/tracking/click-store/stored-clicks.js'
import { copyPendingStep } from '../../shared/tracking/conversions/copy-conversions.js'
import type { ClickRow } from '../../shared/tracking/enrich-click.js'
import { clusterOfOneShard, hasClickHouse, startClickHouse } from './clickhouse-server.js'
import { resetEvents, storeClicksInPostgres } from './events.js'
import type { TestService } from './service.js'

export interface StoreUnderTest {
  store: EventStore
  reset(watermark: Date): Promise<void>
  storeClicks(rows: readonly ClickRow[]): Promise<void>
  /** Does what jobs do with new events until the instant. */
  settleClicks(until: Date, options?: { segments: boolean }): Promise<void>
  settleConversions(until: Date): Promise<void>
  close(): Promise<void>
}

/** Small, so that few events have every kind of aggregate. */
const limits = { denseThreshold: 4, clicksPerStep: 30, eventsPerStep: 25 }

function postgresUnderTest({ resources }: TestService): StoreUnderTest {
  const { pool } = resources.database
  return {
    store: openPostgresStore(pool, 3),
    reset: (watermark) => resetEvents(pool, watermark),
    storeClicks: (rows) => storeClicksInPostgres(pool, rows),
    async settleClicks(until, { segments } = { segments: true }) {
      await rollUpClicks({ pool, now: () => until }, limits)
      if (segments) await buildColumnSegments({ pool, now: () => new Date() }, { minFactsPerHour: 2, factsPerSegment: 16 })
    },
    settleConversions: (until) => rollUpConversions({ pool, now: () => until }, limits),
    close: async () => undefined,
  }
}

/** A ClickHouse database of its own: in a cluster on the server of the test run, or on a server that ends with `close`. */
async function testClickHouse(): Promise<ClickHouse> {
  const folder = process.env.TEST_CLICKHOUSE_URL ? null : await mkdtemp(join(tmpdir(), 'tributary-clickhouse-'))
  const server = folder === null ? null : await startClickHouse(folder)
  const database = `test_${randomBytes(8).toString('hex')}`
  const url = server?.url ?? process.env.TEST_CLICKHOUSE_URL ?? ''
  const cluster = server ? undefined : clusterOfOneShard
  const connection = connectClickHouse({ url, user: 'default', password: '', database, cluster }, false)
  return {
    ...connection,
    async close() {
      await connection.close()
      await server?.stop('SIGKILL')
      if (folder !== null) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Copies a part of the changed leads and sales only: queries combine both. */
async function clickHouseUnderTest({ resources }: TestService): Promise<StoreUnderTest> {
  const { pool } = resources.database
  const clickHouse = await testClickHouse()
  return {
    store: openClickHouseStore(clickHouse, pool),
    async reset(watermark) {
      await resetEvents(pool, watermark)
      for (const table of ['clicks', 'leads', 'sales'] as const) await clickHouse.mutate(table, 'delete where true')
    },
    storeClicks: (rows) => insertStoredClicks(clickHouse, rows),
    settleClicks: async () => undefined,
    settleConversions: async () =>
      void (await withTransaction(pool, (client) => copyPendingStep(client, clickHouse, limits.eventsPerStep))),
    close: () => clickHouse.close(),
  }
}

/** All of them, or only PostgreSQL if the engine of ClickHouse is not installed. */
export const storesUnderTest: Record<string, (service: TestService) => Promise<StoreUnderTest>> = {
  PostgreSQL: async (service) => postgresUnderTest(service),
  ...(hasClickHouse && { [process.env.TEST_CLICKHOUSE_URL ? 'ClickHouse in a cluster of one shard' : 'ClickHouse']: clickHouseUnderTest }),
}
