/** Signatures of deliveries: those of Standard Webhooks, with id and time, and beside them the plain one of the body alone. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

const signatureHeader = 'tributary-signature'

/** A secret as it signs: made once for many deliveries. */
export interface SigningKey {
  standard: KeyObject
  plain: KeyObject
}

export const signingKey = (secret: string): SigningKey => ({
  standard: createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')),
  plain: createSecretKey(Buffer.from(secret)),
})

const standard = ({ standard: key }: SigningKey, id: string, seconds: number, body: Buffer | string) =>
  `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`
const plain = ({ plain: key }: SigningKey, body: Buffer) => createHmac('sha256', key).update(body).digest('hex')

/** With several keys there is a signature of each; one that fits is enough. */
export function signedHeaders(keys: readonly SigningKey[], id: string, body: Buffer, now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys.map((key) => standard(key, id, seconds, body)).join(' '),
    [signatureHeader]: keys.map((key) => plain(key, body)).join(','),
  }
}

/** A delivery that is older or newer than this is somebody's repetition, or a clock is wrong. */
const tolerance = 300

export interface Received {
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Why a delivery is not to be believed, or null: what every receiver has to check. */
export function faultOf({ headers, body }: Received, secret: string, now: Date): string | null {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return 'a webhook- header is missing'
  if (!/^\d+$/.test(timestamp) || Math.abs(Number(timestamp) - now.getTime() / 1000) > tolerance) return 'its time is not now'
  const expected = Buffer.from(standard(signingKey(secret), id, Number(timestamp), body))
  const fits = signatures.split(' ').some((one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), expected))
  return fits ? null : 'no signature fits the secret'
}
