import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { invoiceNotFound } from '../errors.js'
import { findInvoice, findInvoices, type InvoiceRow } from './invoice.queries.js'
import type { GetInvoices, InvoiceResponse, invoiceStatuses } from './invoice.schema.js'

export async function listInvoices(scope: WorkspaceScope, { page = 1, pageSize }: GetInvoices): Promise<InvoiceResponse[]> {
  const rows = await findInvoices(scope, requireProgramId(scope), { limit: pageSize, offset: (page - 1) * pageSize })
  return rows.map(presentInvoice)
}

export async function getInvoice(scope: WorkspaceScope, id: string): Promise<InvoiceResponse> {
  const row = await findInvoice(scope, requireProgramId(scope), id)
  if (!row) throw invoiceNotFound()
  return presentInvoice(row)
}

/** The last characters of the workspace's id are random, and its slug may change. */
const numberOf = ({ workspaceId, sequence }: InvoiceRow) => `${workspaceId.slice(-6)}-${String(sequence).padStart(4, '0')}`

function presentInvoice(row: InvoiceRow): InvoiceResponse {
  const { id, amount, externalAmount, fee, waived, total, cutoffPeriod, createdAt, user } = row
  const payoutsByStatus = row.payoutsByStatus ?? {}
  return {
    id,
    number: numberOf(row),
    status: invoiceStatus(payoutsByStatus),
    amount,
    externalAmount,
    fee,
    waivedAmount: waived,
    total,
    chargeAmount: total - externalAmount,
    currency: 'usd',
    cutoffPeriod,
    payoutCount: Object.values(payoutsByStatus).reduce((sum, count) => sum + count, 0),
    payoutsByStatus,
    createdAt: new Date(createdAt).toISOString(),
    user,
  }
}

/** Follows from the payouts. */
export function invoiceStatus(payouts: Readonly<Record<string, number>>): (typeof invoiceStatuses)[number] {
  const has = (...statuses: string[]) => statuses.some((status) => (payouts[status] ?? 0) > 0)
  if (has('processing', 'processed')) return 'processing'
  if (has('failed')) return 'failed'
  return has('sent', 'completed') ? 'completed' : 'canceled'
}
