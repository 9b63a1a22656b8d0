/** A server that plays the API of a link shortener: links with clicks, of which one has no destination. Every fifth is archived. */
import type { IncomingMessage } from 'node:http'
import type { ExecutionContext } from 'ava'
import { loopbackServer } from './loopback-server.js'

/** Index of the link without a destination. */
export const malformedLink = 7

interface Row {
  domain: string
  key: string
  url: string | null
  clicks: number
  createdAt: string
  archived: boolean
}

interface Script {
  token(request: IncomingMessage, url: URL): unknown
  /** The answer to a request, or null for one that the provider does not know. */
  answer(url: URL, rows: Row[], next: (pageSize: number, from: number) => { page: Row[]; from: number | null }): unknown
}

const tags = [{ name: 'Spring' }]
const header = (name: string) => (request: IncomingMessage) => request.headers[name]
const number = (url: URL, name: string) => Number(url.searchParams.get(name) ?? 0)

/** The documented form of each provider's pages. */
const scripts = {
  bitly: {
    token: (request) => String(request.headers.authorization).replace('Bearer ', ''),
    answer(url, rows, next) {
      const clicked = /^\/bitlinks\/[^/]+\/key-(\d+)\/clicks\/summary$/.exec(url.pathname)
      if (clicked) return { total_clicks: rows[Number(clicked[1])]?.clicks }
      if (url.pathname === '/groups')
        return {
          groups: [
            { guid: 'g1', name: 'Acme', bsds: [rows[0]?.domain] },
            { guid: 'g2', name: 'Unbranded', bsds: [] },
          ],
        }
      if (url.pathname.endsWith('/tags')) return { tags: ['Spring'] }
      if (url.pathname === '/groups/g2/bitlinks') return { links: [], pagination: { search_after: '' } }
      if (url.pathname !== '/groups/g1/bitlinks') return null
      const { page, from } = next(Number(url.searchParams.get('size')), number(url, 'search_after'))
      const listed = page.filter(({ archived }) => !archived || url.searchParams.get('archived') === 'both')
      const links = listed.map((row) => ({
        id: `${row.domain}/${row.key}`,
        long_url: row.url,
        tags: ['Spring'],
        created_at: row.createdAt.replace('.000Z', '+0000'),
        archived: row.archived,
      }))
      return { links, pagination: { search_after: from === null ? '' : String(from) } }
    },
  },
  rebrandly: {
    token: header('apikey'),
    answer(url, rows, next) {
      if (url.pathname === '/domains')
        return [
          { id: 'd1', fullName: 'rebrand.ly' },
          { id: 'd2', fullName: rows[0]?.domain },
        ]
      if (url.pathname.endsWith('/count')) return { count: url.pathname === '/tags/count' ? 1 : rows.length }
      const last = url.searchParams.get('last')
      const from = url.searchParams.get('dateFrom')
      if (from !== null && !/^\d{4}-\d{2}-\d{2}$/.test(from)) return null
      const { page } = next(25, last === null ? 0 : Number(last) + 1)
      return url.pathname === '/links'
        ? page.map((row) => ({
            id: String(rows.indexOf(row)),
            shortUrl: `${row.domain}/${row.key}`,
            destination: row.url,
            tags,
            clicks: row.clicks,
            createdAt: row.createdAt,
          }))
        : null
    },
  },
  short: {
    token: header('authorization'),
    answer(url, rows, next) {
      const ids = url.searchParams.get('ids')?.split(',') ?? []
      if (url.pathname === '/statistics/domain/5/link_clicks') return Object.fromEntries(ids.map((id) => [id, rows[Number(id)]?.clicks]))
      if (url.pathname === '/domains')
        return [
          { id: 5, hostname: rows[0]?.domain },
          { id: 6, hostname: 'x.short.gy' },
        ]
      if (url.pathname !== '/links') return null
      if (url.searchParams.get('domain_id') !== '5') return { links: [] }
      const { page, from } = next(Number(url.searchParams.get('limit')), number(url, 'pageToken'))
      const links = page.map((row) => ({
        idString: row.key.replace('key-', ''),
        shortURL: `https://${row.domain}/${row.key}`,
        originalURL: row.url,
        tags: ['Spring'],
        createdAt: row.createdAt,
        archived: row.archived,
      }))
      return { links, count: rows.length, ...(from === null ? {} : { nextPageToken: String(from) }) }
    },
  },
  kutt: {
    token: header('x-api-key'),
    answer(url, rows, next) {
      const { page } = next(50, number(url, 'skip'))
      const data = page.map((row) => ({
        link: `https://${row.domain}/${row.key}`,
        target: row.url,
        visit_count: row.clicks,
        created_at: row.createdAt,
      }))
      return url.pathname === '/links' ? { data, total: rows.length } : null
    },
  },
  yourls: {
    token: (_, url) => url.searchParams.get('signature'),
    answer(url, rows, next) {
      const { page, from } = next(100, number(url, 'start'))
      const links = page.map((row, index) => [
        `link_${index}`,
        {
          shorturl: `http://${row.domain}/${row.key}`,
          url: row.url,
          clicks: String(row.clicks),
          timestamp: row.createdAt.slice(0, 19).replace('T', ' '),
        },
      ])
      if (url.pathname !== '/yourls-api.php') return null
      return {
        links: from === null && page.length === 0 ? undefined : Object.fromEntries(links),
        stats: { total_links: String(rows.length) },
      }
    },
  },
  dub: {
    token: (request) => String(request.headers.authorization).replace('Bearer ', ''),
    answer(url, rows, next) {
      const last = url.searchParams.get('startingAfter')
      const { page } = next(100, last === null ? 0 : Number(last.replace('link_', '')) + 1)
      return url.pathname === '/links' ? page.map((row) => ({ ...row, id: `link_${rows.indexOf(row)}`, tags })) : null
    },
  },
} satisfies Record<string, Script>
export type LinkProvider = keyof typeof scripts
export const linkProviders = Object.keys(scripts) as LinkProvider[]

let sources = 0

interface Account {
  count: number
  /** Answers every request with this status. */
  status?: number
  /** Runs before each request is answered. */
  onRequest?: () => Promise<void>
}

/** An account with links at a provider. The second request is refused with 429, the third fails. */
export async function linkProvider(t: ExecutionContext, name: LinkProvider, { count, status = 0, onRequest }: Account) {
  const domain = `go${++sources}.example.com`
  const rows = Array.from({ length: count }, (_, index) => ({
    domain,
    key: `key-${index}`,
    url: index === malformedLink ? null : `https://example.com/${index}`,
    clicks: index,
    createdAt: new Date(Date.UTC(2024, 4, 1, 10, index)).toISOString(),
    archived: index % 5 === 0,
  }))
  const script: Script = scripts[name]
  let requests = 0
  const server = await loopbackServer(t, async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const next = (pageSize: number, from: number) => ({
      page: rows.slice(from, from + pageSize),
      from: from + pageSize < rows.length ? from + pageSize : null,
    })
    requests++
    if (status > 0) return response.writeHead(status).end()
    if (script.token(request, url) !== 'token-of-the-source') return response.writeHead(401).end()
    if (requests === 2) return response.writeHead(429, { 'retry-after': '0.05' }).end()
    if (requests === 3) return response.writeHead(503).end()
    await onRequest?.()
    const body = script.answer(url, rows, next)
    return response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { domain, apiUrl: server.origin, token: 'token-of-the-source' }
}
