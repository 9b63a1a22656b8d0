import type { JobScope } from '../../kernel/scope.js'
import { deleteUnusedDiscounts } from '../discounts/remap-discount-codes.queries.js'
import { deleteRewards } from './delete-terms-of-group.queries.js'

interface DeletedGroupTerms {
  programId: string
  rewardIds: readonly string[]
  discountIds: readonly string[]
}

/** Deletes the rewards and the discount of a deleted group. The discount stays until its last code is gone. */
export async function deleteTermsOfGroup(scope: JobScope, { programId, rewardIds, discountIds }: DeletedGroupTerms): Promise<void> {
  await deleteRewards(scope, programId, rewardIds)
  await deleteUnusedDiscounts(scope, programId, discountIds)
}
