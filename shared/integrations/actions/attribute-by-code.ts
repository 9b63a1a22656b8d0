import type { InWorkspace } from '../../accounts/index.js'
import type { Customer } from '../../customers/index.js'
import { findLinkOfDiscountCode } from '../../earnings/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { newClickId } from '../../kernel/ids.js'
import { recordManualConversion } from '../../tracking/index.js'
import type { SaleAction } from './action.js'
import type { ActionSource } from './apply-action.js'
import { lockSale } from './sale.queries.js'

/**
 * Makes the customer one of the partner whose discount code they used: a click and a lead by the link of the code are recorded right before
 * the sale. Returns false, and records nothing, if no partner has such a code, its link no longer accepts conversions, or the sale is
 * already counted.
 */
export async function attributeByCode(
  scope: InWorkspace,
  { discountCodes = [], country, invoiceId }: SaleAction,
  { provider, receivedAt }: ActionSource,
  customer: Pick<Customer, 'externalId' | 'name' | 'email'>,
): Promise<boolean> {
  const linkId = discountCodes.length > 0 ? await findLinkOfDiscountCode(scope, discountCodes) : null
  if (!linkId) return false
  // A repeated event of a sale that is counted: its customer may have been deleted since, or the code be that of another partner by now.
  if ((await lockSale(scope, provider, [invoiceId]))?.attributed) return false
  try {
    await recordManualConversion(scope, {
      customer: { ...customer, avatar: null, country: country ?? null },
      linkId,
      clickId: newClickId(receivedAt.getTime()),
      leadName: provider === 'shopify' ? 'Checkout with discount code' : 'Attributed via discount code',
      leadAt: receivedAt,
      sales: [],
    })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return false
    throw error
  }
}
