/** Signatures of deliveries: those of Standard Webhooks, with id and time, and beside them the plain one of the body alone. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const signatureHeader = 'tributary-signature'

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
const standard = (secret: string, id: string, seconds: number, body: string) => `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`
const plain = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')

/** With several secrets there is a signature of each; one that fits is enough. */
export function signedHeaders(secrets: readonly string[], id: string, body: string, now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => standard(secret, id, seconds, body)).join(' '),
    [signatureHeader]: secrets.map((secret) => plain(secret, body)).join(','),
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
  const expected = Buffer.from(standard(secret, id, Number(timestamp), body))
  const fits = signatures.split(' ').some((one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), expected))
  return fits ? null : 'no signature fits the secret'
}
