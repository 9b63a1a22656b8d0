import { z } from 'zod'
import { pageFields } from '../../kernel/input-fields.js'
import { maxPartnerCommentsPage } from '../limits.js'

export const partnerCommentBodySchema = z.object({ text: z.string().trim().min(1).max(2000) })
export const getPartnerCommentsQuerySchema = z.object(pageFields(maxPartnerCommentsPage))
export type GetPartnerComments = z.infer<typeof getPartnerCommentsQuerySchema>

export const PartnerCommentParams = z.object({ partnerId: z.string(), commentId: z.string() })
export const PartnerCommentSchema = z.object({
  id: z.string(),
  programId: z.string(),
  partnerId: z.string(),
  userId: z.string().nullable(),
  user: z.object({ id: z.string(), name: z.string().nullable(), image: z.string().nullable() }).nullable(),
  text: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PartnerCommentResponse = z.infer<typeof PartnerCommentSchema>
export const DeletedPartnerComment = z.object({ id: z.string() })
