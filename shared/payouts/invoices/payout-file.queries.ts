import type { Scope } from '../../kernel/scope.js'
import type { ManualPayment } from './payout-file.js'

/** The payouts of the invoice that a user pays, with the payment details of their partners. */
export async function manualPayments({ em }: Scope, programId: string, invoiceId: string): Promise<ManualPayment[]> {
  return em.execute(
    `select po.id, po.partner_id as "partnerId", pa.name, pa.email, pa.company_name as "companyName", pa.country, e.tenant_id as "tenantId",
       po.amount::float8 as amount, po.currency, po.status, po.trace_id as reference, s.details, s.method
     from payouts po join partners pa on pa.id = po.partner_id
     left join enrolments e on e.program_id = po.program_id and e.partner_id = po.partner_id
     left join partner_payout_settings s on s.program_id = po.program_id and s.partner_id = po.partner_id
     where po.invoice_id = ? and po.program_id = ? and po.provider = 'manual' order by po.id`,
    [invoiceId, programId],
  )
}

export interface InvoiceLine {
  id: string
  partner: string
  amount: number
  status: string
  method: string
}

/** The payouts of an invoice, largest first. */
export async function invoiceLines({ em }: Scope, invoiceId: string): Promise<InvoiceLine[]> {
  return em.execute(
    `select po.id, pa.name as partner, po.amount::float8 as amount, po.status, po.provider as method
     from payouts po join partners pa on pa.id = po.partner_id where po.invoice_id = ? order by po.amount desc, po.id`,
    [invoiceId],
  )
}
