/** Queries for links. */
import { z } from 'zod'
import { deprecatedPageFields, queryBoolean, stringList } from '../kernel/input-fields.js'
import { paginationError } from '../kernel/pagination.js'
import { maxLinkPageSize } from './limits.js'

const includeFields = {
  includeUser: queryBoolean().optional().meta({ description: 'Whether each link contains the user who created it.' }),
  includeWebhooks: queryBoolean().optional().meta({ description: 'Whether `webhookIds` contains the webhooks of each link.' }),
}
export type IncludeFields = { [Field in keyof typeof includeFields]?: boolean | undefined }

const filters = {
  domain: z.string().optional().meta({ description: 'Only links of this short domain.' }),
  tagId: z.string().optional().meta({ description: 'Only links with this tag. Use `tagIds`.', deprecated: true }),
  tagIds: stringList().optional().meta({ description: 'Only links with at least one of these tags. Takes precedence over `tagNames`.' }),
  tagNames: stringList().optional().meta({ description: 'Only links with at least one tag of these names. Case-insensitive.' }),
  folderId: z.string().optional().meta({ description: 'Only links in this folder. `unsorted` for links outside folders.' }),
  search: z
    .string()
    .optional()
    .meta({
      description:
        'Only links with this text in the short link or in the destination. Case-insensitive. The whole short link of a link, such as ' +
        '`https://example.com/key` or `example.com/key`, returns only that link. In workspaces with more than 10,000 links, texts of ' +
        'one or two characters only match the start of keys.',
    }),
  userId: z.string().optional().meta({ description: 'Only links created by this user.' }),
  tenantId: z.string().optional().meta({ description: 'Only links with this tenant id.' }),
  showArchived: queryBoolean().optional().meta({ description: 'Whether to include archived links. Defaults to false.' }),
  withTags: queryBoolean().optional().meta({ description: 'Only links with at least one tag.', deprecated: true }),
}
// Accepted by both operations, although the specified query schemas do not contain them.
const additionalFilters = {
  linkIds: stringList().optional().meta({ description: 'Only these links.' }),
  partnerId: z.string().optional().meta({ description: 'Only links of this partner.' }),
}

/** Filters of lists, counts and exports. */
export const linkFilterFields = { ...filters, ...additionalFilters }

export const linkSortings = ['createdAt', 'clicks', 'saleAmount', 'lastClicked'] as const

export const getLinksQuerySchemaBase = z
  .object({
    ...filters,
    endingBefore: z.string().optional().meta({ description: 'Id of a link. Returns the links before it.' }),
    startingAfter: z.string().optional().meta({ description: 'Id of a link. Returns the links after it.' }),
    ...deprecatedPageFields(maxLinkPageSize),
    ...additionalFilters,
    sortBy: z.enum(linkSortings).optional().meta({
      description: 'Sort order, largest or newest first. Workspaces with more than 10,000 links are always sorted by `createdAt`.',
    }),
    ...includeFields,
  })
  .superRefine((query, context) => {
    const error = paginationError(query)
    if (error) context.addIssue({ code: 'custom', path: [error.field], message: error.message })
  })
export type GetLinks = z.infer<typeof getLinksQuerySchemaBase>

export const linkGroupings = ['domain', 'tagId', 'userId', 'folderId'] as const
export type LinkGrouping = (typeof linkGroupings)[number]

export const getLinksCountQuerySchema = z.object({
  ...filters,
  ...additionalFilters,
  groupBy: z.enum(linkGroupings).optional().meta({ description: 'Property to group by: returns a count for each of its values.' }),
})
export type GetLinksCount = z.infer<typeof getLinksCountQuerySchema>

export const getLinkInfoQuerySchema = z.object({
  domain: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'The short domain. Without a `key`, it identifies the link of the bare domain.' }),
  key: z.string().min(1).optional().meta({ description: 'The key. Requires `domain`.' }),
  linkId: z.string().optional().meta({ description: 'Id of the link, or your own id prefixed with `ext_`.' }),
  externalId: z.string().optional().meta({ description: 'Your own id prefixed with `ext_`.' }),
  ...includeFields,
})
export type GetLinkInfo = z.infer<typeof getLinkInfoQuerySchema>

export const getLinkQuerySchema = z.object(includeFields)

export const LinkParams = z.object({ linkId: z.string().meta({ description: 'Id of the link, or your own id prefixed with `ext_`.' }) })
