import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** A short domain. A domain without a workspace belongs to the service and is shared by all workspaces. */
export const Domain = defineEntity({
  name: 'Domain',
  tableName: 'domains',
  properties: {
    id: p.string().primary(),
    /** Lower case. */
    slug: p.string(),
    workspaceId: p.string().nullable(),
    verified: p.boolean().default(false),
    primary: p.boolean().fieldName('is_primary').default(false),
    archived: p.boolean().default(false),
    /** Whether keys that differ only in case are different links. */
    caseSensitive: p.boolean().default(false),
    placeholder: p.string().nullable(),
    expiredUrl: p.string().nullable(),
    notFoundUrl: p.string().nullable(),
    logo: p.string().nullable(),
    appleAppSiteAssociation: p.json<unknown>().nullable(),
    assetLinks: p.json<unknown>().nullable(),
    /** Content of the page that visitors see before an app opens. */
    deepviewData: p.json<unknown>().nullable(),
    linkRetentionDays: p.integer().nullable(),
    /** Time of the last DNS check. */
    lastChecked: p.datetime().nullable(),
    /** Former slug, while links are still being moved from it. */
    movedFrom: p.string().nullable(),
    /** Set while its links are being deleted. The domain no longer answers requests, but its slug is still taken. */
    deletedAt: p.datetime().nullable(),
    /** Set if it was registered through the registrar of the installation, as `registrationEndsAt` is. */
    /** When an order was sent to the registrar whose result is not stored yet. */
    orderedAt: p.datetime().nullable(),
    registeredAt: p.datetime().nullable(),
    registrationEndsAt: p.datetime().nullable(),
    /** Cents a year; null if the registrar did not say. */
    renewalFee: p.integer().nullable(),
    autoRenewalDisabledAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Domain = InferEntity<typeof Domain>
