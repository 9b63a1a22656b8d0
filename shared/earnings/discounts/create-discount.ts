import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { requireProgramId } from '../../partners/index.js'
import { discountExists, groupNotFound } from '../errors.js'
import { provisionDiscountCodesJob } from '../jobs.js'
import { assignGroupTerms } from '../rewards/assign-group-terms.js'
import { lockGroup, setGroupTerm } from '../rewards/group-terms.queries.js'
import { type OpenDiscountGateway, requireDiscountGateway } from './discount-gateway.js'
import { Discount } from './discount.entity.js'
import { adoptDetachedCodes, partnersByDiscount } from './discount.queries.js'
import type { CreateDiscount, DiscountResponse } from './discount.schema.js'
import { presentDiscount } from './present-discount.js'

/**
 * Creates the discount of a group, of which it has at most one. At Stripe it creates the coupon of the codes, or uses the given one. With
 * `autoProvision`, a job creates codes for the default links of the group's partners.
 */
export async function createDiscount(
  scope: WorkspaceScope,
  { groupId, autoProvision, ...input }: CreateDiscount,
  openGateway: OpenDiscountGateway,
): Promise<DiscountResponse> {
  const programId = requireProgramId(scope)
  const gateway = await requireDiscountGateway(scope, input.provider, openGateway)
  const group = await lockGroup(scope, programId, groupId)
  if (!group) throw groupNotFound(groupId)
  if (group.discountId !== null) throw discountExists()
  const now = scope.now()
  const { amount, type, provider, maxDuration = null, description = null, couponTestId = null } = input
  const id = newId('disc_', now.getTime())
  const terms = { amount, type, maxDuration }
  const discount = scope.em.create(Discount, {
    id,
    programId,
    ...terms,
    provider,
    description,
    couponId: gateway ? await gateway.coupon({ discountId: id, terms, couponId: input.couponId ?? null }) : null,
    couponTestId,
    autoProvisionEnabledAt: autoProvision ? now : null,
    createdAt: now,
    updatedAt: now,
  })
  await scope.em.persistAndFlush(discount)
  await setGroupTerm(scope, groupId, 'discount', discount.id)
  await adoptDetachedCodes(scope, groupId, discount.id)
  await assignGroupTerms(scope, groupId)
  if (autoProvision) scope.wake(provisionDiscountCodesJob)
  return presentDiscount(discount, (await partnersByDiscount(scope, [discount.id])).get(discount.id) ?? 0)
}
