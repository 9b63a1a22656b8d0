/** Rules for URLs and images in input. Pure. */
import { isImageDataUrl } from '../files/index.js'

/** Schemes that execute or display content of the URL itself or of the visitor's machine. */
const dangerousSchemes: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'view-source:',
  'filesystem:',
])

const unsafeInHeader = /[ \p{Cc}]/u

/**
 * Returns the URL in its stored form, or null if it is invalid or its scheme is dangerous. Other schemes are allowed, because apps define
 * their own (`app://...`). A host without a scheme gets `https://`.
 */
export function normaliseUrl(text: string): string | null {
  const url = parseableUrl(text.trim())
  if (url === null || dangerousSchemes.has(new URL(url).protocol)) return null
  // The URL parser drops blanks and control characters, but they are not allowed in the Location header.
  return unsafeInHeader.test(url) ? new URL(url).href.replaceAll(new RegExp(unsafeInHeader, 'gu'), encodeURIComponent) : url
}

function parseableUrl(text: string): string | null {
  // `shop.example:8080/x` would parse as the scheme `shop.example:`.
  const hostAndPort = /^[^/:?#]+\.[^/:?#]+:\d+(?:[/?#]|$)/.test(text)
  if (!hostAndPort && URL.canParse(text)) return text
  if (!text.includes('.') || /\s/.test(text)) return null
  return URL.canParse(`https://${text}`) ? `https://${text}` : null
}

/** Whether the text is an http(s) URL on a public host: not localhost, not an IP address, not a host without a dot. */
export function isPublicHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  const isIpAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
  return !isIpAddress && hostname.includes('.') && !/(^|\.)localhost\.?$/.test(hostname)
}

/** Returns the image of a preview if it is a public URL or an image data URL, else null. */
export const normaliseImage = (text: string): string | null => (isPublicHttpUrl(text) || isImageDataUrl(text) ? text : null)

/** Whether the host of the URL is one of the hosts or a subdomain of one. */
export function isOnHost(url: string, hosts: readonly string[]): boolean {
  const { hostname } = new URL(url)
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** Truncates text to a length in Unicode code points, including the three dots. */
export function truncateText(text: string, maxLength: number): string {
  const characters = Array.from(text)
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 3).join('')}...`
}
