/** Click batches as the redirect enqueues them: raw clicks, and counts of requests that are not clicks. */
import { z } from 'zod'
import { clickIdTime } from '../kernel/ids.js'
import { hours } from '../kernel/time.js'

export const triggers = ['qr', 'link', 'pageview', 'deeplink'] as const

const ClickLocation = z.object({
  continent: z.string(),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  latitude: z.string(),
  longitude: z.string(),
})

export const RawClick = z.object({
  /** Click id; it starts with its time. */
  id: z.string(),
  /** Milliseconds. */
  at: z.number(),
  /** Empty for a link without a workspace. */
  workspaceId: z.string(),
  linkId: z.string(),
  domain: z.string(),
  key: z.string(),
  /** Final destination without click-id parameters, which would make every address unique. */
  url: z.string(),
  ip: z.string(),
  ua: z.string(),
  referer: z.string(),
  trigger: z.enum(triggers),
  /** From a trusted proxy; otherwise the worker looks up the IP in the geo database. */
  location: ClickLocation.optional(),
  /** The id comes from the visitor's cookie, so the click may already exist. */
  returning: z.boolean().optional(),
})
export type RawClick = z.infer<typeof RawClick>

/** Why a request is not counted as a click. Users see these reasons, so the list is closed. */
export const exclusionReasons = ['bot-query', 'head', 'user-agent', 'referer', 'address', 'no-track', 'duplicate'] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

export const Exclusion = z.object({
  workspaceId: z.string(),
  linkId: z.string(),
  /** UTC, `YYYY-MM-DD`. */
  day: z.string(),
  reason: z.enum(exclusionReasons),
  count: z.number(),
})
export type Exclusion = z.infer<typeof Exclusion>

export const ClickBatch = z.object({ id: z.string(), clicks: z.array(RawClick), excluded: z.array(Exclusion) })
export type ClickBatch = z.infer<typeof ClickBatch>

/** Further requests of a visitor for the same link within this time are duplicates. */
export const duplicateWindow = hours(1)

/** Maximum age of a click id in a visitor's cookie. */
export const cookieLifetime = hours(2)

/**
 * The time under which a click is stored: that of its id. A request that repeats the id from a cookie then conflicts with the stored row,
 * in whichever transaction that is. Ids whose time cannot be right, such as forged ones, are stored under the time of the request.
 */
export function clickTimestamp({ id, at }: Pick<RawClick, 'id' | 'at'>): number {
  const time = clickIdTime(id)
  return time <= at && time >= at - cookieLifetime ? time : at
}
