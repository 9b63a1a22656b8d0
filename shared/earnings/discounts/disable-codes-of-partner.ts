import { type InWorkspace, publishWebhookEvent } from '../../accounts/index.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'
import { activeCodesOfPartner, disableDiscountCodes } from './discount-code.queries.js'

/** Disables the codes of the partner. They stay, so that nobody else can take them; detached ones lose their discount too. */
export async function disableCodesOfPartner(
  scope: InWorkspace,
  partner: PartnerRef,
  { isDetached }: { isDetached: boolean },
): Promise<void> {
  const codes = await activeCodesOfPartner(scope, partner)
  await disableDiscountCodes(scope, partner, isDetached)
  if (codes.length > 0) await publishWebhookEvent(scope, 'discount_code.deleted', async () => codes)
}
