/** Rules for link keys, the part of a short link after the domain. Pure: whether a key is taken is checked elsewhere. */
import punycode from 'punycode/punycode.js'
import { randomText } from '../kernel/ids.js'
import { reservedWords, wellKnownFiles } from './reserved-keys.js'

/** The key of the bare domain. */
export const rootKey = '_root'

/** Properties of a domain that the rules depend on. */
export interface KeyDomain {
  /** Whether the domain belongs to the service and is shared by all workspaces. */
  shared: boolean
  /** Whether keys that differ only in case are different links. */
  caseSensitive: boolean
}

/**
 * Returns the stored and displayed form of a key: without leading and trailing slashes, in ASCII (punycode). On shared domains accents are
 * removed first, so that keys cannot imitate those of other workspaces.
 */
export function normaliseKey(text: string, domain: Pick<KeyDomain, 'shared'>): string {
  return encode(canonicalText(text, domain))
}

/** Longer than every stored key: in punycode, the 190 characters of a key take less than a thousand. */
const maxStoredKeyLength = 1500

/** Whether no link can have this lookup key. */
export const isTooLong = (lookupKey: string) => lookupKey.length > maxStoredKeyLength

/**
 * Returns the form in which keys are compared and are unique on their domain. Accepts stored keys and keys typed by visitors. Those that no
 * link can have are returned as they are, because the time that punycode takes grows with the square of the length.
 */
export function lookupKeyOf(text: string, domain: KeyDomain): string {
  if (isTooLong(text)) return text
  if (plainKey.test(text)) return domain.caseSensitive ? text : text.toLowerCase()
  if (domain.caseSensitive) return encode(canonicalText(text, domain))
  // Lower-cased before and after decoding: both the punycode and the decoded text may contain capitals.
  return encode(canonicalText(text.toLowerCase(), domain).toLowerCase().normalize('NFC'))
}

/** Returns the key requested by a path, as input for `lookupKeyOf`. Malformed escapes and that of NUL are left unchanged. */
export function keyOfPath(path: string): string {
  const key = path.startsWith('/') ? path.slice(1) : path
  if (plainKey.test(key)) return key
  const decoded = withoutOuterSlashes(decodeEscapes(path))
  return decoded === '' ? rootKey : decoded
}

/** Not by a regular expression, whose time grows with the square of the number of slashes in between. */
function withoutOuterSlashes(text: string): string {
  let [start, end] = [0, text.length]
  while (text[start] === '/') start++
  while (end > start && text[end - 1] === '/') end--
  return text.slice(start, end)
}

function canonicalText(text: string, { shared }: Pick<KeyDomain, 'shared'>): string {
  const key = readableKey(withoutOuterSlashes(text)).normalize('NFC')
  // Only Latin, Greek and Cyrillic accents: combining marks of other scripts are part of the spelling.
  return shared
    ? key
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
    : key
}

// Matches almost all requested keys: nothing but their case needs to be normalised.
const plainKey = /^(?!xn--)[0-9a-z_-]+$/i

// Each segment between slashes and dots is encoded on its own, so that paths and extensions stay readable.
const mapSegments = (key: string, transform: (segment: string) => string) => key.replace(/[^./]+/g, transform)

const nonAscii = /[^\0-\x7f]/
const encode = (key: string) => mapSegments(key, encodeSegment)
const encodeSegment = (segment: string) => (nonAscii.test(segment) ? `xn--${punycode.encode(segment)}` : segment)
/** A stored key as people read it, without punycode. */
export const readableKey = (key: string) => mapSegments(key, decodeSegment)

function decodeSegment(segment: string): string {
  if (!segment.startsWith('xn--')) return segment
  try {
    const text = punycode.decode(segment.slice(4))
    return encodeSegment(text) === segment ? text : segment
  } catch {
    return segment // `xn--` without valid punycode is an ordinary key
  }
}

function decodeEscapes(path: string): string {
  try {
    const text = decodeURIComponent(path)
    return text.includes('\0') ? path : text // no key contains a NUL character, and PostgreSQL texts cannot contain one
  } catch {
    return path
  }
}

// Letters, digits, `_ - / .` and all non-ASCII characters except unpaired surrogates.
const keyPattern = /^[0-9A-Za-z_\-/.\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]+$/u

/** Whether the text has the form of a key. */
export function isValidKey(text: string): boolean {
  if (text === rootKey) return true
  const key = withoutOuterSlashes(text)
  if (!keyPattern.test(key) || key.startsWith('_') || key.startsWith('.well-known') || /\.php7?$/i.test(key)) return false
  // Browsers resolve these segments before sending the request, so such a link could never be reached.
  return !key.split('/').some((segment) => segment === '.' || segment === '..')
}

/** Whether the key is the name of a well-known file, which is reserved on every domain. */
export const isWellKnownFile = (lookupKey: string) => wellKnownFiles.has(lookupKey.toLowerCase())

/** Whether the API answers requests of the key, which it does below `/api` on every domain. */
export const isApiPath = (lookupKey: string) => /^api(\/|$)/i.test(lookupKey)

/** Whether the key, or its first segment, is reserved on shared domains: the API answers requests below these words. */
export function isReservedWord(lookupKey: string, additionalWords: readonly string[] = []): boolean {
  const [firstSegment = ''] = lookupKey.toLowerCase().split('/')
  return reservedWords.has(firstSegment) || additionalWords.includes(firstSegment) || additionalWords.includes(lookupKey.toLowerCase())
}

/** Returns a random key: `length` characters of `[0-9A-Za-z]`, below the prefix if one is given. */
export function randomKey(length: number, prefix = ''): string {
  const folder = prefix.replace(/^\/|\/$/g, '')
  return folder === '' ? randomText(length) : `${folder}/${randomText(length)}`
}
