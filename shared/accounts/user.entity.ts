import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.string().primary(),
    name: p.string().nullable(),
    /** Stored as given, unique without regard to case. */
    email: p.string().nullable(),
    image: p.string().nullable(),
    /** A user that stands for a program; it acts as owner of its one workspace, narrowed by its token's scopes. */
    isMachine: p.boolean().default(false),
    defaultWorkspace: p.string().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type User = InferEntity<typeof User>
