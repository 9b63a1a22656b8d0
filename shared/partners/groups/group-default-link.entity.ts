import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** A link that every partner of the group gets a copy of. */
export const GroupDefaultLink = defineEntity({
  name: 'GroupDefaultLink',
  tableName: 'group_default_links',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    /** Null for a deleted default link whose copies are being unbound. */
    groupId: p.string().nullable(),
    domain: p.string(),
    url: p.string(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type GroupDefaultLink = InferEntity<typeof GroupDefaultLink>
