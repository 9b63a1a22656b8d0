import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

export const roles = ['owner', 'member', 'viewer', 'billing'] as const
export type Role = (typeof roles)[number]

export const Member = defineEntity({
  name: 'Member',
  tableName: 'members',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    userId: p.string(),
    role: p.string().$type<Role>(),
    createdAt: p.datetime(),
  },
})
export type Member = InferEntity<typeof Member>
