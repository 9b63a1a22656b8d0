/** Rules for the key of a link, the part after the domain. Pure: what is taken is asked elsewhere. */
import punycode from 'punycode/punycode.js'
import { randomText } from '../kernel/ids.js'
import { reservedWords, wellKnownFiles } from './reserved-keys.js'

/** The key of the bare domain. */
export const rootKey = '_root'

/** What the rules ask about a domain. */
export interface KeyDomain {
  /** The service's own domain, shared by all workspaces. */
  shared: boolean
  /** Keys that differ in case only are different links. */
  caseSensitive: boolean
}

/**
 * The form in which a key is stored and shown: without slashes at its ends, in ASCII (punycode). On shared domains accents go first, so
 * that nobody can take a key that reads like another's.
 */
export function normaliseKey(text: string, domain: Pick<KeyDomain, 'shared'>): string {
  return encode(plain(text, domain))
}

/** The form in which keys are compared, and unique on their domain. Accepts a stored key as well as one that a visitor typed. */
export function lookupKeyOf(text: string, domain: KeyDomain): string {
  if (plainKey.test(text)) return domain.caseSensitive ? text : text.toLowerCase()
  if (domain.caseSensitive) return encode(plain(text, domain))
  // Folded on both sides of the decoding: the punycode may be written in capitals, and so may what it stands for.
  return encode(plain(text.toLowerCase(), domain).toLowerCase().normalize('NFC'))
}

/** The key that a request's path asks for, for `lookupKeyOf`. Broken escapes, and that of NUL, are left as they are. */
export function keyOfPath(path: string): string {
  const key = decodeEscapes(path).replace(/^\/+|\/+$/g, '')
  return key === '' ? rootKey : key
}

function plain(text: string, { shared }: Pick<KeyDomain, 'shared'>): string {
  const key = decode(text.replace(/^\/+|\/+$/g, '')).normalize('NFC')
  // Only the Latin, Greek and Cyrillic accents: the marks of other scripts are letters of their words.
  return shared
    ? key
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
    : key
}

// Nearly every key that visitors ask for: nothing in it could be folded, decoded or encoded but its case.
const plainKey = /^(?!xn--)[0-9a-z_-]+$/i

// Each piece between slashes and dots is encoded for itself, so that an address still shows its folders.
const eachPiece = (key: string, change: (piece: string) => string) => key.replace(/[^./]+/g, change)

const beyondAscii = /[^\0-\x7f]/
const encode = (key: string) => eachPiece(key, encodePiece)
const encodePiece = (piece: string) => (beyondAscii.test(piece) ? `xn--${punycode.encode(piece)}` : piece)
const decode = (key: string) => eachPiece(key, decodePiece)

function decodePiece(piece: string): string {
  if (!piece.startsWith('xn--')) return piece
  try {
    const text = punycode.decode(piece.slice(4))
    return encodePiece(text) === piece ? text : piece
  } catch {
    return piece // `xn--` followed by what is no punycode is a plain key
  }
}

function decodeEscapes(path: string): string {
  try {
    const text = decodeURIComponent(path)
    return text.includes('\0') ? path : text // no key holds a NUL character, and the database cannot be asked for one
  } catch {
    return path
  }
}

// Letters, digits, `_ - / .` and whatever lies beyond ASCII, except half a surrogate pair.
const shape = /^[0-9A-Za-z_\-/.\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]+$/u

/** Whether the text may be a key at all. */
export function isKeyShaped(text: string): boolean {
  if (text === rootKey) return true
  const key = text.replace(/^\/+|\/+$/g, '')
  if (!shape.test(key) || key.startsWith('_') || key.startsWith('.well-known') || /\.php7?$/i.test(key)) return false
  // A browser resolves these segments away before it asks, so such a link could never be followed.
  return !key.split('/').some((segment) => segment === '.' || segment === '..')
}

/** Keys of well-known files, which no domain gives away. */
export const isWellKnownFile = (lookupKey: string) => wellKnownFiles.has(lookupKey.toLowerCase())

/** Words of the service, which its own domains keep; what lies below such a word is kept too, as the API answers there. */
export function isReservedWord(lookupKey: string, more: readonly string[] = []): boolean {
  const [first = ''] = lookupKey.toLowerCase().split('/')
  return reservedWords.has(first) || more.includes(first) || more.includes(lookupKey.toLowerCase())
}

/** A key by chance: `length` characters of `[0-9A-Za-z]`, below the prefix where one is given. */
export function randomKey(length: number, prefix = ''): string {
  const folder = prefix.replace(/^\/|\/$/g, '')
  return folder === '' ? randomText(length) : `${folder}/${randomText(length)}`
}
