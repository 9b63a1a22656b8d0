import { urlOf } from '../../console/api-client.js'

/**
 * Where a page loads an image from. The portal loads nothing from other origins: images of other sites, and files that a store serves at an
 * origin of its own, come through the service. The embedded page has no session for that, and may load images of other origins.
 */
export function imageAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, location.origin)) return undefined
  const { protocol, origin, pathname, search, href } = new URL(address, location.origin)
  if (origin === location.origin) return pathname + search
  if (!/^https?:$/.test(protocol)) return undefined
  return location.pathname.startsWith('/portal') ? urlOf('getPartnerImage', { query: { url: href } }, null) : href
}
