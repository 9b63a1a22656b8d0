import type { WorkspaceScope } from '../../accounts/index.js'
import { csvLine } from '../../kernel/csv.js'
import { requireProgramId } from '../../partners/index.js'
import { readDetails } from '../settings/payment-details.js'
import { getInvoice } from './list-invoices.js'
import { manualPayments } from './payout-file.queries.js'

export interface ManualPayment {
  id: string
  partnerId: string
  name: string
  email: string | null
  companyName: string | null
  country: string | null
  tenantId: string | null
  amount: number
  currency: string
  status: string
  reference: string | null
  /** Sealed. */
  details: string | null
}

const header = [
  'Payout ID',
  'Partner ID',
  'Tenant ID',
  'Name',
  'Company',
  'Email',
  'Country',
  'Amount',
  'Currency',
  'Payment details',
  'Status',
  'Reference',
]

/**
 * The payments that a user makes for the invoice, as a CSV file for a bank or an accountant. It has payment details for users who confirm
 * payouts.
 */
export async function payoutFile(scope: WorkspaceScope, invoiceId: string) {
  const invoice = await getInvoice(scope, invoiceId)
  const programId = requireProgramId(scope)
  const payments = await manualPayments(scope, programId, invoiceId)
  const lines = payments.map(
    ({ id, partnerId, tenantId, name, companyName, email, country, amount, currency, details, status, reference }) =>
      csvLine([
        id,
        partnerId,
        tenantId,
        name,
        companyName,
        email,
        country,
        (amount / 100).toFixed(2),
        currency,
        readDetails(scope, programId, partnerId, details),
        status,
        reference,
      ]),
  )
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: `payouts-${invoice.number}.csv`,
    body: [csvLine(header), ...lines],
  }
}
