import { crossSiteRequest } from '../../shared/accounts/index.js'
import type { AuthRequest } from '../endpoint.js'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** `proven`: a header must show that a page of this service sent the request. `not denied`: missing headers are accepted too. */
export type OriginRule = 'proven' | 'not denied'

type OriginRequest = Pick<AuthRequest, 'headers' | 'resources'> & { method: string }

/**
 * CSRF protection: refuses state-changing requests of other sites, because browsers attach cookies and passwords to them. Requests
 * authenticated by a cookie need a proven origin.
 */
export function requireSameOrigin(request: OriginRequest, rule: OriginRule): void {
  if (safeMethods.has(request.method)) return
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site === 'same-origin') return
  if (site === undefined && origin !== undefined && isOwnOrigin(origin, request)) return
  if (site === undefined && origin === undefined && rule === 'not denied') return
  throw crossSiteRequest()
}

// The Host header is trusted like the public base URL: a page cannot make a browser forge it.
function isOwnOrigin(origin: string, { headers, resources }: OriginRequest): boolean {
  const base = new URL(resources.config.baseUrl)
  return origin === base.origin || origin === `${base.protocol}//${headers.host}`
}
