import { Workspace } from '../../accounts/index.js'
import { extendScope, type JobScope } from '../../kernel/scope.js'
import { announceEndedCodes } from './announce-ended-codes.js'
import {
  announcedCodesOfMovedPartners,
  deleteCodes,
  deleteUnusedDiscounts,
  repointEquivalentCodes,
} from './remap-discount-codes.queries.js'

/**
 * After partners changed their group: their codes follow to the discount of the new group if customers get the same from it. Other codes
 * are deleted, because their promise does not hold any more.
 */
export async function remapDiscountCodes(
  scope: JobScope,
  { workspaceId, programId, partnerIds }: { workspaceId: string; programId: string; partnerIds: readonly string[] },
): Promise<void> {
  const workspace = await scope.em.findOne(Workspace, workspaceId)
  if (!workspace) return
  const formerDiscounts = await repointEquivalentCodes(scope, programId, partnerIds)
  const codes = await announcedCodesOfMovedPartners(scope, programId, partnerIds)
  await announceEndedCodes(extendScope(scope, { workspace }), codes)
  await deleteCodes(
    scope,
    codes.map(({ id }) => id),
  )
  await deleteUnusedDiscounts(scope, programId, [...formerDiscounts, ...codes.flatMap(({ discount }) => discount?.id ?? [])])
}
