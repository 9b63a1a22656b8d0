/** What performance bounties count. */
export const performanceAttributes = ['totalLeads', 'totalConversions', 'totalSaleAmount', 'totalCommissions'] as const
export type PerformanceAttribute = (typeof performanceAttributes)[number]

/** The column of the enrolment with the total. */
export const totalColumns: Record<PerformanceAttribute, string> = {
  totalLeads: 'total_leads',
  totalConversions: 'total_conversions',
  totalSaleAmount: 'total_sale_amount',
  totalCommissions: 'total_commissions',
}
