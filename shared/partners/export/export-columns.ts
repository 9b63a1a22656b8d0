import { csvTable } from '../../kernel/csv-table.js'
import type { EnrolledPartner } from '../partner.schema.js'

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** Columns in file order, with their header label and cell value. */
export const partnersCsv = csvTable<[partner: EnrolledPartner, groupNames: ReadonlyMap<string, string>]>({
  id: { label: 'Partner ID', isDefault: true, cell: ({ id }) => id },
  name: { label: 'Name', isDefault: true, cell: ({ name }) => name },
  email: { label: 'Email', isDefault: true, cell: ({ email }) => email },
  country: { label: 'Country', isDefault: true, cell: ({ country }) => country },
  status: { label: 'Status', isDefault: true, cell: ({ status }) => status },
  group: { label: 'Group', isDefault: true, cell: ({ groupId }, groupNames) => groupNames.get(groupId ?? '') },
  createdAt: { label: 'Enrolled at', isDefault: true, cell: ({ createdAt }) => createdAt },
  payoutsEnabledAt: { label: 'Payouts enabled at', isDefault: true, cell: ({ payoutsEnabledAt }) => payoutsEnabledAt },
  tenantId: { label: 'Tenant ID', cell: ({ tenantId }) => tenantId },
  companyName: { label: 'Company', cell: ({ companyName }) => companyName },
  description: { label: 'Description', cell: ({ description }) => description },
  tags: { label: 'Tags', cell: ({ tags }) => tags?.map(({ name }) => name).join(', ') },
  totalClicks: { label: 'Clicks', cell: ({ totalClicks }) => totalClicks },
  totalLeads: { label: 'Leads', cell: ({ totalLeads }) => totalLeads },
  totalConversions: { label: 'Conversions', cell: ({ totalConversions }) => totalConversions },
  totalSales: { label: 'Sales', cell: ({ totalSales }) => totalSales },
  totalSaleAmount: { label: 'Sales (USD)', cell: ({ totalSaleAmount }) => dollars(totalSaleAmount) },
  totalCommissions: { label: 'Commissions (USD)', cell: ({ totalCommissions }) => dollars(totalCommissions) },
  netRevenue: { label: 'Net revenue (USD)', cell: ({ netRevenue }) => dollars(netRevenue) },
  website: { label: 'Website', cell: ({ website }) => website },
  youtube: { label: 'YouTube', cell: ({ youtube }) => youtube },
  twitter: { label: 'X', cell: ({ twitter }) => twitter },
  linkedin: { label: 'LinkedIn', cell: ({ linkedin }) => linkedin },
  instagram: { label: 'Instagram', cell: ({ instagram }) => instagram },
  tiktok: { label: 'TikTok', cell: ({ tiktok }) => tiktok },
})
