import type { WorkspaceScope } from '../../accounts/index.js'
import { requirePartnerOfTenant } from '../enrolments.queries.js'
import { payoutNotFound } from '../errors.js'
import { requireProgramId } from '../require-program.js'
import { findPayout, payoutsMatching } from './payout-list.queries.js'
import type { GetPayouts, PayoutResponse } from './payout.schema.js'

export async function listPayouts(scope: WorkspaceScope, { tenantId, ...query }: GetPayouts): Promise<PayoutResponse[]> {
  const programId = requireProgramId(scope)
  const partnerId = query.partnerId ?? (tenantId === undefined ? undefined : await requirePartnerOfTenant(scope, programId, tenantId))
  return payoutsMatching(scope, programId, { ...query, partnerId }, query)
}

export async function getPayout(scope: WorkspaceScope, id: string): Promise<PayoutResponse> {
  const payout = await findPayout(scope, requireProgramId(scope), id)
  if (!payout) throw payoutNotFound()
  return payout
}
