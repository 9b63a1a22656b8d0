/** The signature of Stripe's webhooks: `t=<seconds>,v1=<HMAC-SHA-256 of "seconds.body">`, several `v1` while a secret is rotated. */
import { createHmac } from 'node:crypto'
import { equalsInConstantTime } from '../../kernel/hash.js'
import { minutes } from '../../kernel/time.js'
import type { ProviderWebhook } from './provider.js'

const toleranceMs = minutes(5)
const maxSignatures = 8

export function isSignedByStripe(secret: string | null, { headers, body }: ProviderWebhook, now: Date): boolean {
  const header = headers['stripe-signature']
  if (secret === null || typeof header !== 'string') return false
  const values = (name: string) =>
    header.split(',').flatMap((part) => (part.trim().startsWith(`${name}=`) ? [part.trim().slice(name.length + 1)] : []))
  const [time = ''] = values('t')
  if (!/^\d{1,15}$/.test(time) || Math.abs(now.getTime() - Number(time) * 1000) > toleranceMs) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return values('v1')
    .slice(0, maxSignatures)
    .some((signature) => equalsInConstantTime(signature, expected))
}
