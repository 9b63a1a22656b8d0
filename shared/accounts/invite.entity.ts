import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { Role } from './member.entity.js'

/** An invite to a workspace; at most one per email address and workspace. */
export const Invite = defineEntity({
  name: 'Invite',
  tableName: 'invites',
  properties: {
    workspaceId: p.string().primary(),
    /** Lower case. */
    email: p.string().primary(),
    role: p.string().$type<Role>(),
    expires: p.datetime(),
    createdAt: p.datetime(),
  },
})
export type Invite = InferEntity<typeof Invite>
