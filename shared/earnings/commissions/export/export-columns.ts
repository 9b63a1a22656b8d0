import { csvTable } from '../../../kernel/csv-table.js'
import type { CommissionResponse } from '../commission.schema.js'

/** Columns that identify a customer. */
export const customerColumns: readonly string[] = ['customerId', 'customerName', 'customerEmail', 'customerExternalId', 'stripeCustomerId']

/** Columns in file order, with their header label and cell value. */
export const commissionsCsv = csvTable<[commission: CommissionResponse, tenantIds: ReadonlyMap<string, string | null>]>({
  id: { label: 'Commission ID', isDefault: true, cell: ({ id }) => id },
  type: { label: 'Type', isDefault: true, cell: ({ type }) => type },
  amount: { label: 'Amount (cents)', isDefault: true, cell: ({ amount }) => amount },
  earnings: { label: 'Earnings (cents)', isDefault: true, cell: ({ earnings }) => earnings },
  currency: { label: 'Currency', isDefault: true, cell: ({ currency }) => currency },
  status: { label: 'Status', isDefault: true, cell: ({ status }) => status },
  invoiceId: { label: 'Invoice ID', isDefault: true, cell: ({ invoiceId }) => invoiceId },
  quantity: { label: 'Quantity', isDefault: true, cell: ({ quantity }) => quantity },
  createdAt: { label: 'Created at', isDefault: true, cell: ({ createdAt }) => createdAt },
  description: { label: 'Description', cell: ({ description }) => description },
  paidAt: { label: 'Paid at', cell: ({ paidAt }) => paidAt },
  updatedAt: { label: 'Updated at', cell: ({ updatedAt }) => updatedAt },
  partnerId: { label: 'Partner ID', cell: ({ partner }) => partner.id },
  partnerName: { label: 'Partner name', cell: ({ partner }) => partner.name },
  partnerEmail: { label: 'Partner email', cell: ({ partner }) => partner.email },
  partnerTenantId: { label: 'Partner tenant ID', cell: ({ partner }, tenantIds) => tenantIds.get(partner.id) },
  customerId: { label: 'Customer ID', cell: ({ customer }) => customer?.id },
  customerName: { label: 'Customer name', cell: ({ customer }) => customer?.name },
  customerEmail: { label: 'Customer email', cell: ({ customer }) => customer?.email },
  customerExternalId: { label: 'Customer external ID', cell: ({ customer }) => customer?.externalId },
  stripeCustomerId: { label: 'Stripe customer ID', cell: ({ customer }) => customer?.stripeCustomerId },
})
