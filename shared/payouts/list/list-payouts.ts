import type { WorkspaceScope } from '../../accounts/index.js'
import { requirePartnerOfTenant } from '../../earnings/index.js'
import { requireProgramId } from '../../partners/index.js'
import { payoutNotFound } from '../errors.js'
import { findPayout, payoutsMatching } from './payout-list.queries.js'
import type { GetPayouts, PayoutResponse } from './payout.schema.js'

export async function listPayouts(scope: WorkspaceScope, query: GetPayouts): Promise<PayoutResponse[]> {
  const programId = requireProgramId(scope)
  return payoutsMatching(scope, programId, await resolvePartner(scope, programId, query), query)
}

/** The filter with the partner that a `tenantId` names. */
export async function resolvePartner<Filter extends { partnerId?: string | undefined; tenantId?: string | undefined }>(
  scope: WorkspaceScope,
  programId: string,
  { tenantId, ...filter }: Filter,
) {
  const { partnerId = tenantId === undefined ? undefined : await requirePartnerOfTenant(scope, programId, tenantId) } = filter
  return { ...filter, partnerId }
}

export async function getPayout(scope: WorkspaceScope, id: string): Promise<PayoutResponse> {
  const payout = await findPayout(scope, requireProgramId(scope), id)
  if (!payout) throw payoutNotFound()
  return payout
}
