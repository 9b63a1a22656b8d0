/** Decides which destinations partners may choose. Pure. */
import { normaliseUrl } from '../../links/index.js'
import type { AdditionalLink } from '../groups/partner-group.entity.js'

/** Whether one of the additional links of the group allows the url. A path without a leading slash means the same with one. */
export function isAllowedUrl(url: string, additionalLinks: readonly AdditionalLink[]): boolean {
  const target = normaliseUrl(url)
  if (target === null) return false
  const { hostname, host, pathname, search } = new URL(target)
  return additionalLinks.some(({ domain, path, validationMode }) => {
    if (domain !== hostname.toLowerCase() && domain !== host.toLowerCase()) return false
    return validationMode === 'domain' || fromRoot(path) === `${pathname}${search}`.toLowerCase()
  })
}

const fromRoot = (path: string) => (path.startsWith('/') ? path : `/${path}`)
