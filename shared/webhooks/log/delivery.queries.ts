/** All SQL of the log of deliveries. The workspace of the webhook was checked before. */
import type { Trigger } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { Attempt, DeliveryState } from './delivery.schema.js'

export interface DeliveryRow {
  id: string
  event: Trigger
  state: DeliveryState
  httpStatus: number | null
  nextAt: Date | null
  attempts: Attempt[]
  createdAt: Date
}

export interface DeliveryFilter {
  state: DeliveryState | null
  event: Trigger | null
  /** Bounds of ids: the first one that counts, and the first one that no longer does. */
  from: string | null
  before: string | null
  limit: number
}

const columns = 'event_id as id, event, state, http_status as "httpStatus", next_at as "nextAt", attempts, created_at as "createdAt"'

/** The newest first. */
export async function deliveriesOf({ pool }: Scope, webhookId: string, { state, event, from, before, limit }: DeliveryFilter): Promise<DeliveryRow[]> {
  const { rows } = await pool.query<DeliveryRow>(
    `select ${columns} from webhook_deliveries
     where webhook_id = $1 and ($2::text is null or state = $2) and ($3::text is null or event = $3) and ($4::text is null or event_id >= $4) and ($5::text is null or event_id < $5)
     order by event_id desc limit $6`,
    [webhookId, state, event, from, before, limit],
  )
  return rows
}

export async function deliveryOf({ em }: Scope, webhookId: string, eventId: string): Promise<(DeliveryRow & { body: string | null }) | null> {
  const rows: (DeliveryRow & { body: string | null })[] = await em.execute(
    `select ${columns}, (select body from webhook_events where id = event_id) as body from webhook_deliveries where webhook_id = ? and event_id = ?`,
    [webhookId, eventId],
  )
  const [row] = rows
  // The ORM's connection answers instants as texts.
  return row ? { ...row, createdAt: new Date(row.createdAt), nextAt: row.nextAt && new Date(row.nextAt) } : null
}

const asNew = `state = 'pending', tries = 0, next_at = ?, give_up_at = ?`

/** Whether there was such a delivery. */
export async function sendAgain({ em, now }: Scope, webhookId: string, eventId: string, giveUpAt: Date): Promise<boolean> {
  const rows = await em.execute(`update webhook_deliveries set ${asNew} where webhook_id = ? and event_id = ? returning 1`, [now(), giveUpAt, webhookId, eventId])
  return rows.length > 0
}

/** Those whose last attempt failed, the oldest first; answers how many. */
export async function sendFailedAgain({ em, now }: Scope, webhookId: string, bounds: { from: string; before: string }, giveUpAt: Date, most: number): Promise<number> {
  const rows = await em.execute(
    `update webhook_deliveries set ${asNew} where webhook_id = ? and event_id in (
       select event_id from webhook_deliveries where webhook_id = ? and state in ('failed', 'retrying') and event_id >= ? and event_id < ? order by event_id limit ? for update
     ) returning 1`,
    [now(), giveUpAt, webhookId, webhookId, bounds.from, bounds.before, most],
  )
  return rows.length
}
