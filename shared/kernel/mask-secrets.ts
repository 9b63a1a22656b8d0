/** Masks secrets in logs. Prefix and end stay readable so that users can identify a key. */

/** The token of a one-time link, and the signature of a file's address, of this service or of an S3-compatible store. */
const linkToken = /(?<=[?&](?:token|signature|X-Amz-Signature)=)[0-9A-Za-z_-]{20,}/g
/** An API key of this service anywhere in a text. */
const ownKey = /svc_(?:[a-z]+_)*[0-9A-Za-z_-]{16,}/g

export const hidden = '*****'
const shownEnd = 6

/** Keeps the prefix up to its last underscore and the last six characters; hides short texts completely. */
export function maskSecret(text: string): string {
  if (text.length < 3 * shownEnd) return hidden
  const prefix = /^(?:[A-Za-z]{1,16}_)+/.exec(text)?.[0] ?? ''
  return (text.length - prefix.length < 3 * shownEnd ? '' : prefix) + hidden + text.slice(-shownEnd)
}

/** The text with every API key, every token of a one-time link and every signature of an address in it masked. */
export const maskKeys = (text: string) => text.replaceAll(ownKey, maskSecret).replaceAll(linkToken, maskSecret)
