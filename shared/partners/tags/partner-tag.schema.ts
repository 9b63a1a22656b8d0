import { z } from 'zod'
import { idText, pageFields, stringList } from '../../kernel/input-fields.js'
import { maxPartnersInBulk, maxPartnerTagsPage } from '../limits.js'

export const partnerTagBodySchema = z.object({ name: z.string().trim().min(1).max(100) })
export type PartnerTagBody = z.infer<typeof partnerTagBodySchema>

export const countPartnerTagsQuerySchema = z.object({ search: z.string().max(100).optional() })
export const getPartnerTagsQuerySchema = countPartnerTagsQuerySchema.extend({
  tagIds: stringList().optional(),
  sortBy: z.enum(['name', 'createdAt']).default('createdAt'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  ...pageFields(maxPartnerTagsPage),
})
export type GetPartnerTags = z.infer<typeof getPartnerTagsQuerySchema>

const tagIds = idText().array().max(100)
export const assignPartnerTagsSchema = z
  .object({
    partnerIds: idText()
      .array()
      .min(1)
      .max(maxPartnersInBulk)
      .transform((ids) => [...new Set(ids)]),
    addTagIds: tagIds.default([]),
    removeTagIds: tagIds.default([]),
  })
  .refine(({ addTagIds, removeTagIds }) => !addTagIds.some((id) => removeTagIds.includes(id)), {
    message: 'A tag must not be in addTagIds and in removeTagIds.',
    path: ['removeTagIds'],
  })
export type AssignPartnerTags = z.infer<typeof assignPartnerTagsSchema>

export const PartnerTagParams = z.object({ tagId: z.string() })
export const PartnerTagSchema = z.object({ id: z.string(), name: z.string(), createdAt: z.string(), updatedAt: z.string() })
export type PartnerTagResponse = z.infer<typeof PartnerTagSchema>
export const DeletedPartnerTag = z.object({ id: z.string() })
