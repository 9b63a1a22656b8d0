import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** A named state of a page of the web console, which its query is. It belongs to one user in one workspace. */
export const SavedView = defineEntity({
  name: 'SavedView',
  tableName: 'saved_views',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    userId: p.string(),
    page: p.string(),
    name: p.string(),
    query: p.string(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type SavedView = InferEntity<typeof SavedView>
