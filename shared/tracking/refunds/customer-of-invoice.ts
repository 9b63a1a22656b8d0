import type { InWorkspace } from '../../accounts/index.js'
import { findEntryIdByInvoice, findSaleEntry } from './refund.queries.js'

/** Id of the customer who paid the invoice, or null if no sale of it is known. */
export async function customerOfInvoice(scope: InWorkspace, invoiceId: string): Promise<string | null> {
  const id = await findEntryIdByInvoice(scope, invoiceId)
  return id && ((await findSaleEntry(scope, id))?.customer_id ?? null)
}
