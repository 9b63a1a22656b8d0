/** Input and output of tracking from pages and apps. */
import { z } from 'zod'
import { OfferedDiscount } from '../../customers/index.js'

/** A host name or a URL. */
const domain = z.string().trim().min(1).max(500).meta({ description: 'Short domain of the link.' })
const referrer = z.string().max(2000).nullish().meta({ description: 'Referrer of the visitor; by default the referer header.' })
const url = z.string().max(8000)

export const trackClickBodySchema = z.object({
  domain,
  key: z.string().trim().min(1).max(500).meta({ description: 'Key of the link.' }),
  url: url.nullish().meta({ description: 'URL of the page.' }),
  referrer,
})
export type TrackClick = z.infer<typeof trackClickBodySchema>

export const trackVisitBodySchema = z.object({
  domain: domain.optional(),
  url: url.optional().meta({ description: 'URL of the page; its path is the key.' }),
  referrer,
})
export type TrackVisit = z.infer<typeof trackVisitBodySchema>

export const TrackedVisit = z.object({ clickId: z.string() })
export type TrackedVisit = z.infer<typeof TrackedVisit>

/** Who referred the visitors of a partner's link, and what they are offered. Null if the partner is not in the program, or has no discount. */
export const Referral = z.object({
  partner: z
    .object({
      id: z.string(),
      name: z.string(),
      image: z.string().nullable(),
      groupId: z.string().optional(),
      tenantId: z.string().optional(),
    })
    .nullable(),
  discount: OfferedDiscount.nullable(),
})
export type Referral = z.infer<typeof Referral>

/** The referral is absent if the link is not that of a partner. */
export const TrackedClick = TrackedVisit.extend(Referral.partial().shape)
export type TrackedClick = z.infer<typeof TrackedClick>

export const trackOpenBodySchema = z
  .object({
    deepLink: z
      .string()
      .max(32_000)
      .refine((text) => URL.canParse(text), { message: 'Must be a valid URL.' })
      .optional()
      .meta({ description: 'The short link with which the app was opened.' }),
    dubDomain: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'Short domain, for an app that is opened for the first time after its installation.' }),
  })
  .refine(({ deepLink, dubDomain }) => deepLink !== undefined || dubDomain !== undefined, {
    message: 'Send deepLink or dubDomain.',
    path: ['deepLink'],
  })
export type TrackOpen = z.infer<typeof trackOpenBodySchema>

export const OpenedLink = z.object({ id: z.string(), domain: z.string(), key: z.string(), url: z.string() })
export const TrackedOpen = z.object({
  clickId: z.string().nullable(),
  link: OpenedLink.nullable(),
})
export type TrackedOpen = z.infer<typeof TrackedOpen>
