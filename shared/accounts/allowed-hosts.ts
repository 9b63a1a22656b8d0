/** Whose pages may send events of a workspace. */

/** What a browser says of the page that asks. */
export interface AskingPage {
  referer?: string | undefined
  origin?: string | undefined
}

/**
 * An empty list lets every page. Otherwise the page must say its host, and the host must be on the list: itself, or below a name that is
 * written `*.example.com`.
 */
export function isAllowedHost(allowed: readonly string[] | null | undefined, page: AskingPage): boolean {
  if (!allowed || allowed.length === 0) return true
  const host = hostOf(page.referer) ?? hostOf(page.origin)
  return host !== null && allowed.some((one) => fits(host, one.toLowerCase()))
}

const fits = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === withoutWww(pattern)

const hostOf = (address: string | undefined) => (address && URL.canParse(address) ? withoutWww(new URL(address).hostname) || null : null)
const withoutWww = (host: string) => host.replace(/^www\./, '')
