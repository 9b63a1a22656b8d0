import type { AdminScope } from '../../kernel/scope.js'
import { requirePartner } from './change-partner.js'
import type { CountPartners, ListPartners, PartnersForOperator, SharedPlatforms } from './partner-lists.schema.js'
import { countPartners, partnersForOperator, partnersWithSamePlatform } from './partners.queries.js'

/** Partner accounts of all programs. */
export function listPartnersForOperator(scope: AdminScope, query: ListPartners): Promise<PartnersForOperator> {
  const { networkStatus, sortBy } = query
  const byStatus =
    networkStatus === 'submitted'
      ? 'submittedAt'
      : networkStatus === 'approved' || networkStatus === 'rejected'
        ? 'reviewedAt'
        : 'createdAt'
  return partnersForOperator(scope, { ...query, sortBy: sortBy ?? byStatus })
}

export const countPartnersForOperator = async (scope: AdminScope, query: CountPartners): Promise<{ count: number }> => ({
  count: await countPartners(scope, query),
})

/** Verified websites and social accounts of the partner that other partners have too. */
export async function listSharedPlatforms(scope: AdminScope, partnerId: string): Promise<SharedPlatforms> {
  await requirePartner(scope, partnerId)
  return partnersWithSamePlatform(scope, partnerId)
}
