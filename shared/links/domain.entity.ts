import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** A short domain. Without a workspace it is the service's own and open to all. */
export const Domain = defineEntity({
  name: 'Domain',
  tableName: 'domains',
  properties: {
    id: p.string().primary(),
    /** Lower case, without `www.`. */
    slug: p.string(),
    workspaceId: p.string().nullable(),
    verified: p.boolean().default(false),
    primary: p.boolean().fieldName('is_primary').default(false),
    archived: p.boolean().default(false),
    /** Keys that differ in case only are different links. */
    caseSensitive: p.boolean().default(false),
    placeholder: p.string().nullable(),
    expiredUrl: p.string().nullable(),
    notFoundUrl: p.string().nullable(),
    logo: p.string().nullable(),
    appleAppSiteAssociation: p.json<unknown>().nullable(),
    assetLinks: p.json<unknown>().nullable(),
    /** What the page shows that visitors see before an app opens. */
    deepviewData: p.json<unknown>(),
    linkRetentionDays: p.integer().nullable(),
    /** When its DNS was last looked at. */
    lastChecked: p.datetime().nullable(),
    /** The name before, while links still live under it. */
    movedFrom: p.string().nullable(),
    /** Set while its links are being deleted; it answers nobody any more, and its name is still taken. */
    deletedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Domain = InferEntity<typeof Domain>
