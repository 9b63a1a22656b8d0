/** All SQL of the log of deliveries. The workspace of the webhook was checked before. */
import type { Trigger } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { bundlesAhead } from '../limits.js'
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

/** Those that were not tried yet: events in bundles, but for those of a bundle that were tried already. */
const waiting = (
  bundles: string,
) => `select told.id, event, 'pending' as state, null::integer as "httpStatus", bundle.created_at as "nextAt", '[]'::jsonb as attempts, bundle.created_at as "createdAt"
  from (${bundles}) as bundle cross join unnest(event_ids) as told (id) join webhook_events as known on known.id = told.id
  where not exists (select 1 from webhook_deliveries as tried where tried.webhook_id = bundle.webhook_id and tried.event_id = told.id)`

/** The newest first. */
export async function deliveriesOf(
  { pool }: Scope,
  webhookId: string,
  { state, event, from, before, limit }: DeliveryFilter,
): Promise<DeliveryRow[]> {
  const isMeant = (id: string) =>
    `($2::text is null or state = $2) and ($3::text is null or event = $3) and ($4::text is null or ${id} >= $4) and ($5::text is null or ${id} < $5)`
  // Events were tried only of the oldest bundles, as many as a process reads ahead; every other holds one at least that belongs here.
  const bundles = `select * from webhook_bundles where webhook_id = $1 and ($2::text is null or $2 = 'pending') and ($4::text is null or last_event >= $4) and ($5::text is null or first_event < $5) order by last_event desc limit $6 + ${bundlesAhead}`
  const { rows } = await pool.query<DeliveryRow>(
    `(select ${columns} from webhook_deliveries where webhook_id = $1 and ${isMeant('event_id')} order by event_id desc limit $6)
     union all (select * from (${waiting(bundles)}) as waiting where ${isMeant('id')} order by id desc limit $6)
     order by id desc limit $6`,
    [webhookId, state, event, from, before, limit],
  )
  return rows
}

export async function deliveryOf(
  { em }: Scope,
  webhookId: string,
  eventId: string,
): Promise<(DeliveryRow & { body: string | null }) | null> {
  const bundle =
    'select webhook_id, array[?::text] as event_ids, created_at from webhook_bundles where webhook_id = ? and first_event <= ? and last_event >= ? and ? = any(event_ids) limit 1'
  const rows: (DeliveryRow & { body: string | null })[] = await em.execute(
    `select *, (select body from webhook_events where webhook_events.id = delivery.id) as body
     from (select ${columns} from webhook_deliveries where webhook_id = ? and event_id = ? union all ${waiting(bundle)}) as delivery`,
    [webhookId, eventId, eventId, webhookId, eventId, eventId, eventId],
  )
  const [row] = rows
  // The ORM's connection answers instants as texts.
  return row ? { ...row, createdAt: new Date(row.createdAt), nextAt: row.nextAt && new Date(row.nextAt) } : null
}

const asNew = `state = 'pending', tries = 0, next_at = ?, give_up_at = ?`

/** One that was not tried yet is to be sent anyway. */
export const sendAgain = ({ em, now }: Scope, webhookId: string, eventId: string, giveUpAt: Date) =>
  em.execute(`update webhook_deliveries set ${asNew} where webhook_id = ? and event_id = ?`, [now(), giveUpAt, webhookId, eventId])

/** Those whose last attempt failed, the oldest first; answers how many. */
export async function sendFailedAgain(
  { em, now }: Scope,
  webhookId: string,
  bounds: { from: string; before: string },
  giveUpAt: Date,
  most: number,
): Promise<number> {
  const rows = await em.execute(
    `update webhook_deliveries set ${asNew} where webhook_id = ? and event_id in (
       select event_id from webhook_deliveries where webhook_id = ? and state in ('failed', 'retrying') and event_id >= ? and event_id < ? order by event_id limit ? for update
     ) returning 1`,
    [now(), giveUpAt, webhookId, webhookId, bounds.from, bounds.before, most],
  )
  return rows.length
}
