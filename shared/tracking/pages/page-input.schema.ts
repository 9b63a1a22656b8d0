/** What pages and apps tell of visits, and what they hear. */
import { z } from 'zod'

/** A host or an address on it. */
const domain = z.string().trim().min(1).max(500).meta({ description: 'Short domain of the link.' })
const referrer = z.string().max(2000).nullish().meta({ description: 'Where the visitor came from, if the request itself does not say it.' })
const address = z.string().max(8000)

export const trackClickBodySchema = z.object({
  domain,
  key: z.string().trim().min(1).max(500).meta({ description: 'Key of the link.' }),
  url: address.nullish().meta({ description: 'Address of the page.' }),
  referrer,
})
export type TrackClick = z.infer<typeof trackClickBodySchema>

export const trackVisitBodySchema = z.object({
  domain: domain.optional(),
  url: address.optional().meta({ description: 'Address of the page; its path is the key.' }),
  referrer,
})
export type TrackVisit = z.infer<typeof trackVisitBodySchema>

export const TrackedClick = z.object({ clickId: z.string() })
export type TrackedClick = z.infer<typeof TrackedClick>

export const trackOpenBodySchema = z
  .object({
    deepLink: z
      .string()
      .max(32_000)
      .refine((text) => URL.canParse(text), { message: 'Must be an address.' })
      .optional()
      .meta({ description: 'The short link with which the app was opened.' }),
    dubDomain: z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: 'Short domain, for an app that was opened after its installation and knows no link.' }),
  })
  .refine(({ deepLink, dubDomain }) => deepLink !== undefined || dubDomain !== undefined, {
    message: 'Either deepLink or dubDomain is needed.',
    path: ['deepLink'],
  })
export type TrackOpen = z.infer<typeof trackOpenBodySchema>

export const OpenedLink = z.object({ id: z.string(), domain: z.string(), key: z.string(), url: z.string() })
export const TrackedOpen = z.object({
  clickId: z.string().nullable(),
  link: OpenedLink.nullable(),
})
export type TrackedOpen = z.infer<typeof TrackedOpen>
