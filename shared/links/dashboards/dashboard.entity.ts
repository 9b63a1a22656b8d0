import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** Public statistics page of one link or one folder. */
export const Dashboard = defineEntity({
  name: 'Dashboard',
  tableName: 'dashboards',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    linkId: p.string().nullable(),
    folderId: p.string().nullable(),
    userId: p.string().nullable(),
    sealedPassword: p.string().nullable(),
    showConversions: p.boolean(),
    doIndex: p.boolean().default(false),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Dashboard = InferEntity<typeof Dashboard>
