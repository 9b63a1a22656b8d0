/** A request for a short link, cut into what the decision asks. Cheap on purpose: this runs for every redirect. */
import type { IncomingMessage } from 'node:http'
import { words } from '../../shared/links/index.js'
import { exclusionReason, type ExclusionReason, visitorAddress } from '../../shared/tracking/index.js'

export interface ShortLinkRequest {
  method: string
  /** As it stands in the request line, without the query; begins with one slash. */
  path: string
  /** Without the question mark; empty when there is none. */
  query: string
  userAgent: string
  referer: string
  ip: string
  cookie: string | undefined
}

export function readRequest(request: IncomingMessage, hops: number): ShortLinkRequest {
  const url = request.url ?? '/'
  const at = url.indexOf('?')
  const { headers } = request
  return {
    method: request.method ?? 'GET',
    path: pathOf(at < 0 ? url : url.slice(0, at)),
    query: at < 0 ? '' : url.slice(at + 1),
    userAgent: headers['user-agent'] ?? '',
    referer: headers.referer ?? '',
    ip: visitorAddress(request.socket.remoteAddress, headers['x-forwarded-for'], hops),
    cookie: headers.cookie,
  }
}

// Two slashes at the beginning of an address that we answer with would name a host.
const pathOf = (path: string) => (path.startsWith('//') ? path.replace(/^\/+/, '/') : path)

/** The host as domains are stored: lower case, no port, no `www.`. */
export function hostOf(header: string | undefined): string {
  if (!header) return ''
  const host = header.toLowerCase()
  const port = host.indexOf(':', host.indexOf(']') + 1)
  const name = port < 0 ? host : host.slice(0, port)
  return name.startsWith('www.') ? name.slice(4) : name
}

/** Why the request is no click; null when it is one. */
export function exclusionOf(request: ShortLinkRequest, headers: IncomingMessage['headers'], hops: number): ExclusionReason | null {
  const { method, query, userAgent, referer, ip } = request
  const mayName = query !== ''
  return exclusionReason({
    method,
    saysBot: mayName && /(?:^|&)bot=[^&]/.test(query),
    saysNoTrack: words.noTrack.some((name) => headers[name] !== undefined || (mayName && hasName(query, name))),
    userAgent,
    referer,
    ip,
    isForwarded: hops > 0,
  })
}

const hasName = (query: string, name: string) =>
  query.includes(name) && query.split('&').some((pair) => pair === name || pair.startsWith(`${name}=`))
