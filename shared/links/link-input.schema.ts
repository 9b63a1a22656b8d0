/** Request bodies that create or update links. */
import { z } from 'zod'
import { imageText } from '../files/index.js'
import { idText, maxInstantLength, maxTextLength, stringList } from '../kernel/input-fields.js'
import { isCountry } from './countries.js'
import { maxKeyLength, maxTagsOfLink, maxUrlLength, maxWebhooksOfLink } from './limits.js'
import { normaliseImage, normaliseUrl } from './urls.js'

const flag = (description: string) => z.boolean().optional().meta({ description })
const text = (description: string) => z.string().max(maxTextLength).nullish().meta({ description })
const instant = (description: string) => z.string().max(maxInstantLength).nullish().meta({ description })

/** A URL, normalised. */
const urlField = () =>
  z
    .string()
    .max(maxUrlLength)
    .transform((value, context) => {
      const url = normaliseUrl(value)
      if (url === null) context.addIssue({ code: 'custom', message: 'Must be a valid http or https address, or the address of an app.' })
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
  .record(z.string(), urlField())
  .transform((geo) => Object.fromEntries(Object.entries(geo).map(([country, url]) => [country.toUpperCase(), url])))
  .superRefine((geo, context) => {
    for (const country of Object.keys(geo))
      if (!isCountry(country))
        context.addIssue({ code: 'custom', path: [country], message: 'Must be a two-letter country code (ISO 3166-1).' })
  })
  .nullable()
  .meta({ id: 'linkGeoTargeting', description: 'Destinations by two-letter country code.' })

const testVariants = z
  .array(z.object({ url: urlField(), percentage: z.number().min(10).max(90) }))
  .min(2)
  .max(4)
  .refine((variants) => variants.reduce((sum, { percentage }) => sum + percentage, 0) === 100, {
    message: 'The percentages must add up to 100.',
  })
  .nullish()
  .meta({ description: 'Two to four destinations of an A/B test and their shares in percent. Requires `trackConversion`.' })

export const createLinkBodySchema = z.object({
  url: z.string().max(maxUrlLength).meta({ description: 'The destination. A host without a scheme gets `https://`.' }),
  domain: z
    .string()
    .max(maxKeyLength)
    .optional()
    .meta({ description: "The short domain. Defaults to the workspace's primary domain, else to the default domain of the service." }),
  key: z
    .string()
    .max(maxKeyLength)
    .optional()
    .meta({
      description:
        'The part after the domain. Generated at random if absent. On shared domains accents are removed (`café` becomes `cafe`); ' +
        'remaining non-ASCII characters become punycode.',
    }),
  keyLength: z.int().min(3).max(maxKeyLength).optional().meta({ description: 'Length of the random part of a key. Defaults to 7.' }),
  externalId: z
    .string()
    .min(1)
    .max(255)
    .transform((value) => value.replace(/^ext_/, ''))
    .refine((value) => value !== '', { message: 'Must contain more than the prefix ext_.' })
    .nullish()
    .meta({ description: 'Your own id for the link, unique in the workspace. Prefixed with `ext_` it identifies the link.' }),
  tenantId: z.string().max(255).nullish().meta({ description: 'Your id of the tenant that the link is created for.' }),
  programId: idText()
    .nullish()
    .meta({
      description:
        'Partner program that the link belongs to. With a `partnerId`, defaults to that of the workspace. A new link is in the folder ' +
        'of the program, unless `folderId` is given.',
    }),
  partnerId: z.string().max(255).nullish().meta({
    description:
      'Partner that the link belongs to, who is enrolled in its program. Defaults to the one who is enrolled with the `tenantId`.',
  }),
  prefix: z.string().max(maxKeyLength).optional().meta({ description: 'Prefix of a random key, separated by a slash.' }),
  trackConversion: flag('Whether leads and sales are tracked.'),
  archived: flag('Whether the link is excluded from lists.'),
  tagIds: stringList(maxTagsOfLink).optional().meta({ description: 'Ids of tags, in order. Takes precedence over `tagNames`.' }),
  tagNames: stringList(maxTagsOfLink).optional().meta({ description: 'Names of tags, in order. Case-insensitive.' }),
  folderId: idText()
    .transform((value) => value || null)
    .nullish()
    .meta({ description: 'Id of the folder for the link.' }),
  comments: text('Notes for the workspace.'),
  expiresAt: instant('When the link expires: ISO 8601, or text such as "tomorrow 5pm" (UTC).'),
  expiredUrl: urlField().nullish().meta({ description: 'Destination after the link has expired.' }),
  password: z
    .string()
    .max(maxTextLength)
    .transform((value) => value || null)
    .nullish()
    .meta({ description: 'Password that visitors must enter.' }),
  proxy: flag('Whether `title`, `description`, `image` and `video` replace the preview of the destination.'),
  title: text('Title of the preview, truncated to 120 characters.'),
  description: text('Description of the preview, truncated to 240 characters.'),
  image: imageText()
    .transform(normaliseImage)
    .nullish()
    .meta({ description: 'Image of the preview: a URL on a public host, or a base64 data URL.' }),
  video: text('Video of the preview.'),
  rewrite: flag('Whether the destination is shown in a frame under the short link (cloaking).'),
  ios: urlField().nullish().meta({ description: 'Destination on iOS.' }),
  android: urlField().nullish().meta({ description: 'Destination on Android.' }),
  geo: geoTargeting.optional(),
  doIndex: flag('Whether search engines may index the short link.'),
  utm_source: campaignText('Sets `utm_source` in the destination. Empty or null removes it.'),
  utm_medium: campaignText('Sets `utm_medium` in the destination. Empty or null removes it.'),
  utm_campaign: campaignText('Sets `utm_campaign` in the destination. Empty or null removes it.'),
  utm_term: campaignText('Sets `utm_term` in the destination. Empty or null removes it.'),
  utm_content: campaignText('Sets `utm_content` in the destination. Empty or null removes it.'),
  ref: campaignText('Sets `ref` in the destination. Empty or null removes it.'),
  testVariants,
  testStartedAt: instant('When the A/B test starts.'),
  testCompletedAt: instant('When the A/B test ends.'),
  publicStats: z.boolean().optional().meta({ description: 'Whether the statistics are public.', deprecated: true }),
  tagId: idText().nullish().meta({ description: 'Id of one tag. Use `tagIds`.', deprecated: true }),
  webhookIds: z
    .array(idText())
    .max(maxWebhooksOfLink)
    .nullish()
    .meta({ description: 'Webhooks that receive the events of this link.', deprecated: true }),
})
export type CreateLink = z.infer<typeof createLinkBodySchema>

/** All fields are optional. Absent fields stay unchanged. */
export const updateLinkBodySchema = createLinkBodySchema
  .omit({ keyLength: true, prefix: true })
  .partial()
  .extend({
    linkRetentionCleanupDisabledAt: instant('Any date exempts the link from the link retention of its domain. Null removes the exemption.'),
  })
export type UpdateLink = z.infer<typeof updateLinkBodySchema>

/** Input for a new or an existing link. */
export type LinkInput = UpdateLink & Pick<CreateLink, 'keyLength' | 'prefix'>
