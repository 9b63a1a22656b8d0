import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { requireEnrolledPartner } from '../enrolments.queries.js'
import { requireDiscount } from './change-discount.js'
import { discountCodesMatching } from './discount-code.queries.js'
import type { DiscountCodeResponse, GetDiscountCodes } from './discount-code.schema.js'

/** Discount codes of the program, newest first, including disabled ones. */
export async function listDiscountCodes(scope: WorkspaceScope, query: GetDiscountCodes): Promise<DiscountCodeResponse[]> {
  const programId = requireProgramId(scope)
  if (query.partnerId !== undefined) await requireEnrolledPartner(scope, programId, query.partnerId)
  if (query.discountId !== undefined) await requireDiscount(scope, query.discountId)
  return discountCodesMatching(scope, programId, query)
}
