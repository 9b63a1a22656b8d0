import {
  bearer,
  countOf,
  idOf,
  listOf,
  namesOf,
  nested,
  present,
  type Provider,
  queryOf,
  readRows,
  type Row,
  sourceLink,
  type SourceObject,
} from './provider.js'
import { inSteps, type Step } from './steps.js'

const linkFields = [
  'title',
  'description',
  'comments',
  'ios',
  'android',
  'geo',
  'externalId',
  'tenantId',
  'expiresAt',
  'expiredUrl',
  'password',
  'image',
  'video',
  'testVariants',
  'testStartedAt',
  'testCompletedAt',
] as const
const linkFlags = ['archived', 'trackConversion', 'rewrite', 'doIndex', 'proxy'] as const

/** A list in numbered pages. */
const pages = (path: string, size: number, query: Record<string, string> = {}) => ({
  path: (page: string) => `/${path}?${queryOf({ page: page || 1, pageSize: size, ...query })}`,
  next: (body: unknown, page: string) => (listOf(body).length < size ? null : String(Number(page || 1) + 1)),
})

function objects(kind: Exclude<Step['optional'], 'link' | undefined>, path: string, size: number, read: (row: Row) => SourceObject): Step {
  const list = pages(path, size, kind === 'customer' ? { includeExpandedFields: 'true' } : {})
  return {
    path: list.path,
    read: (body, page) => ({ kind, rows: readRows(body, read), next: list.next(body, page) }),
    optional: kind,
  }
}

const linkPages = pages('links', 100, { sortBy: 'createdAt', sortOrder: 'asc', showArchived: 'true' })
const links: Step = {
  path: linkPages.path,
  read: (body, page) => ({
    kind: 'link',
    rows: readRows(body, (row) =>
      sourceLink(`${idOf(row.domain)}/${idOf(row.key)}`, row.url, () => ({
        ...Object.fromEntries([...linkFields, ...linkFlags].flatMap((name) => ((row[name] ?? null) === null ? [] : [[name, row[name]]]))),
        sourceId: present(row.id),
        sourceFolder: present(row.folderId),
        sourcePartner: present(row.partnerId),
        tagNames: namesOf(row.tags),
        clicks: countOf(row.clicks),
        createdAt: present(row.createdAt),
        disabledAt: present(row.disabledAt),
      })),
    ),
    next: linkPages.next(body, page),
  }),
}

/** A workspace of Dub or of another installation with its interface, by its public API. */
export const dub: Provider = {
  title: 'Dub',
  address: ({ importAddresses }) => importAddresses.dub,
  headers: bearer,
  totals: { paths: ['/links/count', '/customers/count'], read: countOf },
  ownDomains: ['dub.sh', 'dub.link'],
  ...inSteps([
    objects('domain', 'domains', 50, ({ id, slug, ...settings }) => ({ id, slug, settings })),
    objects('tag', 'tags', 100, ({ id, name, color }) => ({ id, name, color })),
    objects('folder', 'folders', 50, ({ id, name, description, accessLevel }) => ({ id, name, description, accessLevel })),
    objects('partner', 'partners', 100, ({ id, name, email, country, tenantId, description, status }) => ({
      id,
      name,
      email,
      country,
      tenantId: present(tenantId),
      description,
      isActive: ['approved', 'archived'].includes(present(status) ?? 'approved'),
      hasLinks: true,
    })),
    links,
    objects('customer', 'customers', 100, ({ link, partner, createdAt, ...row }) => ({
      ...row,
      linkId: present(nested(link).id),
      partnerId: present(nested(partner).id),
      leadAt: createdAt,
    })),
  ]),
}
