import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { forkScope, inTransaction } from '../../kernel/scope.js'
import { requireProgramId } from '../../partners/index.js'
import { discountExists, groupNotFound } from '../errors.js'
import { provisionDiscountCodesJob } from '../jobs.js'
import { assignGroupTerms } from '../rewards/assign-group-terms.js'
import { findGroupTerms, lockGroup, setGroupTerm } from '../rewards/group-terms.queries.js'
import { type OpenDiscountGateway, requireDiscountGateway } from './discount-gateway.js'
import { Discount } from './discount.entity.js'
import { adoptDetachedCodes, partnersByDiscount } from './discount.queries.js'
import type { CreateDiscount, DiscountResponse } from './discount.schema.js'
import { presentDiscount } from './present-discount.js'
import { reserveCoupon, takeReservation } from './reservation.queries.js'

/** A request whose coupon exists at the provider. */
export interface PreparedDiscount extends CreateDiscount {
  id?: string
}

/**
 * Checks the request, and creates the coupon of a Stripe discount or checks the given one. Requires that no transaction is open. A coupon
 * whose discount is not created afterwards is deleted by a job.
 */
export async function prepareDiscount(
  scope: WorkspaceScope,
  input: CreateDiscount,
  openGateway: OpenDiscountGateway,
): Promise<PreparedDiscount> {
  const programId = requireProgramId(scope)
  if (input.provider === 'custom') return input
  const gateway = await requireDiscountGateway(scope, input.provider, openGateway)
  requireFreeGroup(await findGroupTerms(scope, programId, input.groupId), input.groupId)
  const { amount, type, maxDuration = null, couponId = null } = input
  const id = newId('disc_', scope.now().getTime())
  const fork = forkScope(scope)
  if (couponId === null) await inTransaction(fork, () => reserveCoupon(fork, programId, id))
  return { ...input, id, couponId: await gateway.coupon({ discountId: id, terms: { amount, type, maxDuration }, couponId }) }
}

function requireFreeGroup(group: { discountId: string | null } | null, groupId: string): void {
  if (!group) throw groupNotFound(groupId)
  if (group.discountId !== null) throw discountExists()
}

/** Creates the discount of a group, of which it has at most one. With `autoProvision`, a job creates codes for its partners. */
export async function createDiscount(
  scope: WorkspaceScope,
  { id: reserved, groupId, autoProvision, ...input }: PreparedDiscount,
): Promise<DiscountResponse> {
  const programId = requireProgramId(scope)
  requireFreeGroup(await lockGroup(scope, programId, groupId), groupId)
  const now = scope.now()
  const { amount, type, provider, maxDuration = null, description = null, couponId = null, couponTestId = null } = input
  const id = reserved ?? newId('disc_', now.getTime())
  if (reserved) await takeReservation(scope, reserved)
  const discount = scope.em.create(Discount, {
    ...{ id, programId, amount, type, maxDuration, provider, description, couponId, couponTestId },
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
