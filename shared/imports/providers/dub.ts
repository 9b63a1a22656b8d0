import {
  bearer,
  countOf,
  fieldsOf,
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

interface List {
  path(page: string): string
  next(body: unknown, page: string): string | null
}

/** A list in numbered pages. */
const pages = (path: string, size: number, query: Record<string, string> = {}): List => ({
  path: (page) => `/${path}?${queryOf({ page: page || 1, pageSize: size, ...query })}`,
  next: (body, page) => (listOf(body).length < size ? null : String(Number(page || 1) + 1)),
})

/** A list whose pages are named by the last object of the page before. Numbered pages of it end with the thousandth. */
const pagesAfter = (path: string, size: number, query: Record<string, string> = {}): List => ({
  path: (after) => `/${path}?${queryOf({ startingAfter: after || undefined, pageSize: size, ...query })}`,
  next: (body) => (listOf(body).length < size ? null : idOf(fieldsOf(listOf(body).at(-1)).id)),
})

function objects(kind: Exclude<Step['optional'], 'link' | undefined>, list: List, read: (row: Row) => SourceObject): Step {
  return {
    path: list.path,
    read: (body, page) => ({ kind, rows: readRows(body, read), next: list.next(body, page) }),
    optional: kind,
  }
}

const readDomain = ({ id, slug, ...settings }: Row) => ({ id, slug, settings })

const readLink = (row: Row) =>
  sourceLink(`${idOf(row.domain)}/${idOf(row.key)}`, row.url, () => ({
    ...Object.fromEntries([...linkFields, ...linkFlags].flatMap((name) => ((row[name] ?? null) === null ? [] : [[name, row[name]]]))),
    sourceId: present(row.id),
    sourceFolder: present(row.folderId),
    sourcePartner: present(row.partnerId),
    tagNames: namesOf(row.tags),
    clicks: countOf(row.clicks),
    createdAt: present(row.createdAt),
    disabledAt: present(row.disabledAt),
  }))

/** A list of links has those of one folder or those outside folders, so it is requested for each folder. */
interface LinkPosition {
  /** Ids of folders whose links are still to be read; empty for the links outside folders. */
  left: string[]
  /** The last link that was read of the first of them. */
  after: string
  /** The next page of folders; null after the last. */
  folders: string | null
}

const folderPages = pages('folders', 50)
const linksOf = (folder: string) =>
  pagesAfter('links', 100, { sortBy: 'createdAt', showArchived: 'true', ...(folder && { folderId: folder }) })
const linkPositionOf = (page: string): LinkPosition =>
  page.startsWith('{') ? (JSON.parse(page) as LinkPosition) : { left: [''], after: '', folders: '1' }
const atPosition = (position: LinkPosition) => (position.left.length > 0 || position.folders !== null ? JSON.stringify(position) : null)
const nextFolder = ({ left, folders }: LinkPosition) => atPosition({ left: left.slice(1), after: '', folders })

const links: Step = {
  path(page) {
    const { left, after, folders } = linkPositionOf(page)
    return left[0] === undefined ? folderPages.path(folders ?? '') : linksOf(left[0]).path(after)
  },
  read(body, page) {
    const position = linkPositionOf(page)
    const { left, folders } = position
    if (left[0] === undefined) {
      const ids = listOf(body).map((row) => idOf(fieldsOf(row).id))
      return {
        kind: 'link',
        rows: [],
        isSmall: true,
        next: atPosition({ left: ids, after: '', folders: folderPages.next(body, folders ?? '') }),
      }
    }
    const after = linksOf(left[0]).next(body, position.after)
    const next = after === null ? nextFolder(position) : atPosition({ ...position, after })
    return { kind: 'link', rows: readRows(body, readLink), isSmall: true, next }
  },
  optional: 'link',
  // A folder may be deleted meanwhile. The links outside folders are not optional.
  afterSkipped(page) {
    const position = linkPositionOf(page)
    return position.left[0] === '' ? undefined : position.left.length > 0 ? nextFolder(position) : null
  },
}

/** A number of objects, or of those of each folder. */
const readTotal = (body: unknown): number =>
  Array.isArray(body) ? body.reduce((sum: number, group: unknown) => sum + countOf(nested(group)._count), 0) : countOf(body)

/** A workspace of Dub or of another installation with its interface, by its public API. */
export const dub: Provider = {
  title: 'Dub',
  address: ({ importAddresses }) => importAddresses.dub,
  headers: bearer,
  totals: { paths: ['/links/count?groupBy=folderId&showArchived=true', '/customers/count'], read: readTotal },
  ownDomains: ['dub.sh', 'dub.link'],
  ...inSteps([
    objects('domain', pages('domains', 50), readDomain),
    objects('domain', pages('domains', 50, { archived: 'true' }), readDomain),
    objects('tag', pages('tags', 100), ({ id, name, color }) => ({ id, name, color })),
    objects('folder', pages('folders', 50), ({ id, name, description, accessLevel }) => ({ id, name, description, accessLevel })),
    objects('partner', pages('partners', 100), ({ id, name, email, country, tenantId, description, status }) => ({
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
    objects('customer', pagesAfter('customers', 100, { includeExpandedFields: 'true' }), ({ link, partner, createdAt, ...row }) => ({
      ...row,
      linkId: present(nested(link).id),
      partnerId: present(nested(partner).id),
      leadAt: createdAt,
    })),
  ]),
}
