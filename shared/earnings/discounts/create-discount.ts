import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { requireProgramId } from '../../partners/index.js'
import { discountExists, discountProviderMissing, groupNotFound } from '../errors.js'
import { assignGroupTerms } from '../rewards/assign-group-terms.js'
import { lockGroup, setGroupTerm } from '../rewards/group-terms.queries.js'
import { Discount } from './discount.entity.js'
import { adoptDetachedCodes, partnersByDiscount } from './discount.queries.js'
import type { CreateDiscount, DiscountResponse } from './discount.schema.js'
import { presentDiscount } from './present-discount.js'

/** Creates the discount of a group, of which it has at most one. Only discounts that the workspace applies itself are supported. */
export async function createDiscount(scope: WorkspaceScope, { groupId, ...input }: CreateDiscount): Promise<DiscountResponse> {
  const programId = requireProgramId(scope)
  if (input.provider !== 'custom') throw discountProviderMissing(input.provider)
  const group = await lockGroup(scope, programId, groupId)
  if (!group) throw groupNotFound(groupId)
  if (group.discountId !== null) throw discountExists()
  const now = scope.now()
  const { amount, type, provider, maxDuration = null, description = null } = input
  const discount = scope.em.create(Discount, {
    id: newId('disc_', now.getTime()),
    programId,
    amount,
    type,
    provider,
    maxDuration,
    description,
    createdAt: now,
    updatedAt: now,
  })
  await scope.em.persistAndFlush(discount)
  await setGroupTerm(scope, groupId, 'discount', discount.id)
  await adoptDetachedCodes(scope, groupId, discount.id)
  await assignGroupTerms(scope, groupId)
  return presentDiscount(discount, (await partnersByDiscount(scope, [discount.id])).get(discount.id) ?? 0)
}
