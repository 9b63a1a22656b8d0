/** SQL of those who deliver. Outside of any transaction, but for the results. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { executeBound } from '../../kernel/execute-bound.js'
import { lease } from '../limits.js'
import type { Attempt, DeliveryState } from '../log/delivery.schema.js'
import type { Webhook } from '../webhook.entity.js'
import type { Health } from './health.js'

/** What a delivering process needs to know of a webhook. */
export type Leased = Pick<Webhook, 'id' | 'workspaceId' | 'url' | 'receiver' | 'sealedSecret' | 'formerSecret' | 'formerUntil' | 'consecutiveFailures'>

const leased = 'id, workspace_id as "workspaceId", url, receiver, sealed_secret as "sealedSecret", former_secret as "formerSecret", former_until as "formerUntil", consecutive_failures as "consecutiveFailures"'
const until = `now() + ${lease} * interval '1 millisecond'`
const isFree = `disabled_at is null and (paused_until is null or paused_until <= $2) and (leased_until is null or leased_until <= now())`
const isDue = 'exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and next_at <= $2)'

/** Takes webhooks that have something due, and nobody delivers to; `among` looks at no others. */
export async function takeLeases(pool: pg.Pool, owner: string, now: Date, among: readonly string[] | null): Promise<Leased[]> {
  const { rows } = await pool.query<Leased>(
    `update webhooks set leased_by = $1, leased_until = ${until}
     where id in (select id from webhooks where ${isFree} and ${isDue} and ($3::text[] is null or id = any($3)) for update skip locked) returning ${leased}`,
    [owner, now, among],
  )
  return rows
}

/** Keeps leases, and answers those that are still ours, as their webhooks are now. */
export async function renewLeases(pool: pg.Pool, owner: string, ids: readonly string[]): Promise<Leased[]> {
  const { rows } = await pool.query<Leased>(`update webhooks set leased_until = ${until} where id = any($2) and leased_by = $1 and disabled_at is null returning ${leased}`, [owner, ids])
  return rows
}

export const releaseLeases = (pool: pg.Pool, owner: string, ids: readonly string[]) => pool.query('update webhooks set leased_by = null, leased_until = null where id = any($2) and leased_by = $1', [owner, ids])

export interface Due {
  webhookId: string
  eventId: string
  /** Failed attempts so far, since it was new or sent again. */
  tries: number
  /** Milliseconds since 1970: most are never looked at. */
  giveUpAt: number
}

/** What is due, for each webhook the longest due first and no more than it has room for. */
export async function dueDeliveries(pool: pg.Pool, now: Date, lanes: readonly { id: string; room: number }[]): Promise<Due[]> {
  const { rows } = await pool.query<Due>({
    name: 'due-deliveries',
    text: `select due.webhook_id as "webhookId", due.event_id as "eventId", due.tries, (extract(epoch from due.give_up_at) * 1000)::float8 as "giveUpAt" from unnest($1::text[], $2::int[]) as lane (id, room)
     cross join lateral (select * from webhook_deliveries where webhook_id = lane.id and next_at <= $3 order by next_at limit lane.room) as due`,
    values: [lanes.map(({ id }) => id), lanes.map(({ room }) => room), now],
  })
  return rows
}

export async function bodiesOf(pool: pg.Pool, eventIds: readonly string[]): Promise<{ id: string; body: string }[]> {
  const { rows } = await pool.query<{ id: string; body: string }>('select id, body from webhook_events where id = any($1)', [eventIds])
  return rows
}

export interface Result {
  webhookId: string
  eventId: string
  state: DeliveryState
  tries: number
  nextAt: Date | null
  attempt: Attempt
}

export async function writeResults(em: EntityManager, results: readonly Result[]): Promise<void> {
  const rows = results.map(({ webhookId, eventId, state, tries, nextAt, attempt }) => ({ w: webhookId, e: eventId, state, tries, next_at: nextAt, status: attempt.status, attempt }))
  await executeBound(
    em,
    `update webhook_deliveries as known set state = new.state, tries = new.tries, next_at = new.next_at, http_status = new.status, attempts = known.attempts || new.attempt
     from jsonb_to_recordset(?::jsonb) as new (w text, e text, state text, tries smallint, next_at timestamptz, status integer, attempt jsonb) where webhook_id = w and event_id = e`,
    [JSON.stringify(rows)],
  )
}

export type Faring = Health & { id: string; workspaceId: string; name: string; url: string; receiver: Webhook['receiver'] }

/** How webhooks fare; nobody else writes it before this transaction ends. */
export async function lockHealth(em: EntityManager, ids: readonly string[]): Promise<Faring[]> {
  const rows: Faring[] = await em.execute(
    `select id, workspace_id as "workspaceId", name, url, receiver, consecutive_failures as "consecutiveFailures", last_failed_at as "lastFailedAt", pauses, paused_until as "pausedUntil", disabled_at as "disabledAt"
     from webhooks where id in (select jsonb_array_elements_text(?::jsonb)) order by id for no key update`,
    [JSON.stringify(ids)],
  )
  const date = (text: Date | null) => text && new Date(text)
  return rows.map((row) => ({ ...row, lastFailedAt: date(row.lastFailedAt), pausedUntil: date(row.pausedUntil), disabledAt: date(row.disabledAt) }))
}

export async function writeHealth(em: EntityManager, id: string, { consecutiveFailures, lastFailedAt, pauses, pausedUntil, disabledAt }: Health): Promise<void> {
  await em.execute('update webhooks set consecutive_failures = ?, last_failed_at = ?, pauses = ?, paused_until = ?, disabled_at = ? where id = ?', [consecutiveFailures, lastFailedAt, pauses, pausedUntil, disabledAt, id])
}

export const deleteWebhookRow = (em: EntityManager, id: string) => em.execute('delete from webhooks where id = ?', [id])
