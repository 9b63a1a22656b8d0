/** Looks up the domain and the link of a request. Results are almost always cached, so the functions return without a promise then. */
import { type MaybePromise, thenMaybe } from '../../shared/kernel/maybe-promise.js'
import { type DomainRecord, isTooLong, keyOfPath, linkAddress, type LinkRecord, lookupKeyOf } from '../../shared/links/index.js'
import type { RedirectContext } from './context.js'
import { hostOf } from './short-link-request.js'

/** The link domain that the request is for, with or without `www.`. Null if the API must answer. */
export function findDomain(context: RedirectContext, hostHeader: string | undefined, path: string): MaybePromise<DomainRecord | null> {
  const { config, directory, apiHost } = context
  const host = hostOf(hostHeader)
  const bareHost = host.startsWith('www.') ? host.slice(4) : host
  if (host === apiHost || (bareHost === apiHost && host !== config.shortDomain))
    return apiHost === config.shortDomain ? findDefaultDomain(context, path) : null
  const names = { context, bareHost, path }
  return host === bareHost
    ? findBareDomain(names)
    : thenMaybe(directory.domains.get(host), names, (domain, names) => domain ?? findBareDomain(names))
}

interface RequestedNames {
  context: RedirectContext
  bareHost: string
  path: string
}

const findBareDomain = (names: RequestedNames): MaybePromise<DomainRecord | null> =>
  thenMaybe(
    names.context.directory.domains.get(names.bareHost),
    names,
    (domain, { context, path }) => domain ?? findDefaultDomain(context, path),
  )

/** On the API's host and on unknown hosts (localhost, an IP address), API paths win; all others are keys of the default short domain. */
const findDefaultDomain = ({ config, directory, isApiPath }: RedirectContext, path: string): MaybePromise<DomainRecord | null> =>
  isApiPath(path) ? null : directory.domains.get(config.shortDomain)

export function findLink({ directory }: RedirectContext, domain: DomainRecord, key: string): MaybePromise<LinkRecord | null> {
  const lookupKey = lookupKeyOf(key, domain)
  // Not looked up, because the cache would keep it: those of requests with long paths take more memory than all links.
  return isTooLong(lookupKey) ? null : directory.links.get(linkAddress(domain.slug, lookupKey))
}

/** A trailing `+` requests the inspection page instead of the redirect. */
export function parseKey(path: string): { key: string; isInspection: boolean } {
  const key = keyOfPath(path)
  return key.length > 1 && key.endsWith('+') ? { key: key.slice(0, -1), isInspection: true } : { key, isInspection: false }
}
