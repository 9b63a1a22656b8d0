/** How providers prove that a request is theirs. A scheme is made from a few parameters; comparing takes the same time whatever is wrong. */
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { minutes } from '../../kernel/time.js'
import type { Headers, Reading } from './readings.js'

/** A request as it came. */
export interface SignedRequest {
  method: string
  /** Under which addresses the provider may know this place; some sign the address. */
  urls: readonly string[]
  headers: Headers
  body: Buffer
}

export interface Scheme {
  /** Whether the request carries what the scheme looks at. */
  applies(headers: Headers): boolean
  isGenuine(request: SignedRequest, secret: string, now: Date): boolean
}

interface Signing {
  read: Reading
  /** What is signed: `{body}`, and around it `{ts}`, `{id}`, `{method}`, `{url}`, `{secret}`. */
  signed: string
  encoding: 'hex' | 'base64'
  check(secret: string, message: Buffer, signature: Buffer): boolean
  /** In which unit the time is given. Without it, the scheme knows no time. */
  time?: 'seconds' | 'milliseconds'
  /** How old, and how far ahead, a time may be. */
  tolerance?: number
}

/** What official libraries allow, unless a provider says otherwise. */
const usualTolerance = minutes(5)

/** Nobody sends more while a secret changes; each costs a look at the whole body. */
const mostSignatures = 8

export function signature({ read, signed, encoding, check, time, tolerance = usualTolerance }: Signing): Scheme {
  const isTimely = (timestamp: string | undefined, now: Date) => {
    if (!time) return true
    if (!/^\d{1,15}$/.test(timestamp ?? '')) return false
    const at = Number(timestamp) * (time === 'seconds' ? 1000 : 1)
    return Math.abs(now.getTime() - at) <= tolerance
  }
  return {
    applies: (headers) => read(headers) !== null,
    isGenuine(request, secret, now) {
      const found = read(request.headers)
      if (!found || secret === '' || !isTimely(found.timestamp, now) || (signed.includes('{id}') && !found.id)) return false
      const urls = signed.includes('{url}') ? request.urls : ['']
      const messages = urls.map((url) =>
        messageOf(signed, request.body, { ts: found.timestamp, id: found.id, method: request.method, url, secret }),
      )
      const given = found.signatures.slice(0, mostSignatures).flatMap((text) => decoded(text, encoding) ?? [])
      // All are compared, so that the time tells nothing of which one fits.
      return given.flatMap((one) => messages.map((message) => check(secret, message, one))).includes(true)
    },
  }
}

/** The body stands in it byte by byte, whatever it is. */
function messageOf(template: string, body: Buffer, values: Record<string, string | undefined>): Buffer {
  const fill = (part = '') => Buffer.from(part.replaceAll(/\{(ts|id|method|url|secret)\}/g, (_, name: string) => values[name] ?? ''))
  const [before, after] = template.split('{body}')
  return Buffer.concat([fill(before), body, fill(after)])
}

/** Hex in either case. Null for what is not of the encoding at all. */
function decoded(text: string, encoding: 'hex' | 'base64'): Buffer | null {
  if (encoding === 'hex') return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
}

const same = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

export const hmac =
  (algorithm: 'sha256' | 'sha1', keyOf: (secret: string) => Buffer | string = (secret) => secret) =>
  (secret: string, message: Buffer, given: Buffer) =>
    same(createHmac(algorithm, keyOf(secret)).update(message).digest(), given)

/** For schemes whose message holds the secret. */
export const hash = (algorithm: 'sha256') => (_secret: string, message: Buffer, given: Buffer) =>
  same(createHash(algorithm).update(message).digest(), given)

/** The 32 bytes of a public key, as they stand behind this beginning in the key's usual encoding. */
const ed25519Head = Buffer.from('302a300506032b6570032100', 'hex')

export function ed25519(secret: string, message: Buffer, given: Buffer): boolean {
  const key = Buffer.from(secret, 'base64')
  if (key.length !== 32 || given.length !== 64) return false
  return verify(null, message, createPublicKey({ key: Buffer.concat([ed25519Head, key]), format: 'der', type: 'spki' }), given)
}

/** No signature, but a name and a password that nobody else knows: the secret is `name:password`. */
export const basicAuthorization: Scheme = {
  applies: ({ authorization }) => authorization !== undefined,
  isGenuine({ headers }, secret) {
    const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(String(headers.authorization ?? ''))?.[1]
    if (encoded === undefined || secret === '') return false
    const digest = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
    return same(digest(Buffer.from(encoded, 'base64')), digest(secret))
  },
}
