import { type InWorkspace, membersToNotify, sendEmailJob, type WorkspaceScope } from '../../accounts/index.js'
import { requireProgram, requireProgramId } from '../../partners/index.js'
import { couponsOnlyAtStripe, discountNotFound } from '../errors.js'
import { provisionDiscountCodesJob } from '../jobs.js'
import { assignGroupTerms } from '../rewards/assign-group-terms.js'
import { clearGroupTerm } from '../rewards/group-terms.queries.js'
import { announceEndedCodes } from './announce-ended-codes.js'
import { announcedCodesOfDiscount, deleteDiscountCodes } from './discount-code.queries.js'
import { Discount } from './discount.entity.js'
import { discountIdsOfCoupon, partnersByDiscount } from './discount.queries.js'
import type { DiscountResponse, UpdateDiscount } from './discount.schema.js'
import { presentDiscount } from './present-discount.js'
import { clearDeletedCodes } from './provision-discount-codes.queries.js'

export async function requireDiscount(scope: WorkspaceScope, id: string): Promise<Discount> {
  const discount = await scope.em.findOne(Discount, { id, programId: requireProgramId(scope) })
  if (!discount) throw discountNotFound(id)
  return discount
}

async function presentDiscounts(scope: WorkspaceScope, discounts: readonly Discount[]): Promise<DiscountResponse[]> {
  const counts = await partnersByDiscount(
    scope,
    discounts.map(({ id }) => id),
  )
  return discounts.map((discount) => presentDiscount(discount, counts.get(discount.id) ?? 0))
}

/** Newest first. */
export const listDiscounts = (scope: WorkspaceScope): Promise<DiscountResponse[]> => discountsOf(scope, requireProgramId(scope))

export const listDiscountsOfProgram = async (scope: WorkspaceScope, programId: string): Promise<DiscountResponse[]> =>
  discountsOf(scope, (await requireProgram(scope, programId)).id)

const discountsOf = async (scope: WorkspaceScope, programId: string) =>
  presentDiscounts(scope, await scope.em.find(Discount, { programId }, { orderBy: { id: 'desc' } }))

export async function getDiscount(scope: WorkspaceScope, id: string): Promise<DiscountResponse> {
  const [presented] = await presentDiscounts(scope, [await requireDiscount(scope, id)])
  return presented as DiscountResponse
}

/**
 * Amount, type and duration stay: customers were promised them. Switching `autoProvision` on creates codes also for links whose code was
 * deleted.
 */
export async function updateDiscount(
  scope: WorkspaceScope,
  id: string,
  { description, couponTestId, autoProvision }: UpdateDiscount,
): Promise<DiscountResponse> {
  const discount = await requireDiscount(scope, id)
  if (couponTestId && discount.provider !== 'stripe') throw couponsOnlyAtStripe()
  if (description !== undefined) discount.description = description
  if (couponTestId !== undefined) discount.couponTestId = couponTestId
  if (autoProvision && !discount.autoProvisionEnabledAt) await clearDeletedCodes(scope, id)
  if (autoProvision !== undefined) discount.autoProvisionEnabledAt = autoProvision ? (discount.autoProvisionEnabledAt ?? scope.now()) : null
  if (autoProvision) scope.wake(provisionDiscountCodesJob)
  discount.updatedAt = scope.now()
  await scope.em.flush()
  return getDiscount(scope, id)
}

/** Deletes the discount with its codes, and removes it from its group and partners. */
export async function deleteDiscount(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  await removeDiscount(scope, await requireDiscount(scope, id))
  return { id }
}

async function removeDiscount(scope: InWorkspace, discount: Discount): Promise<void> {
  const { id, programId } = discount
  await announceEndedCodes(scope, await announcedCodesOfDiscount(scope, id))
  await deleteDiscountCodes(scope, 'discount_id', id)
  const groupId = await clearGroupTerm(scope, programId, 'discount', id)
  if (groupId) await assignGroupTerms(scope, groupId)
  await scope.em.removeAndFlush(discount)
}

/**
 * Deletes the discounts of a Stripe coupon that no longer exists in all programs of the workspace, and emails the owners. Returns how many
 * there were.
 */
export async function deleteDiscountsOfCoupon(scope: InWorkspace, couponId: string): Promise<number> {
  const { id: workspaceId } = scope.workspace
  const discounts = await scope.em.find(Discount, { id: { $in: await discountIdsOfCoupon(scope, couponId) } })
  for (const discount of discounts) await removeDiscount(scope, discount)
  if (discounts.length > 0)
    for (const to of await membersToNotify(scope, workspaceId, { roles: ['owner'] }))
      scope.enqueue(sendEmailJob, {
        to,
        subject: 'A discount was deleted because its coupon was',
        text: `The coupon ${couponId} was deleted in Stripe. The discount that used it, and the discount codes of partners, are deleted too.`,
      })
  return discounts.length
}
