/** What a request asks for: the domain, the link, and whether the visitor may pass. Nearly always remembered, so nearly never waited for. */
import { type Soon, whenHere } from '../../shared/kernel/soon.js'
import { type DomainRecord, keyOfPath, linkAddress, type LinkRecord, lookupKeyOf } from '../../shared/links/index.js'
import type { RedirectContext } from './context.js'
import { knowsPassword } from './knows-password.js'
import { hostOf, type ShortLinkRequest } from './request.js'

export interface Found {
  domain: DomainRecord
  link: LinkRecord | null
  knowsPassword: boolean
}

/** The domain whose link this is; null when the API answers. */
export function findDomain(
  { config, directory, apiHost, owns }: RedirectContext,
  hostHeader: string | undefined,
  path: string,
): Soon<DomainRecord | null> {
  const host = hostOf(hostHeader)
  if (host === apiHost && host !== config.shortDomain) return null
  // Our own host, and a host that nobody knows (localhost, an address): the API first, then the default short domain.
  const byDefault = () => (owns(path) ? null : directory.domains.get(config.shortDomain))
  return host === apiHost ? byDefault() : whenHere(directory.domains.get(host), (domain) => domain ?? byDefault())
}

export function findLink({ directory }: RedirectContext, domain: DomainRecord, key: string): Soon<LinkRecord | null> {
  return directory.links.get(linkAddress(domain.slug, lookupKeyOf(key, domain)))
}

export function find(context: RedirectContext, domain: DomainRecord, key: string, request: ShortLinkRequest): Soon<Found> {
  return whenHere(findLink(context, domain, key), (link) => {
    if (link === null || link.password === null) return { domain, link, knowsPassword: true }
    return whenHere(knowsPassword(context, link, request), (knows) => ({ domain, link, knowsPassword: knows }))
  })
}

/** A `+` behind the key asks where the link leads. */
export function keyOf(path: string): { key: string; inspects: boolean } {
  const key = keyOfPath(path)
  return key.length > 1 && key.endsWith('+') ? { key: key.slice(0, -1), inspects: true } : { key, inspects: false }
}
