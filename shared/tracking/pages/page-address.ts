/** Addresses as pages say them. */

/** The host of what may be a host or an address, as domains are stored. */
export function hostNamed(text: string): string {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
}

/** The page without what names one click: with it, every address would be one of a kind. */
export function countedPage(text: string | null | undefined, clickIdParams: readonly string[], otherwise: string): string {
  if (!text || !URL.canParse(text)) return otherwise
  const url = new URL(text)
  if (!clickIdParams.some((name) => url.searchParams.has(name))) return text
  for (const name of clickIdParams) url.searchParams.delete(name)
  return url.href
}
