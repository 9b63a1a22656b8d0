/** Signature schemes of providers, built from a few parameters. All comparisons take constant time. */
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { equalsInConstantTime } from '../../kernel/hash.js'
import { minutes } from '../../kernel/time.js'
import type { Headers, SignatureReader } from './signature-readers.js'

export interface SignedRequest {
  method: string
  /** The URLs under which the provider may call the endpoint; some schemes sign the URL. */
  urls: readonly string[]
  headers: Headers
  body: Buffer
}

export interface SignatureScheme {
  /** Whether the request has the scheme's headers. */
  applies(headers: Headers): boolean
  verify(request: SignedRequest, secret: string, now: Date): boolean
}

interface SchemeOptions {
  read: SignatureReader
  /** Template of the signed message: `{body}`, `{ts}`, `{id}`, `{method}`, `{url}`, `{secret}`. */
  signed: string
  encoding: 'hex' | 'base64'
  check(secret: string, message: Buffer, signature: Buffer): boolean
  /** Unit of the timestamp; undefined when the scheme has none. */
  time?: 'seconds' | 'milliseconds'
  /** Maximum age of a timestamp, and maximum offset into the future. */
  toleranceMs?: number
}

/** The default of the providers' official libraries. */
const defaultToleranceMs = minutes(5)

/** More than any provider sends during a rotation; every signature costs an HMAC over the whole body. */
const maxSignatures = 8

export function signatureScheme({ read, signed, encoding, check, time, toleranceMs = defaultToleranceMs }: SchemeOptions): SignatureScheme {
  const isTimely = (timestamp: string | undefined, now: Date) => {
    if (!time) return true
    if (!/^\d{1,15}$/.test(timestamp ?? '')) return false
    const at = Number(timestamp) * (time === 'seconds' ? 1000 : 1)
    return Math.abs(now.getTime() - at) <= toleranceMs
  }
  return {
    applies: (headers) => read(headers) !== null,
    verify(request, secret, now) {
      const found = read(request.headers)
      if (!found || secret === '' || !isTimely(found.timestamp, now) || (signed.includes('{id}') && !found.id)) return false
      const urls = signed.includes('{url}') ? request.urls : ['']
      const messages = urls.map((url) =>
        buildMessage(signed, request.body, { ts: found.timestamp, id: found.id, method: request.method, url, secret }),
      )
      const signatures = found.signatures.slice(0, maxSignatures).flatMap((text) => decode(text, encoding) ?? [])
      // All are compared, so that the timing does not reveal which one matches.
      return signatures.flatMap((one) => messages.map((message) => check(secret, message, one))).includes(true)
    },
  }
}

/** Inserts the body as bytes, because it may not be valid text. */
function buildMessage(template: string, body: Buffer, values: Record<string, string | undefined>): Buffer {
  const fill = (part = '') => Buffer.from(part.replaceAll(/\{(ts|id|method|url|secret)\}/g, (_, name: string) => values[name] ?? ''))
  const [before, after] = template.split('{body}')
  return Buffer.concat([fill(before), body, fill(after)])
}

/** Null for invalid encoding. Accepts upper and lower case hex. */
function decode(text: string, encoding: 'hex' | 'base64'): Buffer | null {
  if (encoding === 'hex') return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
}

const isSameSignature = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

export const hmac =
  (algorithm: 'sha256' | 'sha1', keyOf: (secret: string) => Buffer | string = (secret) => secret) =>
  (secret: string, message: Buffer, signature: Buffer) => {
    const key = keyOf(secret)
    // Everyone can sign with an empty key.
    return key.length > 0 && isSameSignature(createHmac(algorithm, key).update(message).digest(), signature)
  }

/** For schemes whose message contains the secret. */
export const hash = (algorithm: 'sha256') => (_secret: string, message: Buffer, signature: Buffer) =>
  isSameSignature(createHash(algorithm).update(message).digest(), signature)

/** DER prefix of an Ed25519 public key; the 32 key bytes follow. */
const ed25519SpkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export function ed25519(secret: string, message: Buffer, signature: Buffer): boolean {
  const key = Buffer.from(secret, 'base64')
  if (key.length !== 32 || signature.length !== 64) return false
  return verify(null, message, createPublicKey({ key: Buffer.concat([ed25519SpkiPrefix, key]), format: 'der', type: 'spki' }), signature)
}

/** HTTP Basic authentication instead of a signature. The secret is `name:password`. */
export const basicAuthorization: SignatureScheme = {
  applies: ({ authorization }) => authorization !== undefined,
  verify({ headers }, secret) {
    const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(String(headers.authorization ?? ''))?.[1]
    if (encoded === undefined || secret === '') return false
    return equalsInConstantTime(Buffer.from(encoded, 'base64'), secret)
  },
}
