import type { InWorkspace } from '../../accounts/index.js'
import { entryOfInvoice, saleEntry } from './refund.queries.js'

/** Who paid the invoice, if a sale is known of it. */
export async function buyerOfInvoice(scope: InWorkspace, invoiceId: string): Promise<string | null> {
  const id = await entryOfInvoice(scope, invoiceId)
  return id && ((await saleEntry(scope, id))?.customer_id ?? null)
}
