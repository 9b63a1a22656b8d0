/** Moves changes of closed buckets into their packs, bucket by bucket, each in its own transaction. */
import { withTransaction } from '../kernel/db/pool.js'
import type { JobScope } from '../kernel/scope.js'
import { blockIngestion } from './ingestion-lock.queries.js'
import { maxRunTime, minChangesToPack } from './limits.js'
import { listChangedBuckets, packChanges } from './packs.queries.js'
import { lockConversionRollUp } from './roll-up-conversions.queries.js'
import { clickRollupSchema, conversionRollupSchema } from './rollup-schemas.js'
import { disableJit } from './watermark.queries.js'

/** The schemas, and what keeps other transactions from changing their rollups. */
const schemas = [
  [clickRollupSchema, blockIngestion],
  [conversionRollupSchema, lockConversionRollUp],
] as const

/**
 * Packs buckets with many changes: those of installations from before packs, and those that got late clicks or changed conversions. Writers
 * wait for one bucket at most, and no count changes. Idempotent, also when two runs overlap.
 */
export async function packRollups({ pool, now }: Pick<JobScope, 'pool' | 'now'>, minChanges = minChangesToPack): Promise<void> {
  const deadline = now().getTime() + maxRunTime
  for (const [schema, blockWrites] of schemas) {
    for (const bucket of await listChangedBuckets(pool, schema, minChanges)) {
      if (now().getTime() >= deadline) return
      await withTransaction(pool, async (client) => {
        await blockWrites(client)
        await disableJit(client)
        await packChanges(client, schema, bucket)
      })
    }
  }
}
