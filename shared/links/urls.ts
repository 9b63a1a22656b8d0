/** Rules for addresses that callers give. Pure. */

/** Schemes that run or show what the address itself holds, or what lies on the visitor's machine. */
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

const unsendable = /[ \p{Cc}]/u

/**
 * The address as it is kept, or null for a text that is none. Any other scheme passes, because apps have their own (`app://...`); a host
 * without one gets `https://`.
 */
export function normaliseUrl(text: string): string | null {
  const url = complete(text.trim())
  if (url === null || dangerousSchemes.has(new URL(url).protocol)) return null
  // Blanks and control characters are legal for the parser, which drops them, but not in the header of a redirect.
  return unsendable.test(url) ? new URL(url).href.replaceAll(new RegExp(unsendable, 'gu'), encodeURIComponent) : url
}

function complete(text: string): string | null {
  // `shop.example:8080/x` would parse as the scheme `shop.example:`.
  const hostAndPort = /^[^/:?#]+\.[^/:?#]+:\d+(?:[/?#]|$)/.test(text)
  if (!hostAndPort && URL.canParse(text)) return text
  if (!text.includes('.') || /\s/.test(text)) return null
  return URL.canParse(`https://${text}`) ? `https://${text}` : null
}

/** An http(s) address on a host that the public can reach: not localhost, no bare address, no host without a dot. */
export function isPublicHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
  return !isAddress && hostname.includes('.') && !/(^|\.)localhost\.?$/.test(hostname)
}

const pictureData = /^data:image\/(png|jpeg|jpg|gif|webp);base64,/

/** A picture that was sent along instead of an address. */
export const isPictureData = (text: string) => pictureData.test(text)

/** The preview's image: an address that visitors can load, or a picture sent along; null for anything else. */
export const imageOf = (text: string): string | null => (isPublicHttpUrl(text) || isPictureData(text) ? text : null)

/** Whether the address lies on one of the hosts or below one. */
export function isOnHost(url: string, hosts: readonly string[]): boolean {
  const { hostname } = new URL(url)
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** Cut to a length in characters, the three dots included; never through the middle of a character. */
export function cutText(text: string, longest: number): string {
  const characters = Array.from(text)
  return characters.length <= longest ? text : `${characters.slice(0, longest - 3).join('')}...`
}
