/** Which filled buckets make up a span of time, and which parts of it none covers. Pure. */
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

export interface Cover {
  buckets: Bucket[]
  gaps: Span[]
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
    found.gaps.push({ from, to })
    return
  }
  const shorter = tiers.slice(0, -1)
  const first = ceilTo(from, tier.span)
  const end = floorTo(to, tier.span)
  if (first >= end) return fill(from, to, shorter, found)
  fill(from, first, shorter, found)
  for (let at = first; at < end; at += tier.span) found.buckets.push({ tier, at })
  fill(end, to, shorter, found)
}
