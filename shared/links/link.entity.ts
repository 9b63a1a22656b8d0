import { defineEntity, type EntityManager, type InferEntity, p, type PrimaryKeyProp } from '@mikro-orm/postgresql'

export interface TestVariant {
  url: string
  percentage: number
}

export const Link = defineEntity({
  name: 'Link',
  tableName: 'links',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string().nullable(),
    userId: p.string().nullable(),
    domain: p.string(),
    /** In punycode and in the case of its creator; `_root` for the bare domain. */
    key: p.string(),
    /** The compared form of the key: lower case unless the domain is case-sensitive. Unique on the domain. */
    lookupKey: p.string(),
    url: p.string(),
    shortLink: p.string(),
    externalId: p.string().nullable(),
    tenantId: p.string().nullable(),
    programId: p.string().nullable(),
    partnerId: p.string().nullable(),
    folderId: p.string().nullable(),
    archived: p.boolean().default(false),
    trackConversion: p.boolean().default(false),
    expiresAt: p.datetime().nullable(),
    expiredUrl: p.string().nullable(),
    disabledAt: p.datetime().nullable(),
    bannedAt: p.datetime().nullable(),
    sealedPassword: p.string().nullable(),
    proxy: p.boolean().default(false),
    title: p.string().nullable(),
    description: p.string().nullable(),
    image: p.string().nullable(),
    video: p.string().nullable(),
    rewrite: p.boolean().default(false),
    doIndex: p.boolean().default(false),
    ios: p.string().nullable(),
    android: p.string().nullable(),
    geo: p.json<Record<string, string>>().nullable(),
    publicStats: p.boolean().default(false),
    comments: p.string().nullable(),
    utm_source: p.string().fieldName('utm_source').nullable(),
    utm_medium: p.string().fieldName('utm_medium').nullable(),
    utm_campaign: p.string().fieldName('utm_campaign').nullable(),
    utm_term: p.string().fieldName('utm_term').nullable(),
    utm_content: p.string().fieldName('utm_content').nullable(),
    testVariants: p.json<TestVariant[]>().nullable(),
    testStartedAt: p.datetime().nullable(),
    testCompletedAt: p.datetime().nullable(),
    /** `testCompletedAt` for which the winner was chosen. */
    testDecidedAt: p.datetime().nullable(),
    linkRetentionCleanupDisabledAt: p.datetime().nullable(),
    clicks: p.bigint('number').default(0),
    leads: p.bigint('number').default(0),
    conversions: p.bigint('number').default(0),
    sales: p.bigint('number').default(0),
    /** Cents. */
    saleAmount: p.bigint('number').default(0),
    lastClicked: p.datetime().nullable(),
    lastLeadAt: p.datetime().nullable(),
    lastConversionAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A complete row: every column is present, possibly null. */
export type Link = Complete<Omit<InferEntity<typeof Link>, typeof PrimaryKeyProp>>
type Complete<Row> = { [Column in keyof Row]-?: Exclude<Row[Column], undefined> }

/** Maps a row to an entity managed by the entity manager. */
export const linkOfRow = (em: EntityManager, row: object) => em.map(Link, row) as Link
