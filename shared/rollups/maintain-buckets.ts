/** Maintains buckets that changed after they were closed: those that have become dense, as after an import of old events, get rollups. */
import type pg from 'pg'
import { withTransaction } from '../kernel/db/pool.js'
import { fillRollups } from './close-bucket.queries.js'
import { findNewlyDense, markDense, markSmallMaintained } from './newly-dense.queries.js'
import type { RollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'
import { type Tier, tiers } from './tiers.js'
import { disableJit } from './watermark.queries.js'

export interface MaintenanceOptions {
  /** Afterwards no other transaction changes facts and rollups until this one ends. */
  blockWrites(sql: Sql): Promise<unknown>
  denseThreshold: number
  hasTimeLeft(): boolean
}

/** Maintains all buckets that need it, each in its own transaction, while there is time left. */
export async function maintainBuckets(pool: pg.Pool, schema: RollupSchema, options: MaintenanceOptions): Promise<void> {
  const { hasTimeLeft, denseThreshold } = options
  const fillNext = () => withTransaction(pool, async (client) => disableJit(client).then(() => fillNewlyDense(client, schema, options)))
  while (hasTimeLeft() && (await fillNext()));
  await markSmallMaintained(pool, schema, denseThreshold)
}

/** Fills the rollups of the next bucket that has become dense; returns whether there was one. A bucket that shrinks stays dense. */
async function fillNewlyDense(sql: Sql, schema: RollupSchema, { blockWrites, denseThreshold }: MaintenanceOptions): Promise<boolean> {
  // Checked before writers are blocked, and again once nothing changes any more.
  if (!(await findNewlyDense(sql, schema, denseThreshold))) return false
  await blockWrites(sql)
  const found = await findNewlyDense(sql, schema, denseThreshold)
  if (!found) return false
  await markDense(sql, schema, found)
  const index = tiers.findIndex(({ code }) => code === found.tier)
  await fillRollups(
    sql,
    schema,
    { tier: tiers[index] as Tier, previousTier: tiers[index - 1] as Tier, bucket: found.bucket.getTime() },
    found.workspace,
  )
  return true
}
