/** Signing secrets in the Standard Webhooks format: `whsec_` and the base64 key. */
import { randomBytes } from 'node:crypto'
import type { Vault } from '../kernel/vault.js'
import type { Webhook } from './webhook.entity.js'

/** `whsec_` for a workspace, `pbsec_` for a partner. */
export const newSecret = (prefix: 'whsec_' | 'pbsec_' = 'whsec_') => `${prefix}${randomBytes(24).toString('base64')}`

export const sealFor = (vault: Vault, webhookId: string, secret: string) => vault.seal(secret, `webhook ${webhookId}`)

/** The secrets that sign at `now`, the current one first. */
export function secretsOf(
  vault: Vault,
  { id, sealedSecret, formerSecret, formerUntil }: Pick<Webhook, 'id' | 'sealedSecret' | 'formerSecret' | 'formerUntil'>,
  now: Date,
): string[] {
  const isFormerValid = formerSecret && formerUntil && formerUntil > now
  return [sealedSecret, ...(isFormerValid ? [formerSecret] : [])].map((sealed) => vault.open(sealed, `webhook ${id}`))
}
