/** Which filled buckets make up a span of time, and what is missing from them or is too much. Pure. */
import { ceilTo, floorTo, type Tier } from '../../tracking/index.js'

export interface Bucket {
  tier: Tier
  /** Where it begins. */
  at: number
}

export interface Span {
  from: number
  to: number
}

/** A part that no bucket covers, or one that is to be taken off, because a bucket reaches so far beyond the whole. */
export interface Gap extends Span {
  sign: 1 | -1
}

export interface Cover {
  buckets: Bucket[]
  gaps: Gap[]
}

/** The fewest buckets of these tiers, which go from short to long; every bucket inside the span must be filled. */
export function cover({ from, to }: Span, tiers: readonly Tier[]): Cover {
  const found: Cover = { buckets: [], gaps: [] }
  fill(from, to, tiers, found)
  return found
}

function fill(from: number, to: number, tiers: readonly Tier[], found: Cover): void {
  if (from >= to) return
  const tier = tiers.at(-1)
  if (!tier) {
    found.gaps.push({ from, to, sign: 1 })
    return
  }
  const shorter = tiers.slice(0, -1)
  const first = ceilTo(from, tier.span)
  const end = floorTo(to, tier.span)
  if (first > end) return fill(from, to, shorter, found)
  if (shorter.length === 0 && first - from > tier.span / 2) {
    // Most of the shortest bucket: it is less work to take off the rest.
    found.buckets.push({ tier, at: first - tier.span })
    found.gaps.push({ from: first - tier.span, to: from, sign: -1 })
  } else fill(from, first, shorter, found)
  for (let at = first; at < end; at += tier.span) found.buckets.push({ tier, at })
  fill(end, to, shorter, found)
}
