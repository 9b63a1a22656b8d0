import type { Scope } from '../../kernel/scope.js'
import { parseFromAddress } from '../content/from-address.js'
import { fromInvalid, fromNotVerified } from '../errors.js'
import { findEmailDomain } from './email-domain.queries.js'

interface WithSender {
  programId: string
  sender?: string | null
}

/** Throws unless the campaign is sent from the service's own address, or from a verified domain of its program. */
export async function requireVerifiedSender(scope: Pick<Scope, 'em'>, { programId, sender }: WithSender): Promise<void> {
  if (!sender) return
  const from = parseFromAddress(sender)
  if (!from) throw fromInvalid()
  const domain = await findEmailDomain(scope, programId, from.domain)
  if (domain?.status !== 'verified') throw fromNotVerified(from.domain)
}
