/** Splits a time span into rollup buckets, and the gaps that the buckets do not match exactly. Pure. */
import { ceilTo, floorTo, type Tier } from '../../rollups/index.js'

export interface Bucket {
  tier: Tier
  /** Start of the bucket, in milliseconds. */
  at: number
}

/** Instants in milliseconds; `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

/** A part to add (`sign` 1) because no bucket covers it, or to subtract (-1) because a bucket reaches beyond the span. */
export interface Gap extends Span {
  sign: 1 | -1
}

export interface BucketSplit {
  buckets: Bucket[]
  gaps: Gap[]
}

/** The fewest buckets of these tiers (shortest first) that make up the span. Every bucket inside the span must be filled. */
export function splitIntoBuckets({ from, to }: Span, tiers: readonly Tier[]): BucketSplit {
  const split: BucketSplit = { buckets: [], gaps: [] }
  fill(from, to, tiers, split)
  return split
}

function fill(from: number, to: number, tiers: readonly Tier[], split: BucketSplit): void {
  if (from >= to) return
  const tier = tiers.at(-1)
  if (!tier) {
    split.gaps.push({ from, to, sign: 1 })
    return
  }
  const shorter = tiers.slice(0, -1)
  const first = ceilTo(from, tier.span)
  const end = floorTo(to, tier.span)
  if (first > end) return fill(from, to, shorter, split)
  if (shorter.length === 0 && first - from > tier.span / 2) {
    // More than half of the shortest bucket is needed: subtracting the rest reads fewer facts than adding this part.
    split.buckets.push({ tier, at: first - tier.span })
    split.gaps.push({ from: first - tier.span, to: from, sign: -1 })
  } else fill(from, first, shorter, split)
  for (let at = first; at < end; at += tier.span) split.buckets.push({ tier, at })
  fill(end, to, shorter, split)
}
