/** Services that have links only. */
import {
  bearer,
  countOf,
  fieldsOf,
  idOf,
  listOf,
  namesOf,
  nested,
  type Page,
  present,
  type Provider,
  queryOf,
  readRows,
  type Row,
  sourceLink,
  type SourceLink,
} from './provider.js'

/** Lists below several parents (groups, domains) are read one after the other: the cursor names the parents left and the page of the first. */
interface Nested {
  left: string[]
  page: string
}
const parsed = (cursor: string) => JSON.parse(cursor) as Nested
const nestedCursor = (left: string[], page = '') => (left.length > 0 ? JSON.stringify({ left, page } satisfies Nested) : null)
const nextNested = ({ left }: Nested, page: unknown) => nestedCursor(present(page) ? left : left.slice(1), present(page))
const linkPage = (rows: (SourceLink | null)[], next: string | null): Page => ({ kind: 'link', rows, next })
const idsOf = (rows: unknown, id: string): string[] => listOf(rows).map((row) => idOf(fieldsOf(row)[id]))

export const bitly: Provider = {
  title: 'Bitly',
  address: ({ importAddresses }) => importAddresses.bitly,
  headers: bearer,
  ownDomains: ['bit.ly', 'j.mp'],
  clicks: {
    linksPerRequest: 1,
    path: ([id = '']) =>
      `/bitlinks/${id.split('/').map(encodeURIComponent).join('/')}/clicks/summary?${queryOf({ unit: 'month', units: -1 })}`,
    read: (body, [id = '']) => new Map([[id, countOf(fieldsOf(body).total_clicks)]]),
  },
  path(cursor) {
    if (cursor === null) return '/groups'
    const { left, page } = parsed(cursor)
    return `/groups/${encodeURIComponent(left[0] as string)}/bitlinks?${queryOf({ size: 50, archived: 'both', search_after: page || undefined })}`
  },
  async account(get) {
    const groups = listOf(fieldsOf(await get('/groups')).groups)
      .map(fieldsOf)
      .filter((group) => group.is_active !== false)
    const answers = await Promise.all(
      groups.map(async ({ guid, name, bsds }) => {
        const { tags } = fieldsOf(await get(`/groups/${encodeURIComponent(idOf(guid))}/tags`))
        return { guid, name, domains: Array.isArray(bsds) ? bsds : [], tags: namesOf(tags) }
      }),
    )
    return answers.filter(({ domains }) => domains.length > 0)
  },
  read(answer, cursor, { selectedDomains, selectedGroupTags }) {
    const body = fieldsOf(answer)
    if (cursor === null) {
      const chosen = selectedDomains?.flatMap(({ bitlyGroup }) => bitlyGroup ?? []) ?? []
      return linkPage([], nestedCursor(idsOf(body.groups, 'guid').filter((group) => chosen.length === 0 || chosen.includes(group))))
    }
    const hasTags = selectedGroupTags?.includes(parsed(cursor).left[0] ?? '') ?? true
    const links = readRows(body.links, (row) => {
      const more = () => ({
        title: present(row.title),
        archived: row.archived === true,
        tagNames: hasTags ? namesOf(row.tags) : [],
        createdAt: present(row.created_at),
        clicksId: present(row.id),
      })
      return sourceLink(row.id, row.long_url, more)
    })
    // A custom address is a further link to the same destination. The clicks of the link are those of all its addresses.
    const custom = listOf(body.links).flatMap((row, index) => {
      const link = links[index]
      const addresses = Array.isArray((row as Row | null)?.custom_bitlinks) ? ((row as Row).custom_bitlinks as unknown[]) : []
      return link
        ? addresses.map((address) => sourceLink(address, link.url, () => ({ ...link, clicksId: undefined, ...addressOf(address) })))
        : []
    })
    return linkPage([...links, ...custom], nextNested(parsed(cursor), fieldsOf(body.pagination ?? {}).search_after))
  },
}

const addressOf = (address: unknown) => {
  const { domain = '', key = '' } = sourceLink(address, '-', () => ({})) ?? {}
  return { domain, key }
}

const rebrandlyPage = 25
const rebrandlyLink = (row: Row) =>
  sourceLink(row.shortUrl ?? `${idOf(row.domainName)}/${idOf(row.slashtag)}`, row.destination, () => ({
    title: present(row.title),
    tagNames: namesOf(row.tags),
    clicks: countOf(row.clicks),
    createdAt: present(row.createdAt),
  }))
