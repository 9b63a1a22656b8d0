import type { WorkspaceScope } from '../accounts/index.js'
import { keyDomainOf } from './choose-domain.js'
import { domainBySlug } from './domain.queries.js'
import { findByName } from './domains/slug.js'
import { keyOfPath, lookupKeyOf, rootKey } from './keys.js'
import type { Link } from './link.entity.js'
import { findLink } from './link.queries.js'

/**
 * Returns the link of the workspace with this domain and key, or null. While a domain is being renamed, its former name is searched first,
 * because a link may move to the new one between both searches.
 */
export async function findLinkByKey(scope: WorkspaceScope, slug: string, key: string): Promise<Link | null> {
  const domain = await findByName(slug, (name) => domainBySlug(scope, name))
  if (!domain) return null
  const lookupKey = lookupKeyOf(keyOfPath(key), keyDomainOf(domain))
  const unmoved = domain.movedFrom ? await findLink(scope, { domain: domain.movedFrom, lookupKey }) : null
  return unmoved ?? findLink(scope, { domain: domain.slug, lookupKey })
}

/**
 * Returns the link of the workspace whose whole short link the text is, or null. The scheme, `www.` and a trailing slash are optional. A
 * domain alone is not a whole short link: it is a part of all links of the domain.
 */
export async function findLinkByShortLink(scope: WorkspaceScope, text: string): Promise<Link | null> {
  const address = parseShortLink(text.trim())
  return address && findLinkByKey(scope, address.slug, address.key)
}

function parseShortLink(text: string): { slug: string; key: string } | null {
  if (!shortLinkPattern.test(text)) return null
  try {
    const { hostname, pathname } = new URL(/^https?:/i.test(text) ? text : `https://${text}`)
    return keyOfPath(pathname) === rootKey ? null : { slug: hostname, key: pathname }
  } catch {
    return null
  }
}

// A domain, an optional port, and a path: no user, query or fragment.
const shortLinkPattern = /^(?:https?:\/\/)?[^\s/?#@\\]+\/[^\s?#\\]+$/i
