import { closeBucket } from './close-bucket.queries.js'
import type { RollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'
import { ceilTo, type Tier, tiers } from './tiers.js'
import { updateWatermark } from './watermark.queries.js'

/** Moves the watermark from one instant to a later one and closes the buckets whose end it passes, shortest spans first. */
export async function advanceWatermark(
  sql: Sql,
  schema: RollupSchema,
  { from, to }: { from: number; to: number },
  denseThreshold: number,
): Promise<void> {
  await updateWatermark(sql, schema, to)
  for (const [index, tier] of tiers.entries()) {
    const previousTier = tiers[index - 1]
    if (!previousTier) continue
    for (const bucket of listClosedBuckets(tier, from, to)) await closeBucket(sql, schema, { tier, previousTier, bucket }, denseThreshold)
  }
}

/** Starts of the tier's buckets whose end lies between the two instants. */
function* listClosedBuckets({ span }: Tier, from: number, to: number): Generator<number> {
  for (let end = ceilTo(from + 1, span); end <= to; end += span) yield end - span
}
