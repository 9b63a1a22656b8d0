/** Links in responses. */
import { z } from 'zod'
import { errorCodes } from '../kernel/errors.js'
import { tagColors } from './tag.entity.js'

const text = (description: string) => z.string().nullable().meta({ description })
const flag = (description: string) => z.boolean().default(false).meta({ description })
const count = (description: string) => z.number().default(0).meta({ description })

export const LinkTagSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the tag.' }),
    name: z.string().meta({ description: 'Name of the tag, unique in its workspace.' }),
    color: z.enum(tagColors).meta({ description: 'Colour of the tag.' }),
  })
  .meta({ id: 'LinkTagSchema', title: 'LinkTag' })

const outputVariants = z
  .array(z.object({ url: z.string(), percentage: z.number().min(10).max(90) }))
  .min(2)
  .max(4)

// The order of the properties is their order in responses.
export const LinkSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the link.' }),
    domain: z.string().meta({ description: 'The short domain.' }),
    key: z.string().meta({ description: 'The part after the domain, in ASCII (punycode). `_root` for the bare domain.' }),
    url: z.string().meta({ description: 'The destination. May be empty for the bare domain.' }),
    trackConversion: flag('Whether leads and sales are tracked.'),
    externalId: text('Your own id of the link, unique in the workspace.'),
    tenantId: text('Your id of the tenant that the link was created for. Not unique.'),
    programId: text('Partner program that the link belongs to.'),
    partnerId: text('Partner that the link belongs to.'),
    archived: flag('Whether the link is excluded from lists.'),
    expiresAt: text('When the link expires.'),
    expiredUrl: z.url().nullable().meta({ description: 'Destination after the link has expired.' }),
    disabledAt: text('When the link was disabled. Disabled links answer like links that do not exist.'),
    password: text('Password that visitors must enter.'),
    proxy: flag('Whether `title`, `description`, `image` and `video` replace the preview of the destination.'),
    title: text('Title of the preview.'),
    description: text('Description of the preview.'),
    image: text('Image of the preview.'),
    video: text('Video of the preview.'),
    rewrite: flag('Whether the destination is shown in a frame under the short link (cloaking).'),
    doIndex: flag('Whether search engines may index the short link.'),
    ios: text('Destination on iOS.'),
    android: text('Destination on Android.'),
    geo: z.record(z.string(), z.url()).nullable().meta({ description: 'Destinations by two-letter country code.' }),
    publicStats: z.boolean().default(false).meta({ description: 'Whether the statistics are public.' }),
    tags: z.array(LinkTagSchema).nullable().meta({ description: 'Tags, in the order in which they were assigned.' }),
    folderId: text('Id of the folder of the link.'),
    comments: text('Notes for the workspace.'),
    shortLink: z.url().meta({ description: 'The complete short link.' }),
    qrCode: z.url().meta({ description: 'URL of a QR code for the short link.' }),
    utm_source: text('`utm_source` of the destination.'),
    utm_medium: text('`utm_medium` of the destination.'),
    utm_campaign: text('`utm_campaign` of the destination.'),
    utm_term: text('`utm_term` of the destination.'),
    utm_content: text('`utm_content` of the destination.'),
    testVariants: outputVariants.nullable().optional().meta({ description: 'Destinations of an A/B test and their shares in percent.' }),
    testStartedAt: z.string().nullable().optional().meta({ description: 'When the A/B test started.' }),
    testCompletedAt: z.string().nullable().optional().meta({ description: 'When the A/B test ends or ended.' }),
    userId: text('Id of the user who created the link.'),
    workspaceId: text('Id of the workspace. Null for anonymously created links.'),
    clicks: count('Number of clicks.'),
    leads: count('Number of leads.'),
    conversions: count('Number of leads that became paying customers.'),
    sales: count('Number of sales, including recurring ones.'),
    saleAmount: count('Total amount of the sales in cents.'),
    lastClicked: text('When the link was last clicked.'),
    createdAt: z.string().meta({ description: 'When the link was created.' }),
    updatedAt: z.string().meta({ description: 'When the link was last updated through the API.' }),
    tagId: z.string().nullable().meta({ description: 'Id of the first tag. Use `tags`.', deprecated: true }),
    projectId: z.string().nullable().meta({ description: 'Same as `workspaceId`.', deprecated: true }),
    webhookIds: z.array(z.string()).meta({ description: 'Webhooks that receive the events of this link.', deprecated: true }),
    // Not part of the documented object, but expected by callers that compare complete objects.
    identifier: z.null().optional().meta({ description: 'Always null.', deprecated: true }),
    linkRetentionCleanupDisabledAt: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'When the link was exempted from the link retention of its domain.' }),
    user: z
      .object({ id: z.string(), name: z.string().nullable(), image: z.string().nullable() })
      .nullable()
      .optional()
      .meta({ description: 'User who created the link. Only with `includeUser`.' }),
  })
  .meta({ id: 'LinkSchema', title: 'Link' })
export type LinkResponse = z.input<typeof LinkSchema>

export const LinkErrorSchema = z
  .object({
    link: z.any().meta({ description: 'The input that could not be processed, or `{id}`.' }),
    error: z.string().meta({ description: 'Error message.' }),
    code: z.enum(errorCodes).meta({ description: 'Error code.' }),
  })
  .meta({ id: 'LinkErrorSchema', title: 'LinkError' })

export const DeletedLink = z.object({ id: z.string().meta({ description: 'Id of the deleted link.' }) })

export const CountResponse = z.number()

const groupFields = {
  domain: z.string().optional(),
  tagId: z.string().optional(),
  userId: z.string().nullable().optional(),
  folderId: z.string().nullable().optional(),
}
/** A number; with `groupBy` one row per value, largest count first. */
export const LinkCount = z.union([z.number(), z.array(z.object({ ...groupFields, _count: z.number() }))])
export type LinkErrorResponse = z.input<typeof LinkErrorSchema>
