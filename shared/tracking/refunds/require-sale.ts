import type { InWorkspace, SaleRow } from '../conversions/conversion.queries.js'
import { saleNotFound } from './errors.js'
import { entryOfInvoice, saleEntry } from './refund.queries.js'

/** The sale of an invoice, or of an event's id; refuses what is none. */
export async function requireSale(scope: InWorkspace, { invoiceId, saleEventId }: { invoiceId?: string | undefined; saleEventId?: string | undefined }): Promise<SaleRow> {
  const id = invoiceId === undefined ? saleEventId : await entryOfInvoice(scope, invoiceId)
  const sale = id ? await saleEntry(scope, id) : null
  if (!sale || sale.refund_of !== null) throw saleNotFound()
  return sale
}
