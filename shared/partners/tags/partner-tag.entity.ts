import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

export const PartnerTag = defineEntity({
  name: 'PartnerTag',
  tableName: 'partner_tags',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    /** Unique in the program, ignoring case. */
    name: p.string(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type PartnerTag = InferEntity<typeof PartnerTag>
