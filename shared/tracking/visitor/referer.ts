/** Parses the referer. */

export interface Referer {
  /** Host without `www.`, or `(direct)`. */
  referer: string
  /** Without query and fragment, or `(direct)`. */
  referer_url: string
}

const direct: Referer = { referer: '(direct)', referer_url: '(direct)' }

/** Text that is not a URL counts as a direct visit. */
export function refererOf(header: string): Referer {
  if (!header || !URL.canParse(header)) return direct
  const { protocol, hostname, host, pathname } = new URL(header)
  if (!hostname) return direct
  return { referer: hostname.replace(/^www\./, ''), referer_url: `${protocol}//${host}${pathname}` }
}
