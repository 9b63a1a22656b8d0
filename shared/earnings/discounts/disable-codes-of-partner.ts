import type { InWorkspace } from '../../accounts/index.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'
import { announceEndedCodes } from './announce-ended-codes.js'
import { activeCodesOfPartner, deleteCodesOf, disableDiscountCodes } from './discount-code.queries.js'

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

/** Deletes the codes of a partner who left the program. */
export async function deleteCodesOfPartner(scope: InWorkspace, partner: PartnerRef): Promise<void> {
  const codes = await activeCodesOfPartner(scope, partner)
  await deleteCodesOf(scope, partner)
  await announceEndedCodes(scope, codes)
}
