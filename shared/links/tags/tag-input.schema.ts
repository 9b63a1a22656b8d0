/** Request and response schemas of tags. */
import { z } from 'zod'
import { pageFields, queryBoolean, stringList } from '../../kernel/input-fields.js'
import { maxNameLength } from '../limits.js'
import { LinkTagSchema } from '../link.schema.js'
import { tagColors } from '../tag.entity.js'

const name = () => z.string().trim().min(1).max(maxNameLength)
const fields = {
  name: name().optional().meta({ description: 'Name of the tag, unique in the workspace regardless of case.' }),
  color: z.enum(tagColors).optional().meta({ description: 'Colour of the tag; random for a new tag if omitted.' }),
  tag: name().optional().meta({ description: 'Alias of `name` that takes precedence over it.', deprecated: true }),
}

export const createTagBodySchema = z.object(fields).superRefine(({ name, tag }, context) => {
  if (name === undefined && tag === undefined) context.addIssue({ code: 'custom', path: ['name'], message: 'name is required' })
})
export type CreateTag = z.infer<typeof createTagBodySchema>

export const updateTagBodySchema = z.object(fields)
export type UpdateTag = z.infer<typeof updateTagBodySchema>

const search = z.string().optional().meta({ description: 'Filter by text in the tag name, regardless of case.' })

export const getTagsQuerySchema = z.object({
  sortBy: z.enum(['name', 'createdAt']).default('name').meta({ description: 'Field to sort by.' }),
  sortOrder: z.enum(['asc', 'desc']).default('asc').meta({ description: 'Sort direction.' }),
  search,
  ids: stringList().optional().meta({ description: 'Filter by tag ids.' }),
  ...pageFields(100),
  includeLinksCount: queryBoolean().optional().meta({ description: 'Whether to include the number of links of each tag.' }),
})
export type GetTags = z.infer<typeof getTagsQuerySchema>

export const getTagsCountQuerySchema = z.object({ search })
export type GetTagsCount = z.infer<typeof getTagsCountQuerySchema>

export const TagParams = z.object({ id: z.string().meta({ description: 'Id of the tag.' }) })
export const DeletedTag = z.object({ id: z.string().meta({ description: 'Id of the deleted tag.' }) })
export const ListedTag = LinkTagSchema.extend({
  _count: z.object({ links: z.number() }).optional().meta({ description: 'Number of links with the tag.' }),
})
export type TagResponse = z.infer<typeof ListedTag>
