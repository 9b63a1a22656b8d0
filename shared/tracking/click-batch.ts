/** What the redirect hands over: requests that are clicks, as they arrived, and counts of those that are not. */
import { z } from 'zod'
import { hours } from '../kernel/time.js'

export const triggers = ['qr', 'link', 'pageview', 'deeplink'] as const

const Place = z.object({
  continent: z.string(),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  latitude: z.string(),
  longitude: z.string(),
})

export const RawClick = z.object({
  /** Click id; its first characters say when it was made. */
  id: z.string(),
  /** Milliseconds. */
  at: z.number(),
  /** Empty for a link without workspace. */
  workspaceId: z.string(),
  linkId: z.string(),
  domain: z.string(),
  key: z.string(),
  /** Final destination without click-id parameters: with them every address would be one of a kind. */
  url: z.string(),
  ip: z.string(),
  ua: z.string(),
  referer: z.string(),
  trigger: z.enum(triggers),
  /** Said by a trusted proxy; otherwise the worker asks the place database. */
  place: Place.optional(),
  /** The id came from the visitor's cookie, so the click may exist already. */
  returning: z.boolean().optional(),
})
export type RawClick = z.infer<typeof RawClick>

/** Why a followed request is no click. A closed list: these are the reasons that a user reads. */
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

/** Milliseconds within which a visitor's further requests of a link are repeats of the first. */
export const repeatWindow = hours(1)

/** Longest time that an id from a visitor's cookie may be older than the click that it names. */
export const cookieLife = hours(2)