const isEarlier = (row: unknown, than: string) => Date.parse(present(nested(row).createdAt) ?? '') <= Date.parse(than)
export const rebrandly: Provider = {
  title: 'Rebrandly',
  address: ({ importAddresses }) => importAddresses.rebrandly,
  headers: (token) => ({ apikey: token }),
  totals: { paths: ['/links/count'], read: (body) => countOf(fieldsOf(body).count) },
  ownDomains: ['rebrand.ly'],
  async account(get) {
    const domains = listOf(await get('/domains')).map(fieldsOf)
    const own = domains.filter(({ fullName }) => fullName !== 'rebrand.ly')
    const counted = own.map(async ({ id, fullName }) => {
      const { count } = fieldsOf(await get(`/links/count?${queryOf({ 'domain.id': idOf(id) })}`))
      return { id, domain: fullName, links: countOf(count) }
    })
    return { domains: await Promise.all(counted), tagsCount: countOf(fieldsOf(await get('/tags/count')).count) }
  },
  // The date has no time: earlier links of the day are left out when they are read.
  path: (cursor, _, { createdAfter }) =>
    `/links?${queryOf({
      orderBy: 'createdAt',
      orderDir: 'desc',
      limit: rebrandlyPage,
      last: cursor ?? undefined,
      dateFrom: createdAfter && new Date(createdAfter).toISOString().slice(0, 10),
    })}`,
  read: (body, _, { createdAfter = '' }) => ({
    kind: 'link',
    rows: readRows(
      listOf(body).filter((row) => !isEarlier(row, createdAfter)),
      rebrandlyLink,
    ),
    next: listOf(body).length < rebrandlyPage ? null : idOf(fieldsOf(listOf(body).at(-1)).id),
  }),
}

export const short: Provider = {
  title: 'Short.io',
  address: ({ importAddresses }) => importAddresses.short,
  headers: (token) => ({ authorization: token }),
  ownDomains: ['short.gy'],
  clicks: {
    linksPerRequest: 50,
    address: ({ importAddresses }) => importAddresses.shortStatistics,
    path: (ids, cursor) =>
      `/statistics/domain/${parsed(cursor ?? nestedCursor(['']) ?? '').left[0]}/link_clicks?${queryOf({ ids: ids.join() })}`,
    read: (body) => new Map(Object.entries(fieldsOf(body)).map(([id, clicks]) => [id, countOf(clicks)])),
  },
  path(cursor) {
    if (cursor === null) return '/domains'
    const { left, page } = parsed(cursor)
    return `/links?${queryOf({ domain_id: left[0], limit: 50, pageToken: page || undefined })}`
  },
  async account(get) {
    const domains = listOf(await get('/domains')).map(fieldsOf)
    const own = domains.filter(({ hostname }) => !idOf(hostname).endsWith('.short.gy'))
    return Promise.all(
      own.map(async ({ id, hostname }) => {
        const { count } = fieldsOf(await get(`/links?${queryOf({ domain_id: idOf(id), limit: 1 })}`))
        // The bare domain is one of them.
        return { id, domain: hostname, links: Math.max(0, countOf(count) - 1) }
      }),
    )
  },
  read(body, cursor, { selectedDomains }) {
    if (cursor === null) {
      const chosen = selectedDomains?.flatMap(({ id }) => id ?? []) ?? []
      return linkPage([], nestedCursor(idsOf(body, 'id').filter((id) => chosen.length === 0 || chosen.includes(id))))
    }
    const { links: rows, nextPageToken } = fieldsOf(body)
    const links = readRows(rows, (row) => {
      const more = () => ({
        title: present(row.title),
        archived: row.archived === true,
        ios: present(row.iphoneURL),
        android: present(row.androidURL),
        tagNames: namesOf(row.tags),
        createdAt: present(row.createdAt),
        clicksId: present(row.idString) ?? present(row.id),
      })
      return sourceLink(row.secureShortURL ?? row.shortURL, row.originalURL, more)
    })
    // The bare domain is no link of the caller.
    return linkPage(
      links.filter((link) => link?.key !== '_root'),
      nextNested(parsed(cursor), nextPageToken),
    )
  },
}

const kuttPage = 50
export const kutt: Provider = {
  title: 'Kutt',
  address: ({ importAddresses }) => importAddresses.kutt,
  headers: (token) => ({ 'x-api-key': token }),
  ownDomains: ['kutt.it', 'kutt.to'],
  path: (cursor) => `/links?${queryOf({ limit: kuttPage, skip: cursor ?? 0 })}`,
  read: (body, cursor) => ({
    kind: 'link',
    rows: readRows(fieldsOf(body).data, (row) => {
      const more = () => ({ comments: present(row.description), clicks: countOf(row.visit_count), createdAt: present(row.created_at) })
      return sourceLink(row.link, row.target, more)
    }),
    next: listOf(fieldsOf(body).data).length < kuttPage ? null : String(Number(cursor ?? 0) + kuttPage),
    total: countOf(fieldsOf(body).total),
  }),
}

const yourlsPage = 100
export const yourls: Provider = {
  title: 'YOURLS',
  headers: () => ({}),
  ownDomains: [],
  path: (cursor, token) =>
    `/yourls-api.php?${queryOf({ signature: token, action: 'stats', filter: 'last', format: 'json', limit: yourlsPage, start: cursor ?? 0 })}`,
  read(body, cursor) {
    const { links, stats } = fieldsOf(body)
    const rows = Object.values(fieldsOf(links ?? {}))
    return {
      kind: 'link',
      rows: readRows(rows, (row) =>
        sourceLink(row.shorturl, row.url, () => ({
          title: present(row.title),
          clicks: countOf(row.clicks),
          createdAt: present(row.timestamp),
        })),
      ),
      next: rows.length < yourlsPage ? null : String(Number(cursor ?? 0) + yourlsPage),
      total: countOf(fieldsOf(stats ?? {}).total_links),
    }
  },
}
