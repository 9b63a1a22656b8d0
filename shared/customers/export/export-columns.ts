import { csvTable } from '../../kernel/csv-table.js'
import type { Referral } from '../customer-list.queries.js'
import type { CustomerResponse } from '../customer.schema.js'

/** Columns in file order, with their header label and cell value. */
export const customersCsv = csvTable<[customer: CustomerResponse, referral: Referral | undefined]>({
  id: { label: 'Customer ID', isDefault: true, cell: ({ id }) => id },
  name: { label: 'Name', isDefault: true, cell: ({ name }) => name },
  email: { label: 'Email', isDefault: true, cell: ({ email }) => email },
  avatar: { label: 'Avatar', isDefault: true, cell: ({ avatar }) => avatar },
  externalId: { label: 'External ID', isDefault: true, cell: ({ externalId }) => externalId },
  stripeCustomerId: { label: 'Stripe customer ID', isDefault: true, cell: ({ stripeCustomerId }) => stripeCustomerId },
  country: { label: 'Country', isDefault: true, cell: ({ country }) => country },
  sales: { label: 'Sales', isDefault: true, cell: ({ sales }) => sales },
  saleAmount: { label: 'Sales (USD)', isDefault: true, cell: ({ saleAmount }) => ((saleAmount ?? 0) / 100).toFixed(2) },
  createdAt: { label: 'Created at', isDefault: true, cell: ({ createdAt }) => createdAt },
  firstSaleAt: { label: 'First sale at', isDefault: true, cell: ({ firstSaleAt }) => firstSaleAt },
  subscriptionCanceledAt: {
    label: 'Subscription canceled at',
    isDefault: true,
    cell: ({ subscriptionCanceledAt }) => subscriptionCanceledAt,
  },
  link: { label: 'Short link', cell: ({ link }) => link?.shortLink },
  partnerId: { label: 'Partner ID', cell: (_, referral) => referral?.partner?.id },
  partnerName: { label: 'Partner name', cell: (_, referral) => referral?.partner?.name },
  partnerEmail: { label: 'Partner email', cell: (_, referral) => referral?.partner?.email },
  partnerTenantId: { label: 'Partner tenant ID', cell: (_, referral) => referral?.tenantId },
})
