import type { WorkspaceScope } from '../../accounts/index.js'
import { enrolmentStatuses, type ListedPartner } from '../partner.schema.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { countEnrolmentsBy, countEnrolmentsMatching, enrolmentsMatching } from './enrolment-list.queries.js'
import type { CountPartners, GetPartners } from './enrolment-query.schema.js'
import { presentPartners } from './present-partner.js'

/** Partners of the program, with their links and totals. */
export async function listPartners(scope: WorkspaceScope, query: GetPartners): Promise<ListedPartner[]> {
  const program = await requireDefaultProgram(scope)
  const partners = await presentPartners(scope, program.id, await enrolmentsMatching(scope, program.id, query))
  return partners.map((partner) => {
    const {
      totalClicks: clicks,
      totalLeads: leads,
      totalConversions: conversions,
      totalSales: sales,
      totalSaleAmount: saleAmount,
    } = partner
    return { ...partner, clicks, leads, conversions, sales, saleAmount }
  })
}

/** The number of partners; with `groupBy` one row for each value. Statuses without partners are listed with 0. */
export async function countPartnersOfProgram(scope: WorkspaceScope, { groupBy, ...filter }: CountPartners) {
  const program = await requireDefaultProgram(scope)
  if (!groupBy) return countEnrolmentsMatching(scope, program.id, filter)
  const counts = await countEnrolmentsBy(scope, program.id, groupBy, { ...filter, [groupBy]: undefined })
  if (groupBy !== 'status') return counts.map(({ value, _count }) => ({ [groupBy]: value, _count }))
  return enrolmentStatuses.map((status) => ({ status, _count: counts.find(({ value }) => value === status)?._count ?? 0 }))
}
