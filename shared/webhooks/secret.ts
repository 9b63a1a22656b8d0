/** Signing secrets, in the form that receivers' libraries know: `whsec_` and the key in base64. */
import { randomBytes } from 'node:crypto'
import type { Vault } from '../kernel/vault.js'
import type { Webhook } from './webhook.entity.js'

export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`

export const sealFor = (vault: Vault, webhookId: string, secret: string) => vault.seal(secret, `webhook ${webhookId}`)

/** Those that sign now, the present one first. */
export function secretsOf(
  vault: Vault,
  { id, sealedSecret, formerSecret, formerUntil }: Pick<Webhook, 'id' | 'sealedSecret' | 'formerSecret' | 'formerUntil'>,
  now: Date,
): string[] {
  const isFormerGood = formerSecret && formerUntil && formerUntil > now
  return [sealedSecret, ...(isFormerGood ? [formerSecret] : [])].map((sealed) => vault.open(sealed, `webhook ${id}`))
}
