/** A ClickHouse engine that is killed together with the processes of an installation. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClickHouse, connectClickHouse } from '../../shared/clickhouse/index.js'
import { startClickHouse } from './clickhouse-server.js'

export interface EndangeredClickHouse {
  /** Settings of the installation. */
  env: Record<string, string>
  clickHouse: ClickHouse
  /** Kills it and starts it again. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Undefined unless TEST_CLICKHOUSE keeps events in ClickHouse. */
export async function endangeredClickHouse(): Promise<EndangeredClickHouse | undefined> {
  if (!process.env.TEST_CLICKHOUSE_URL) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'tributary-clickhouse-'))
  const engine = await startClickHouse(folder)
  const clickHouse = connectClickHouse({ url: engine.url, user: 'default', password: '', database: 'tributary', cluster: undefined })
  return {
    env: { CLICKHOUSE_URL: engine.url },
    clickHouse,
    async restart() {
      await engine.stop('SIGKILL')
      await engine.start()
    },
    async close() {
      await clickHouse.close()
      await engine.stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
