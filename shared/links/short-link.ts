/** How a link is written out. */
import type { Config } from '../kernel/config.js'
import { rootKey } from './keys.js'

/**
 * The short link as a visitor follows it: `https://domain/key`, and the domain alone for its own link. The default domain that shares its
 * host with the API is reached where the API is: with the scheme and the port of BASE_URL.
 */
export function shortLinkOf(config: Config, domain: string, key: string): string {
  const origin = originOf(config, domain)
  return key === rootKey ? origin : `${origin}/${key}`
}

// Thousands of links may be shown at once, and reading an address costs more than all else that is done with one.
const bases = new WeakMap<Config, URL>()
function baseOf(config: Config): URL {
  const base = bases.get(config) ?? new URL(config.baseUrl)
  bases.set(config, base)
  return base
}

function originOf(config: Config, domain: string): string {
  const { shortDomain } = config
  const base = baseOf(config)
  return domain === shortDomain && base.hostname === shortDomain ? base.origin : `https://${domain}`
}

/** Where a picture of the short link is drawn. The inner address is not encoded: callers parse it that way. */
export const qrCodeOf = (config: Config, shortLink: string) => `${config.baseUrl}/qr?url=${shortLink}?qr=1`
