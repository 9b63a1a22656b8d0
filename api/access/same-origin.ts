import { crossSite } from '../../shared/accounts/index.js'
import type { Knock } from '../endpoint.js'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** How sure a request must make us that one of our own pages sent it: `proven`, or only `not denied`. */
export type OriginRule = 'proven' | 'not denied'

/**
 * Refuses a change that another site's page may have asked for: browsers send cookies along with such requests too. Where cookies count,
 * the origin must be proven; where they don't, it is enough that nothing speaks against it.
 */
export function requireSameOrigin(knock: Pick<Knock, 'method' | 'headers' | 'resources'>, rule: OriginRule): void {
  if (reading.has(knock.method)) return
  const { 'sec-fetch-site': site, origin } = knock.headers
  if (site === 'same-origin') return
  if (site === undefined && origin !== undefined && isOurs(origin, knock)) return
  if (site === undefined && origin === undefined && rule === 'not denied') return
  throw crossSite()
}

// The host of the request is as good as the public address: no page can make a browser lie about it.
function isOurs(origin: string, { headers, resources }: Pick<Knock, 'headers' | 'resources'>): boolean {
  const ours = new URL(resources.config.baseUrl)
  return origin === ours.origin || origin === `${ours.protocol}//${headers.host}`
}
