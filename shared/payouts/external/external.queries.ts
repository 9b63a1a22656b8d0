/** SQL of payouts that an external system pays. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import type { ConfirmedPayout } from './confirmed-payout.schema.js'

export async function confirmedPayouts({ em }: Scope, ids: readonly string[]): Promise<ConfirmedPayout[]> {
  return em.execute(
    `select po.id, po.invoice_id as "invoiceId", po.amount::float8 as amount, po.currency, po.status, po.method, po.description, po.mode,
       ${isoInstant('po.period_start')} as "periodStart", ${isoInstant('po.period_end')} as "periodEnd",
       ${isoInstant('po.created_at')} as "createdAt", ${isoInstant('po.initiated_at')} as "initiatedAt", ${isoInstant('po.paid_at')} as "paidAt",
       json_build_object('id', pa.id, 'name', pa.name, 'email', pa.email, 'image', pa.image, 'country', pa.country,
         'tenantId', e.tenant_id, 'status', e.status) as partner
     from payouts po join partners pa on pa.id = po.partner_id
     left join enrolments e on e.program_id = po.program_id and e.partner_id = po.partner_id
     where po.id = any (?::text[]) order by po.id`,
    [arrayLiteral(ids)],
  )
}

/** Whether a webhook belongs to the system that pays external payouts. Those of integrations only notify, and cannot pay. */
export const paysExternallySql = `(installation_id is null and receiver not in ('slack', 'segment'))`

/** Whether an enabled webhook of the workspace announces payouts to the system that pays them. */
export async function hasPayingWebhook({ em, workspace }: WorkspaceScope): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from webhooks where workspace_id = ? and disabled_at is null and triggers @> '["payout.confirmed"]' and ${paysExternallySql}
     limit 1`,
    [workspace.id],
  )
  return rows.length > 0
}

interface EventPayout {
  payoutId: string
  programId: string
  partnerId: string
  invoiceId: string | null
}

/** The payout that a webhook event announced, and the invoice that it had then. */
export async function payoutOfEvent({ em }: Scope, eventId: string): Promise<EventPayout | null> {
  const rows: EventPayout[] = await em.execute(
    `select po.id as "payoutId", po.program_id as "programId", po.partner_id as "partnerId",
       e.body::jsonb #>> '{data,invoiceId}' as "invoiceId"
     from webhook_events e join payouts po on po.id = e.body::jsonb #>> '{data,id}'
     join programs on programs.id = po.program_id and programs.workspace_id = e.workspace_id
     where e.id = ? and e.event = 'payout.confirmed'`,
    [eventId],
  )
  return rows[0] ?? null
}

/** Stores which event announced the current attempt to pay each payout. */
export async function setExternalEvents({ em }: Scope, attempts: readonly { payoutId: string; eventId: string }[]): Promise<void> {
  await em.execute(
    `update payouts set external_event_id = attempt."eventId"
     from jsonb_to_recordset(?::jsonb) as attempt("payoutId" text, "eventId" text) where payouts.id = attempt."payoutId"`,
    [JSON.stringify(attempts)],
  )
}
