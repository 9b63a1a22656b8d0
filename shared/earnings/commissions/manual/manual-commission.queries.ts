import type { InWorkspace } from '../../../accounts/index.js'
import { arrayLiteral } from '../../../kernel/db/array-literal.js'
import type { Scope } from '../../../kernel/scope.js'
import type { PartnerRef } from '../pending-earnings.queries.js'

/** The link of the partner with that id or, without one, with the highest revenue; null if there is none. */
export async function linkForCommission(
  { em }: Scope,
  { programId, partnerId }: PartnerRef,
  linkId: string | null,
): Promise<string | null> {
  const rows: { id: string }[] = await em.execute(
    `select id from links where program_id = ? and partner_id = ? and (?::text is null or id = ?) order by sale_amount desc, id limit 1`,
    [programId, partnerId, linkId, linkId],
  )
  return rows[0]?.id ?? null
}

/** The link of each partner with the highest revenue, by partner. */
export async function linksForCommissions({ em }: Scope, programId: string, partnerIds: readonly string[]): Promise<Map<string, string>> {
  if (partnerIds.length === 0) return new Map()
  const rows: { id: string; partnerId: string }[] = await em.execute(
    `select distinct on (partner_id) id, partner_id as "partnerId" from links
     where program_id = ? and partner_id = any (?::text[]) order by partner_id, sale_amount desc, id`,
    [programId, arrayLiteral(partnerIds)],
  )
  return new Map(rows.map(({ id, partnerId }) => [partnerId, id]))
}

/** Those of the invoices that a commission of the program or a sale of the workspace has. */
export async function usedInvoices({ em, workspace }: InWorkspace, programId: string, invoiceIds: readonly string[]): Promise<Set<string>> {
  const ids = arrayLiteral(invoiceIds)
  const rows: { id: string }[] = await em.execute(
    `select invoice_id as id from commissions where program_id = ? and invoice_id = any (?::text[])
     union select invoice_id from sale_claims where workspace_id = ? and invoice_id = any (?::text[])`,
    [programId, ids, workspace.id, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Has the commission of the lead computed unless there is one, for example because the partner had no reward when it was recorded. */
export async function queueLead({ em }: Scope, { programId, partnerId }: PartnerRef, lead: { id: string; at: Date }): Promise<void> {
  await em.execute(
    `insert into pending_earnings (program_id, partner_id, at, event_id, kind, quantity)
     select ?, ?, ?, ?, 'lead', 1 where not exists (select 1 from commissions where event_id = ?) on conflict do nothing`,
    [programId, partnerId, lead.at, lead.id, lead.id],
  )
}

/** Keeps a lead that only exists for its sale from earning a commission. */
export async function dropLead({ em }: Scope, { programId, partnerId }: PartnerRef, leadId: string): Promise<void> {
  await em.execute(`delete from pending_earnings where program_id = ? and partner_id = ? and kind = 'lead' and event_id = ?`, [
    programId,
    partnerId,
    leadId,
  ])
}
