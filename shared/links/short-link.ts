/** URLs of short links. */
import type { Config } from '../kernel/config.js'
import { rootKey } from './keys.js'

/**
 * Returns the URL of a short link: `https://domain/key`, or `https://domain` for the link of the bare domain. A default domain that shares
 * its host with the API has the scheme and port of BASE_URL.
 */
export function shortLinkOf(config: Config, domain: string, key: string): string {
  const origin = originOf(config, domain)
  return key === rootKey ? origin : `${origin}/${key}`
}

// Cached, because parsing the URL is the most expensive step when thousands of links are converted.
const baseUrls = new WeakMap<Config, URL>()
function baseOf(config: Config): URL {
  const base = baseUrls.get(config) ?? new URL(config.baseUrl)
  baseUrls.set(config, base)
  return base
}

function originOf(config: Config, domain: string): string {
  const { shortDomain } = config
  const base = baseOf(config)
  return domain === shortDomain && base.hostname === shortDomain ? base.origin : `https://${domain}`
}

/** Returns the URL of the QR code. The inner URL is not encoded, because callers expect it that way. */
export const qrCodeOf = (config: Config, shortLink: string) => `${config.baseUrl}/qr?url=${shortLink}?qr=1`
