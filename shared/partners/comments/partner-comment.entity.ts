import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** A note of a workspace member on a partner. Partners do not see it. */
export const PartnerComment = defineEntity({
  name: 'PartnerComment',
  tableName: 'partner_comments',
  properties: {
    id: p.string().primary(),
    enrolmentId: p.string(),
    userId: p.string().nullable(),
    text: p.string(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type PartnerComment = InferEntity<typeof PartnerComment>
