import type { InWorkspace } from '../../accounts/index.js'
import { findCustomer } from '../../customers/index.js'
import type { SaleRow } from '../conversions/conversion.queries.js'
import { saleNotFound } from './errors.js'
import { entryOfInvoice, saleEntry } from './refund.queries.js'

/**
 * The sale of an invoice, or of an event's id; refuses what is none. Its customer is locked, in the order in which sales lock, so that a
 * sale and a refund cannot wait for each other; until then it may go to another link or customer.
 */
export async function lockSale(scope: InWorkspace, name: SaleName): Promise<SaleRow> {
  const { customer_id: id } = await requireSale(scope, name)
  await findCustomer(scope, { id }, { locked: true })
  return requireSale(scope, name)
}

interface SaleName {
  invoiceId?: string | undefined
  saleEventId?: string | undefined
}

async function requireSale(scope: InWorkspace, { invoiceId, saleEventId }: SaleName): Promise<SaleRow> {
  const id = invoiceId === undefined ? saleEventId : await entryOfInvoice(scope, invoiceId)
  const sale = id ? await saleEntry(scope, id) : null
  if (!sale || sale.refund_of !== null) throw saleNotFound()
  return sale
}
