import type { InWorkspace } from '../../accounts/index.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'
import { announceEndedCodes } from './announce-ended-codes.js'
import { activeCodesOfPartner, disableDiscountCodes } from './discount-code.queries.js'

/** Disables the codes of the partner. They stay, so that no other partner can take them; detached ones lose their discount too. */
export async function disableCodesOfPartner(
  scope: InWorkspace,
  partner: PartnerRef,
  { isDetached }: { isDetached: boolean },
): Promise<void> {
  const codes = await activeCodesOfPartner(scope, partner)
  await disableDiscountCodes(scope, partner, isDetached)
  await announceEndedCodes(scope, codes)
}
