/** The headers that name the page which sent a request. */
export interface RequestOrigin {
  referer?: string | undefined
  origin?: string | undefined
}

/**
 * Whether a page may send events for a workspace. An empty list allows every page. Otherwise the host must be listed, with or without
 * `www.`, or be a subdomain of a `*.example.com` entry.
 */
export function isAllowedHost(allowed: readonly string[] | null | undefined, request: RequestOrigin): boolean {
  if (!allowed || allowed.length === 0) return true
  const host = hostOf(request.referer) ?? hostOf(request.origin)
  return host !== null && allowed.some((pattern) => matchesPattern(host, pattern.toLowerCase()))
}

/** The names of all listed hosts, as a directive of a content security policy has them: each with and without `www.`. */
export const allowedHostNames = (allowed: readonly string[] | null | undefined): string[] =>
  (allowed ?? []).flatMap((pattern) => (pattern.startsWith('*.') ? [pattern] : [withoutWww(pattern), `www.${withoutWww(pattern)}`]))

const matchesPattern = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === withoutWww(pattern)

const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? withoutWww(new URL(url).hostname) || null : null)
const withoutWww = (host: string) => host.replace(/^www\./, '')
