import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { Role } from './member.entity.js'

export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.string().primary(),
    name: p.string().nullable(),
    /** Stored as entered; unique case-insensitively. */
    email: p.string().nullable(),
    image: p.string().nullable(),
    /** A service account of one workspace; it acts as owner, restricted by the scopes of its key. */
    isMachine: p.boolean().default(false),
    defaultWorkspace: p.string().nullable(),
    /** For platform administrators who are no members of the platform workspace. */
    platformRole: p.string().$type<Role>().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type User = InferEntity<typeof User>
