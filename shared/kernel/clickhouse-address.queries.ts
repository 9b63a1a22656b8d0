/** A process that does not know where the events are would answer from empty tables. */
import type pg from 'pg'
import type { Config } from './config.js'
import { StartupError } from './startup-error.js'

export const clickHouseAddressMissing = () => new StartupError('Events are in ClickHouse. Set CLICKHOUSE_URL to its address.')

/** Throws `StartupError` if events are in ClickHouse, also while they are moved, and its address is not configured. */
export async function requireClickHouseAddress(pool: pg.Pool, { clickHouse }: Pick<Config, 'clickHouse'>): Promise<void> {
  if (clickHouse) return
  const { rowCount } = await pool.query(`select from event_store where name = 'clickhouse' or moving_to = 'clickhouse'`)
  if (rowCount) throw clickHouseAddressMissing()
}
