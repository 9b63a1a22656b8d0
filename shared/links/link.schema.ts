/** Links as callers see them. */
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

// The order of the properties is the order in the answer.
export const LinkSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the link.' }),
    domain: z.string().meta({ description: 'The short domain.' }),
    key: z.string().meta({ description: 'What follows the domain, in ASCII (punycode); `_root` for the bare domain.' }),
    url: z.string().meta({ description: 'The destination. May be empty for the bare domain.' }),
    trackConversion: flag('Whether leads and sales are tracked.'),
    externalId: text("The caller's own id, unique in the workspace."),
    tenantId: text("The caller's id for whoever the link was made for; several links may carry it."),
    programId: text('Partner program that the link belongs to.'),
    partnerId: text('Partner that the link belongs to.'),
    archived: flag('Whether the link is left out of lists.'),
    expiresAt: text('When the link expires.'),
    expiredUrl: z.url().nullable().meta({ description: 'Destination after the link has expired.' }),
    disabledAt: text('When the link was disabled; it is then treated as absent.'),
    password: text('What a visitor must type to be let through.'),
    proxy: flag('Whether the preview below replaces that of the destination.'),
    title: text('Title of the preview.'),
    description: text('Description of the preview.'),
    image: text('Image of the preview.'),
    video: text('Video of the preview.'),
    rewrite: flag('Whether the destination is shown under the short address.'),
    doIndex: flag('Whether search engines may index the short link.'),
    ios: text('Destination on iOS.'),
    android: text('Destination on Android.'),
    geo: z.record(z.string(), z.url()).nullable().meta({ description: 'Destinations by two-letter country code.' }),
    publicStats: z.boolean().default(false).meta({ description: 'Whether the statistics are public.' }),
    tags: z.array(LinkTagSchema).nullable().meta({ description: 'Tags, in the order in which they were given.' }),
    folderId: text('Folder that holds the link.'),
    comments: text("The workspace's notes."),
    shortLink: z.url().meta({ description: 'The short link itself.' }),
    qrCode: z.url().meta({ description: 'Address of a QR code for the short link.' }),
    utm_source: text('`utm_source` of the destination.'),
    utm_medium: text('`utm_medium` of the destination.'),
    utm_campaign: text('`utm_campaign` of the destination.'),
    utm_term: text('`utm_term` of the destination.'),
    utm_content: text('`utm_content` of the destination.'),
    testVariants: outputVariants.nullable().optional().meta({ description: 'Destinations of an A/B test and their shares in percent.' }),
    testStartedAt: z.string().nullable().optional().meta({ description: 'When the test began.' }),
    testCompletedAt: z.string().nullable().optional().meta({ description: 'When the test ends or ended.' }),
    userId: text('Who created the link.'),
    workspaceId: text('Workspace of the link; null for one that was made anonymously.'),
    clicks: count('Clicks counted.'),
    leads: count('Leads counted.'),
    conversions: count('Leads that became paying customers.'),
    sales: count('Sales, recurring ones included.'),
    saleAmount: count('Sum of the sales in cents.'),
    lastClicked: text('When the link was last clicked.'),
    createdAt: z.string().meta({ description: 'When the link was created.' }),
    updatedAt: z.string().meta({ description: 'When the link was last changed by a caller.' }),
    tagId: z.string().nullable().meta({ description: 'Id of the first tag. Use `tags`.', deprecated: true }),
    projectId: z.string().nullable().meta({ description: 'Same as `workspaceId`.', deprecated: true }),
    webhookIds: z.array(z.string()).meta({ description: 'Webhooks that hear of this link.', deprecated: true }),
    // Beyond the documented object, in use by callers that compare whole objects.
    identifier: z.null().optional().meta({ description: 'Always null.', deprecated: true }),
    linkRetentionCleanupDisabledAt: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "Since when the domain's retention spares the link." }),
    user: z
      .object({ id: z.string(), name: z.string().nullable(), image: z.string().nullable() })
      .nullable()
      .optional()
      .meta({ description: 'Who created the link; in lists that ask for it with `includeUser`.' }),
  })
  .meta({ id: 'LinkSchema', title: 'Link' })
export type LinkAnswer = z.input<typeof LinkSchema>

export const LinkErrorSchema = z
  .object({
    link: z.any().meta({ description: 'What could not be processed: the input, or `{id}`.' }),
    error: z.string().meta({ description: 'What was wrong with it.' }),
    code: z.enum(errorCodes).meta({ description: 'Code of the error.' }),
  })
  .meta({ id: 'LinkErrorSchema', title: 'LinkError' })

export const DeletedLink = z.object({ id: z.string().meta({ description: 'Id of the deleted link.' }) })

/** How many there are. */
export const CountAnswer = z.number()

const group = {
  domain: z.string().optional(),
  tagId: z.string().optional(),
  userId: z.string().nullable().optional(),
  folderId: z.string().nullable().optional(),
}
/** A number; with `groupBy` a row for each value, the largest first. */
export const LinkCount = z.union([z.number(), z.array(z.object({ ...group, _count: z.number() }))])
export type LinkErrorAnswer = z.input<typeof LinkErrorSchema>
