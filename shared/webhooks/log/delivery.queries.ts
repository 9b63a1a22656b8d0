/** SQL of the delivery log. Callers have checked that the webhook belongs to the workspace. */
import type { WebhookTrigger } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { readAheadBatches } from '../limits.js'
import { announcesOutdatedPayoutSql } from './cancel-deliveries.queries.js'
import type { Attempt, DeliveryState } from './delivery.schema.js'

export interface DeliveryRow {
  id: string
  event: WebhookTrigger
  state: DeliveryState
  httpStatus: number | null
  nextAt: Date | null
  attempts: Attempt[]
  createdAt: Date
}

export interface DeliveryFilter {
  state: DeliveryState | null
  event: WebhookTrigger | null
  /** Range of event ids; `from` is inclusive, `before` exclusive. */
  from: string | null
  before: string | null
  limit: number
}

const columns = 'event_id as id, event, state, http_status as "httpStatus", next_at as "nextAt", attempts, created_at as "createdAt"'

/** Events of the batches without a recorded attempt. */
const pendingDeliveriesSql = (
  batches: string,
) => `select queued.id, event, 'pending' as state, null::integer as "httpStatus", batch.created_at as "nextAt", '[]'::jsonb as attempts,
  batch.created_at as "createdAt"
  from (${batches}) as batch cross join unnest(event_ids) as queued (id) join webhook_events on webhook_events.id = queued.id
  where not exists (select 1 from webhook_deliveries as tried where tried.webhook_id = batch.webhook_id and tried.event_id = queued.id)`

/** Newest first. */
export async function findDeliveries(
  { pool }: Scope,
  webhookId: string,
  { state, event, from, before, limit }: DeliveryFilter,
): Promise<DeliveryRow[]> {
  const matches = (id: string) =>
    `($2::text is null or state = $2) and ($3::text is null or event = $3) and ($4::text is null or ${id} >= $4) and ($5::text is null or ${id} < $5)`
  // Only the oldest `readAheadBatches` batches can contain attempted events; every other batch contributes at least one row.
  const batches = `select * from webhook_event_batches where webhook_id = $1 and ($2::text is null or $2 = 'pending')
    and ($4::text is null or last_event >= $4) and ($5::text is null or first_event < $5) order by last_event desc limit $6 + ${readAheadBatches}`
  const { rows } = await pool.query<DeliveryRow>(
    `(select ${columns} from webhook_deliveries where webhook_id = $1 and ${matches('event_id')} order by event_id desc limit $6)
     union all (select * from (${pendingDeliveriesSql(batches)}) as pending where ${matches('id')} order by id desc limit $6)
     order by id desc limit $6`,
    [webhookId, state, event, from, before, limit],
  )
  return rows
}

export async function findDeliveryRow(
  { em }: Scope,
  webhookId: string,
  eventId: string,
): Promise<(DeliveryRow & { body: string | null }) | null> {
  const batch = `select webhook_id, array[?::text] as event_ids, created_at from webhook_event_batches where webhook_id = ? and first_event <= ?
      and last_event >= ? and ? = any(event_ids) limit 1`
  const rows: (DeliveryRow & { body: string | null })[] = await em.execute(
    `select *, (select body from webhook_events where webhook_events.id = delivery.id) as body
     from (select ${columns} from webhook_deliveries where webhook_id = ? and event_id = ? union all ${pendingDeliveriesSql(batch)}) as delivery`,
    [webhookId, eventId, eventId, webhookId, eventId, eventId, eventId],
  )
  const [row] = rows
  // The ORM connection returns timestamps as text.
  return row ? { ...row, createdAt: new Date(row.createdAt), nextAt: row.nextAt && new Date(row.nextAt) } : null
}

const resetColumns = `state = 'pending', tries = 0, next_at = ?, give_up_at = ?`

/** No effect on a delivery without an attempt, which is sent anyway. */
export const resetDelivery = ({ em, now }: Scope, webhookId: string, eventId: string, giveUpAt: Date) =>
  em.execute(`update webhook_deliveries set ${resetColumns} where webhook_id = ? and event_id = ?`, [now(), giveUpAt, webhookId, eventId])

/** Resets deliveries whose last attempt failed, oldest first, and returns how many. Leaves out payouts that would be paid twice. */
export async function resetFailedDeliveries(
  { em, now }: Scope,
  webhookId: string,
  bounds: { from: string; before: string },
  giveUpAt: Date,
  limit: number,
): Promise<number> {
  const rows = await em.execute(
    `update webhook_deliveries set ${resetColumns} where webhook_id = ? and event_id in (
       select event_id from webhook_deliveries where webhook_id = ? and state in ('failed', 'retrying') and event_id >= ? and event_id < ?
         and (event <> 'payout.confirmed' or not ${announcesOutdatedPayoutSql('webhook_deliveries.event_id')})
       order by event_id limit ? for update
     ) returning 1`,
    [now(), giveUpAt, webhookId, webhookId, bounds.from, bounds.before, limit],
  )
  return rows.length
}
