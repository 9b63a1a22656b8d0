import type { InWorkspace } from '../../accounts/index.js'
import { findCustomer } from '../../customers/index.js'
import type { SaleRow } from '../conversions/conversion.queries.js'
import { saleNotFound } from './errors.js'
import { findEntryIdByInvoice, findSaleEntry } from './refund.queries.js'

/**
 * Returns the sale by invoice or event id; throws if there is none. Locks its customer first, in the same order as sales do, so that a sale
 * and a refund cannot deadlock. The sale is loaded again afterwards, because it may have moved to another link or customer.
 */
export async function lockSale(scope: InWorkspace, reference: SaleReference): Promise<SaleRow> {
  const { customer_id: id } = await requireSale(scope, reference)
  await findCustomer(scope, { id }, { locked: true })
  return requireSale(scope, reference)
}

interface SaleReference {
  invoiceId?: string | undefined
  saleEventId?: string | undefined
}

async function requireSale(scope: InWorkspace, { invoiceId, saleEventId }: SaleReference): Promise<SaleRow> {
  const id = invoiceId === undefined ? saleEventId : await findEntryIdByInvoice(scope, invoiceId)
  const sale = id ? await findSaleEntry(scope, id) : null
  if (!sale || sale.refund_of !== null) throw saleNotFound()
  return sale
}
