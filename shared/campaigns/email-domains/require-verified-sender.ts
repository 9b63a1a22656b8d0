import type { Scope } from '../../kernel/scope.js'
import { parseFromAddress } from '../content/from-address.js'
import { fromInvalid, fromNotVerified } from '../errors.js'
import { findEmailDomain } from './email-domain.queries.js'

interface WithSender {
  programId: string
  sender?: string | null
}

/** Throws unless the campaign is sent from the service's own address, or from a verified domain of its program. */
export async function requireVerifiedSender(scope: Pick<Scope, 'em'>, campaign: WithSender): Promise<void> {
  if (await hasVerifiedSender(scope, campaign)) return
  const from = parseFromAddress(campaign.sender ?? '')
  throw from ? fromNotVerified(from.domain) : fromInvalid()
}

/** Like `requireVerifiedSender`. A domain may lose its DNS record later. */
export async function hasVerifiedSender(scope: Pick<Scope, 'em'>, { programId, sender }: WithSender): Promise<boolean> {
  if (!sender) return true
  const from = parseFromAddress(sender)
  return from !== null && (await findEmailDomain(scope, programId, from.domain))?.status === 'verified'
}
