import { csvTable } from '../../kernel/csv-table.js'
import type { PayoutResponse } from './payout.schema.js'

/** Columns in file order, with their header label and cell value. */
export const payoutsCsv = csvTable<[payout: PayoutResponse]>({
  id: { label: 'ID', isDefault: true, cell: ({ id }) => id },
  amount: { label: 'Amount', isDefault: true, cell: ({ amount }) => (amount / 100).toFixed(2) },
  currency: { label: 'Currency', isDefault: true, cell: ({ currency }) => currency },
  status: { label: 'Status', isDefault: true, cell: ({ status }) => status },
  periodStart: { label: 'Period start', isDefault: true, cell: ({ periodStart }) => periodStart },
  periodEnd: { label: 'Period end', isDefault: true, cell: ({ periodEnd }) => periodEnd },
  initiatedAt: { label: 'Initiated at', isDefault: true, cell: ({ initiatedAt }) => initiatedAt },
  paidAt: { label: 'Paid at', isDefault: true, cell: ({ paidAt }) => paidAt },
  description: { label: 'Description', cell: ({ description }) => description },
  failureReason: { label: 'Failure reason', cell: ({ failureReason }) => failureReason },
  invoiceId: { label: 'Invoice ID', cell: ({ invoiceId }) => invoiceId },
  mode: { label: 'Mode', cell: ({ mode }) => mode },
  method: { label: 'Method', cell: ({ method }) => method },
  traceId: { label: 'Reference', cell: ({ traceId }) => traceId },
  createdAt: { label: 'Created at', cell: ({ createdAt }) => createdAt },
  partnerId: { label: 'Partner ID', cell: ({ partner }) => partner.id },
  partnerName: { label: 'Partner name', cell: ({ partner }) => partner.name },
  partnerEmail: { label: 'Partner email', cell: ({ partner }) => partner.email },
  partnerCountry: { label: 'Partner country', cell: ({ partner }) => partner.country },
  partnerTenantId: { label: 'Partner tenant ID', cell: ({ partner }) => partner.tenantId },
})
