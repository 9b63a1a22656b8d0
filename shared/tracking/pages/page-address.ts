/** Parses the hosts and URLs that pages send. */

/** The host of a host name or URL. Empty if it cannot be parsed. */
export function parseHost(text: string): string {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(url) ? new URL(url).hostname : ''
}

/** The URL of the page without click-id parameters, which would make every URL unique. `fallback` if it cannot be parsed. */
export function stripClickIds(text: string | null | undefined, clickIdParams: readonly string[], fallback: string): string {
  if (!text || !URL.canParse(text)) return fallback
  const url = new URL(text)
  if (!clickIdParams.some((name) => url.searchParams.has(name))) return text
  for (const name of clickIdParams) url.searchParams.delete(name)
  return url.href
}
