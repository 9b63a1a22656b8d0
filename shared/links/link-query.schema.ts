/** What callers ask about links. */
import { z } from 'zod'
import { pageFields, queryFlag, textList } from '../kernel/fields.js'
import { pagingFault } from '../kernel/paging.js'
import { largestLinkPage } from './limits.js'

const filters = {
  domain: z.string().optional().meta({ description: 'Only links of this short domain.' }),
  tagId: z.string().optional().meta({ description: 'Only links with this tag. Use `tagIds`.', deprecated: true }),
  tagIds: textList().optional().meta({ description: 'Only links with at least one of these tags. Wins over `tagNames`.' }),
  tagNames: textList().optional().meta({ description: 'Only links with at least one tag of these names. Case does not matter.' }),
  folderId: z.string().optional().meta({ description: 'Only links in this folder; `unsorted` for links in none.' }),
  search: z
    .string()
    .optional()
    .meta({
      description:
        'Only links with this text in the short link or in the destination. Case does not matter. In workspaces with more than 10,000 links one or two characters are looked for at the beginning of keys only.',
    }),
  userId: z.string().optional().meta({ description: 'Only links that this user created.' }),
  tenantId: z.string().optional().meta({ description: 'Only links with this tenant id.' }),
  showArchived: queryFlag().optional().meta({ description: 'Whether archived links are among the answer; false when absent.' }),
  withTags: queryFlag().optional().meta({ description: 'Only links with at least one tag.', deprecated: true }),
}
// Documented elsewhere under other names, if at all; both operations take them.
const furtherFilters = {
  linkIds: textList().optional().meta({ description: 'Only these links.' }),
  partnerId: z.string().optional().meta({ description: 'Only links of this partner.' }),
}

/** What lists, counts and exports can be narrowed by. */
export const linkFilterFields = { ...filters, ...furtherFilters }

export const linkSortings = ['createdAt', 'clicks', 'saleAmount', 'lastClicked'] as const

export const getLinksQuerySchemaBase = z
  .object({
    ...filters,
    endingBefore: z.string().optional().meta({ description: 'Id of a link: the answer holds the links just before it.' }),
    startingAfter: z.string().optional().meta({ description: 'Id of a link: the answer holds the links just after it.' }),
    ...pageFields(largestLinkPage),
    ...furtherFilters,
    sortBy: z
      .enum(linkSortings)
      .optional()
      .meta({
        description:
          'What the links are sorted by, the largest or newest first. Workspaces with more than 10,000 links are always sorted by `createdAt`.',
      }),
    includeUser: queryFlag().optional().meta({ description: 'Whether every link says who created it.' }),
  })
  .superRefine((query, context) => {
    const fault = pagingFault(query)
    if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
  })
export type GetLinks = z.infer<typeof getLinksQuerySchemaBase>

export const linkGroupings = ['domain', 'tagId', 'userId', 'folderId'] as const
export type LinkGrouping = (typeof linkGroupings)[number]

export const getLinksCountQuerySchema = z.object({
  ...filters,
  ...furtherFilters,
  groupBy: z.enum(linkGroupings).optional().meta({ description: 'Count for each value of this property instead.' }),
})
export type GetLinksCount = z.infer<typeof getLinksCountQuerySchema>

export const getLinkInfoQuerySchema = z.object({
  domain: z.string().min(1).optional().meta({ description: 'The short domain; alone it names the link of the bare domain.' }),
  key: z.string().min(1).optional().meta({ description: 'The key; goes with `domain`.' }),
  linkId: z.string().optional().meta({ description: 'Id of the link, or `ext_` and your own id.' }),
  externalId: z.string().optional().meta({ description: 'Your own id with `ext_` in front of it.' }),
})
export type GetLinkInfo = z.infer<typeof getLinkInfoQuerySchema>

export const LinkParams = z.object({ linkId: z.string().meta({ description: 'Id of the link, or `ext_` and your own id.' }) })
