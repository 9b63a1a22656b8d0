/** Delivery signatures: the Standard Webhooks signature over id, time and body, and a plain HMAC of the body. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

const signatureHeader = 'tributary-signature'

/** Key objects of a secret, created once and reused for many deliveries. */
export interface SigningKey {
  signStandard: KeyObject
  plain: KeyObject
  /** The secret as the user name of HTTP Basic authorization. */
  basic: string
}

export const signingKey = (secret: string): SigningKey => ({
  signStandard: createSecretKey(Buffer.from(secret.replace(/^(whsec|pbsec)_/, ''), 'base64')),
  plain: createSecretKey(Buffer.from(secret)),
  basic: `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
})

const standard = ({ signStandard: key }: SigningKey, id: string, seconds: number, body: Buffer | string) =>
  `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`
const plain = ({ plain: key }: SigningKey, body: Buffer) => createHmac('sha256', key).update(body).digest('hex')

/** Signs with every key; receivers accept a delivery if any signature matches. */
export function signedHeaders(keys: readonly SigningKey[], id: string, body: Buffer, now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys.map((key) => standard(key, id, seconds, body)).join(' '),
    [signatureHeader]: keys.map((key) => plain(key, body)).join(','),
  }
}

/** Deliveries outside this window are rejected as replays. */
const toleranceSeconds = 300

export interface ReceivedDelivery {
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Why a delivery fails verification, or null. This is the check that every receiver has to implement. */
export function verificationError({ headers, body }: ReceivedDelivery, secret: string, now: Date): string | null {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return 'a webhook- header is missing'
  if (!/^\d+$/.test(timestamp) || Math.abs(Number(timestamp) - now.getTime() / 1000) > toleranceSeconds)
    return 'the timestamp is outside the tolerance'
  const expected = Buffer.from(standard(signingKey(secret), id, Number(timestamp), body))
  const isValid = signatures.split(' ').some((one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), expected))
  return isValid ? null : 'no signature matches the secret'
}
