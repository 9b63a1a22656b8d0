/** A service with events in a ClickHouse engine of its own, for tests that stop the engine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { type ClickHouse, clickHouseOf } from '../../shared/clickhouse/index.js'
import { type RawClick, unknownLocation } from '../../shared/tracking/index.js'
import { ingestBatch } from '../../shared/tracking/ingest-clicks.js'
import { type ClickHouseServer, hasClickHouse, startClickHouse } from './clickhouse-server.js'
import { batchOf } from './clicks.js'
import { silentLog, type TestService, testService } from './service.js'

/** Serial, because tests stop the engine. Skipped if it is not installed. */
export const withEngine = hasClickHouse ? test.serial : test.serial.skip

/** Opens the service before the tests of the calling file and closes it afterwards. */
export function clickHouseService(database: string) {
  let folder: string
  let server: ClickHouseServer
  let service: TestService
  test.serial.before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tributary-clickhouse-'))
    if (!hasClickHouse) return
    server = await startClickHouse(folder)
    service = await testService({ CLICKHOUSE_URL: server.url, CLICKHOUSE_DATABASE: database })
  })
  test.after.always(async () => {
    if (hasClickHouse) {
      await clickHouse().close()
      await service.close()
      await server.stop('SIGKILL')
    }
    await rm(folder, { recursive: true, force: true })
  })
  const clickHouse = () => clickHouseOf(service.config) as ClickHouse
  const scope = () => ({ pool: service.resources.database.pool, config: service.config, log: silentLog, now: () => new Date() })
  return {
    service: () => service,
    server: () => server,
    clickHouse,
    scope,
    ingest: (clicks: RawClick[], id?: string) => ingestBatch(scope(), { locate: () => unknownLocation }, batchOf(clicks, id ? { id } : {})),
  }
}
