import { urlOf } from '../../console/api-client.js'

/**
 * Where the portal loads an image from. It loads nothing from other origins: images of other sites, and files that a store serves at an
 * origin of its own, come through the service.
 */
export function imageAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, location.origin)) return undefined
  const { protocol, origin, pathname, search, href } = new URL(address, location.origin)
  if (origin === location.origin) return pathname + search
  return /^https?:$/.test(protocol) ? urlOf('getPartnerImage', { query: { url: href } }, null) : undefined
}
