/** What callers say about a link when they create or change it. */
import { z } from 'zod'
import { textList } from '../kernel/fields.js'
import { isCountry } from './countries.js'
import { longestKey, longestUrl } from './limits.js'
import { imageOf, normaliseUrl } from './urls.js'

const flag = (description: string) => z.boolean().optional().meta({ description })
const text = (description: string) => z.string().nullish().meta({ description })

/** An address that must be one. */
const address = () =>
  z
    .string()
    .max(longestUrl)
    .transform((value, context) => {
      const url = normaliseUrl(value)
      if (url === null) context.addIssue({ code: 'custom', message: 'Must be a URL that a visitor may be sent to.' })
      return url ?? ''
    })

const campaignText = (description: string) =>
  z
    .string()
    .trim()
    .max(255)
    .transform((value) => value || null)
    .nullish()
    .meta({ description })

const geoTargeting = z
  .record(z.string(), address())
  .transform((geo) => Object.fromEntries(Object.entries(geo).map(([country, url]) => [country.toUpperCase(), url])))
  .superRefine((geo, context) => {
    for (const country of Object.keys(geo))
      if (!isCountry(country))
        context.addIssue({ code: 'custom', path: [country], message: 'Must be a two-letter country code (ISO 3166-1).' })
  })
  .nullable()
  .meta({ id: 'linkGeoTargeting', description: 'Destinations by two-letter country code.' })

const testVariants = z
  .array(z.object({ url: address(), percentage: z.number().min(10).max(90) }))
  .min(2)
  .max(4)
  .refine((variants) => variants.reduce((sum, { percentage }) => sum + percentage, 0) === 100, {
    message: 'The percentages must add up to 100.',
  })
  .nullish()
  .meta({ description: 'Destinations of an A/B test, two to four, and their shares in percent. Needs `trackConversion`.' })

export const createLinkBodySchema = z.object({
  url: z.string().max(longestUrl).meta({ description: 'The destination. A host without a scheme gets `https://`.' }),
  domain: z
    .string()
    .max(longestKey)
    .optional()
    .meta({ description: "The short domain. Without it: the workspace's primary domain, else the service's own." }),
  key: z
    .string()
    .max(longestKey)
    .optional()
    .meta({
      description:
        "What follows the domain. Drawn at random when absent. On the service's own domain accents are dropped (`café` is `cafe`); what is still beyond ASCII becomes punycode.",
    }),
  keyLength: z.int().min(3).max(longestKey).optional().meta({ description: 'Length of the random part of a key; 7 when absent.' }),
  externalId: z
    .string()
    .min(1)
    .max(255)
    .transform((value) => value.replace(/^ext_/, ''))
    .refine((value) => value !== '', { message: 'Must hold more than the prefix.' })
    .nullish()
    .meta({ description: 'Your own id for the link, unique in the workspace; `ext_` in front of it addresses the link.' }),
  tenantId: z.string().max(255).nullish().meta({ description: 'Your id for whoever the link is made for.' }),
  programId: text('Partner program that the link belongs to.'),
  partnerId: z.string().max(255).nullish().meta({ description: 'Partner that the link belongs to.' }),
  prefix: z.string().optional().meta({ description: 'Stands before a random key, with a slash between.' }),
  trackConversion: flag('Whether leads and sales are tracked.'),
  archived: flag('Whether the link is left out of lists.'),
  tagIds: textList().optional().meta({ description: 'Ids of tags, in the order to be kept. Wins over `tagNames`.' }),
  tagNames: textList().optional().meta({ description: 'Names of tags, in the order to be kept. Case does not matter.' }),
  folderId: z
    .string()
    .transform((value) => value || null)
    .nullish()
    .meta({ description: 'Folder to put the link in.' }),
  comments: text('Notes for the workspace.'),
  expiresAt: text('When the link expires: ISO 8601, or words such as "tomorrow 5pm" (UTC).'),
  expiredUrl: address().nullish().meta({ description: 'Destination after the link has expired.' }),
  password: z
    .string()
    .transform((value) => value || null)
    .nullish()
    .meta({ description: 'What a visitor must type to be let through.' }),
  proxy: flag('Whether the preview below replaces that of the destination.'),
  title: text('Title of the preview; cut after 120 characters.'),
  description: text('Description of the preview; cut after 240 characters.'),
  image: z
    .string()
    .transform(imageOf)
    .nullish()
    .meta({ description: 'Image of the preview: an address on a public host, or a picture as base64 data URL.' }),
  video: text('Video of the preview.'),
  rewrite: flag('Whether the destination is shown under the short address.'),
  ios: address().nullish().meta({ description: 'Destination on iOS.' }),
  android: address().nullish().meta({ description: 'Destination on Android.' }),
  geo: geoTargeting.optional(),
  doIndex: flag('Whether search engines may index the short link.'),
  utm_source: campaignText('Sets `utm_source` in the destination; empty or null removes it.'),
  utm_medium: campaignText('Sets `utm_medium` in the destination; empty or null removes it.'),
  utm_campaign: campaignText('Sets `utm_campaign` in the destination; empty or null removes it.'),
  utm_term: campaignText('Sets `utm_term` in the destination; empty or null removes it.'),
  utm_content: campaignText('Sets `utm_content` in the destination; empty or null removes it.'),
  ref: campaignText('Sets `ref` in the destination; empty or null removes it.'),
  testVariants,
  testStartedAt: text('When the A/B test begins.'),
  testCompletedAt: text('When the A/B test ends.'),
  publicStats: z.boolean().optional().meta({ description: 'Whether the statistics are public.', deprecated: true }),
  tagId: z.string().nullish().meta({ description: 'Id of one tag. Use `tagIds`.', deprecated: true }),
  webhookIds: z.array(z.string()).nullish().meta({ description: 'Webhooks that hear of this link.', deprecated: true }),
})
export type CreateLink = z.infer<typeof createLinkBodySchema>

/** Everything may be left out; what is left out stays as it is. */
export const updateLinkBodySchema = createLinkBodySchema
  .omit({ keyLength: true, prefix: true })
  .partial()
  .extend({ linkRetentionCleanupDisabledAt: text("Any instant lets the domain's retention spare the link; null withdraws that.") })
export type UpdateLink = z.infer<typeof updateLinkBodySchema>

/** What somebody said about a link, be it new or not. */
export type LinkInput = UpdateLink & Pick<CreateLink, 'keyLength' | 'prefix'>
