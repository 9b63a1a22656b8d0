/** Looks up the domain and the link of a request. Results are almost always cached, so the functions return without a promise then. */
import { type MaybePromise, thenMaybe } from '../../shared/kernel/maybe-promise.js'
import { type DomainRecord, isTooLong, keyOfPath, linkAddress, type LinkRecord, lookupKeyOf } from '../../shared/links/index.js'
import type { RedirectContext } from './context.js'
import { hostOf, type ShortLinkRequest } from './short-link-request.js'
import { verifyPassword } from './verify-password.js'

export interface ResolvedLink {
  domain: DomainRecord
  link: LinkRecord | null
  /** True for a link without a password. */
  passwordVerified: boolean
}

/** The link domain that the request is for, with or without `www.`. Null if the API must answer. */
export function findDomain(
  { config, directory, apiHost, isApiPath }: RedirectContext,
  hostHeader: string | undefined,
  path: string,
): MaybePromise<DomainRecord | null> {
  const { shortDomain } = config
  const host = hostOf(hostHeader)
  const bareHost = host.startsWith('www.') ? host.slice(4) : host
  const isApiHost = host === apiHost || (bareHost === apiHost && host !== shortDomain)
  if (isApiHost && apiHost !== shortDomain) return null
  // On the API's host and on unknown hosts (localhost, an IP address), API paths win; all others are keys of the default short domain.
  const defaultDomain = () => (isApiPath(path) ? null : directory.domains.get(shortDomain))
  if (isApiHost) return defaultDomain()
  const bareDomain = () => thenMaybe(directory.domains.get(bareHost), (domain) => domain ?? defaultDomain())
  return host === bareHost ? bareDomain() : thenMaybe(directory.domains.get(host), (domain) => domain ?? bareDomain())
}

export function findLink({ directory }: RedirectContext, domain: DomainRecord, key: string): MaybePromise<LinkRecord | null> {
  const lookupKey = lookupKeyOf(key, domain)
  // Not looked up, because the cache would keep it: those of requests with long paths take more memory than all links.
  return isTooLong(lookupKey) ? null : directory.links.get(linkAddress(domain.slug, lookupKey))
}

export function resolveLink(
  context: RedirectContext,
  domain: DomainRecord,
  key: string,
  request: ShortLinkRequest,
): MaybePromise<ResolvedLink> {
  return thenMaybe(findLink(context, domain, key), (link) => {
    if (link === null || link.sealedPassword === null) return { domain, link, passwordVerified: true }
    return thenMaybe(verifyPassword(context, link, request), (passwordVerified) => ({ domain, link, passwordVerified }))
  })
}

/** A trailing `+` requests the inspection page instead of the redirect. */
export function parseKey(path: string): { key: string; isInspection: boolean } {
  const key = keyOfPath(path)
  return key.length > 1 && key.endsWith('+') ? { key: key.slice(0, -1), isInspection: true } : { key, isInspection: false }
}
