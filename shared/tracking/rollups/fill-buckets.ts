import { closeBucket } from './close-bucket.queries.js'
import type { Ledger } from './ledgers.js'
import type { Sql } from './sql.js'
import { ceilTo, type Tier, tiers } from './tiers.js'
import { moveWatermark } from './watermark.queries.js'

/** Moves the watermark from one instant to a later one and fills the buckets whose end it passes, those of short spans first. */
export async function fillBuckets(sql: Sql, ledger: Ledger, { from, to }: { from: number; to: number }, denseFrom: number): Promise<void> {
  await moveWatermark(sql, ledger, to)
  for (const [place, tier] of tiers.entries()) {
    const before = tiers[place - 1]
    if (before) for (const bucket of closedBy(tier, from, to)) await closeBucket(sql, ledger, { tier, before, bucket }, denseFrom)
  }
}

/** The tier's buckets whose end the watermark passes. */
function* closedBy({ span }: Tier, from: number, to: number): Generator<number> {
  for (let end = ceilTo(from + 1, span); end <= to; end += span) yield end - span
}
