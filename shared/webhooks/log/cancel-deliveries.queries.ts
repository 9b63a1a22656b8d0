/** SQL of deliveries that must not be sent any more. */
import type { Scope } from '../../kernel/scope.js'

const webhooksOfEvent = `select webhooks.id from webhooks join webhook_events on webhook_events.workspace_id = webhooks.workspace_id
  where webhook_events.id = ?`

/**
 * Turns the pending deliveries of the event to failed ones. A delivery without an attempt gets a row, so that its batch skips it. An event
 * that is not dispatched yet is deleted; the statement waits for one that is being dispatched.
 */
export async function cancelPendingDeliveries({ em, now }: Scope, eventId: string): Promise<void> {
  await em.execute('delete from webhook_outbox where id = ?', [eventId])
  await em.execute(
    `update webhook_deliveries set state = 'failed', next_at = null
     where event_id = ? and state in ('pending', 'retrying') and webhook_id in (${webhooksOfEvent})`,
    [eventId, eventId],
  )
  await em.execute(
    `insert into webhook_deliveries (webhook_id, event_id, event, state, give_up_at, created_at)
     select batch.webhook_id, e.id, e.event, 'failed', ?, batch.created_at from webhook_events e join webhook_event_batches batch
       on batch.first_event <= e.id and batch.last_event >= e.id and e.id = any (batch.event_ids)
     where e.id = ? and batch.webhook_id in (${webhooksOfEvent}) on conflict do nothing`,
    [now(), eventId, eventId],
  )
}

/**
 * Whether the event announced a payout that was announced again or withdrawn since. If the external system received it, it would pay a
 * second time.
 */
export const announcesOutdatedPayoutSql = (eventId: string) => `exists (
  select 1 from webhook_events e join payouts po on po.id = e.body::jsonb #>> '{data,id}'
  where e.id = ${eventId} and e.event = 'payout.confirmed'
    and (po.external_event_id <> e.id or po.invoice_id is distinct from e.body::jsonb #>> '{data,invoiceId}'))`

export async function announcesOutdatedPayout({ em }: Scope, eventId: string): Promise<boolean> {
  const [row]: { isOutdated: boolean }[] = await em.execute(`select ${announcesOutdatedPayoutSql('?')} as "isOutdated"`, [eventId])
  return row?.isOutdated ?? false
}
