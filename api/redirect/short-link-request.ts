/** The parts of a short-link request that the redirect handler needs. Kept cheap, because it runs for every redirect. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { redirectParameters } from '../../shared/links/index.js'
import { exclusionReason, type ExclusionReason, passedProxies, visitorIp } from '../../shared/tracking/index.js'

export interface ShortLinkRequest {
  method: string
  /** As in the request line, without the query. Begins with exactly one slash. */
  path: string
  /** Without the question mark. Empty if there is no query. */
  query: string
  userAgent: string
  referer: string
  ip: string
  /** The request passed all trusted proxies. */
  isForwarded: boolean
  cookie: string | undefined
  headers: IncomingHttpHeaders
}

export function parseRequest(request: IncomingMessage, hops: number): ShortLinkRequest {
  const url = request.url ?? '/'
  const at = url.indexOf('?')
  const { headers } = request
  const forwardedFor = headers['x-forwarded-for']
  return {
    method: request.method ?? 'GET',
    path: pathOf(at < 0 ? url : url.slice(0, at)),
    query: at < 0 ? '' : url.slice(at + 1),
    userAgent: headers['user-agent'] ?? '',
    referer: headers.referer ?? '',
    ip: visitorIp(request.socket, forwardedFor, hops),
    isForwarded: passedProxies(forwardedFor, hops),
    cookie: headers.cookie,
    headers,
  }
}

// The path is used in `Location` headers, where two leading slashes would name a host.
const pathOf = (path: string) => (path.startsWith('//') ? path.replace(/^\/+/, '/') : path)

/** The longest header that can name a host of DNS, with a dot and a port. Caches keep the names of requests. */
const maxHostLength = 260

/** The host in lower case, without port and the dot that a complete name may end with. Empty if it is too long to be one. */
export function hostOf(header: string | undefined): string {
  if (!header || header.length > maxHostLength) return ''
  const host = header.toLowerCase()
  const port = host.indexOf(':', host.indexOf(']') + 1)
  const name = port < 0 ? host : host.slice(0, port)
  return name.endsWith('.') ? name.slice(0, -1) : name
}

// Each name is read by an expression of its own, which V8 optimizes. One that reads several names costs a hash lookup each time.
const [noTrack, dubNoTrack] = redirectParameters.noTrack

/** The reason why the request does not count as a click. Null if it counts. */
export function exclusionOf({ method, query, userAgent, referer, ip, isForwarded, headers }: ShortLinkRequest): ExclusionReason | null {
  const hasQuery = query !== ''
  return exclusionReason({
    method,
    hasBotQuery: hasQuery && /(?:^|&)bot=[^&]/.test(query),
    isNoTrack:
      headers[noTrack] !== undefined ||
      headers[dubNoTrack] !== undefined ||
      (hasQuery && redirectParameters.noTrack.some((name) => hasParameter(query, name))),
    userAgent,
    referer,
    ip,
    isForwarded,
  })
}

const hasParameter = (query: string, name: string) =>
  query.includes(name) && query.split('&').some((pair) => pair === name || pair.startsWith(`${name}=`))
