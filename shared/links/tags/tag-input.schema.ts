/** What callers say and ask about tags. */
import { z } from 'zod'
import { numberedPages, queryFlag, textList } from '../../kernel/fields.js'
import { longestName } from '../limits.js'
import { LinkTagSchema } from '../link.schema.js'
import { tagColors } from '../tag.entity.js'

const name = () => z.string().trim().min(1).max(longestName)
const fields = {
  name: name().optional().meta({ description: 'Name of the tag, unique in the workspace. Case does not matter.' }),
  color: z.enum(tagColors).optional().meta({ description: 'Colour of the tag; drawn at random for a new one.' }),
  tag: name().optional().meta({ description: 'Same as `name`, and wins over it.', deprecated: true }),
}

export const createTagBodySchema = z.object(fields).superRefine(({ name, tag }, context) => {
  if (name === undefined && tag === undefined) context.addIssue({ code: 'custom', path: ['name'], message: 'A name is required.' })
})
export type CreateTag = z.infer<typeof createTagBodySchema>

export const updateTagBodySchema = z.object(fields)
export type UpdateTag = z.infer<typeof updateTagBodySchema>

const search = z.string().optional().meta({ description: 'Only tags with this text in their name. Case does not matter.' })

export const getTagsQuerySchema = z.object({
  sortBy: z.enum(['name', 'createdAt']).default('name').meta({ description: 'What the tags are sorted by.' }),
  sortOrder: z.enum(['asc', 'desc']).default('asc').meta({ description: 'In which direction.' }),
  search,
  ids: textList().optional().meta({ description: 'Only these tags.' }),
  ...numberedPages(100),
  includeLinksCount: queryFlag().optional().meta({ description: 'Whether every tag says how many links have it.' }),
})
export type GetTags = z.infer<typeof getTagsQuerySchema>

export const getTagsCountQuerySchema = z.object({ search })
export type GetTagsCount = z.infer<typeof getTagsCountQuerySchema>

export const TagParams = z.object({ id: z.string().meta({ description: 'Id of the tag.' }) })
export const DeletedTag = z.object({ id: z.string().meta({ description: 'Id of the deleted tag.' }) })
export const ListedTag = LinkTagSchema.extend({
  _count: z.object({ links: z.number() }).optional().meta({ description: 'How many links have the tag.' }),
})
export type TagAnswer = z.infer<typeof ListedTag>
