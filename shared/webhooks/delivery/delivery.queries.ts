/** SQL of delivery workers. Only results are written inside a transaction. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { workspaceIsOpenSql } from '../../accounts/index.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import { paysExternallySql } from '../../payouts/index.js'
import { readAheadBatches, leaseMs, readAheadDeliveries } from '../limits.js'
import type { Attempt, DeliveryState } from '../log/delivery.schema.js'
import type { Webhook } from '../webhook.entity.js'
import type { Health } from './health.js'

export interface LeasedWebhook extends Pick<
  Webhook,
  'id' | 'workspaceId' | 'url' | 'receiver' | 'sealedSecret' | 'formerSecret' | 'formerUntil' | 'consecutiveFailures'
> {
  /** Whether its responses decide external payouts. */
  paysExternally: boolean
}

const leasedColumns = `id, workspace_id as "workspaceId", url, receiver, sealed_secret as "sealedSecret",
  former_secret as "formerSecret", former_until as "formerUntil", consecutive_failures as "consecutiveFailures",
  ${paysExternallySql} as "paysExternally"`
const leaseEnd = `now() + ${leaseMs} * interval '1 millisecond'`
const isOpen = workspaceIsOpenSql('webhooks')
const freeAt = (now: string) => `disabled_at is null and ${isOpen} and (paused_until is null or paused_until <= ${now})
  and (leased_until is null or leased_until <= now())`
const dueAt = (now: string) => `(exists (select 1 from webhook_event_batches where webhook_id = webhooks.id)
  or exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and next_at <= ${now}))`

/** A newly leased webhook. */
export interface AcquiredWebhook extends LeasedWebhook {
  /** The newest batch of any webhook: batches up to this id may have been partially delivered by another process. */
  newestBatchId: number
}

/** The webhooks that have due deliveries and are not leased. */
export async function findDueWebhooks(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'due-webhooks',
    text: `select id from webhooks where ${freeAt('$1')} and ${dueAt('$1')}`,
    values: [now],
  })
  return rows.map(({ id }) => id)
}

/** Leases those of the candidates that are not leased and have due deliveries. */
export async function acquireLeases(pool: pg.Pool, owner: string, now: Date, candidates: readonly string[]): Promise<AcquiredWebhook[]> {
  const { rows } = await pool.query<AcquiredWebhook>(
    `update webhooks set leased_by = $1, leased_until = ${leaseEnd}
     where id in (select id from webhooks where id = any($3) and ${freeAt('$2')} and ${dueAt('$2')} for update skip locked)
     returning ${leasedColumns}, coalesce((select max(id) from webhook_event_batches), 0) as "newestBatchId"`,
    [owner, now, candidates],
  )
  return rows
}

/** Renews leases and returns the current state of the webhooks still leased by this owner. */
export async function renewLeases(pool: pg.Pool, owner: string, ids: readonly string[]): Promise<LeasedWebhook[]> {
  const { rows } = await pool.query<LeasedWebhook>(
    `update webhooks set leased_until = ${leaseEnd} where id = any($2) and leased_by = $1 and disabled_at is null and ${isOpen} returning ${leasedColumns}`,
    [owner, ids],
  )
  return rows
}

export const releaseLeases = (pool: pg.Pool, owner: string, ids: readonly string[]) =>
  pool.query('update webhooks set leased_by = null, leased_until = null where id = any($2) and leased_by = $1', [owner, ids])

export interface DueDelivery {
  webhookId: string
  eventId: string
  event: string
  /** Failed attempts since the delivery was created or replayed. */
  tries: number
  /** Unix time in milliseconds, like the other times: cheaper to read than a Date. */
  dueAt: number
  giveUpAt: number
  createdAt: number
}

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** Due retries, earliest first, up to `limit` per webhook. */
export async function findDueDeliveries(
  pool: pg.Pool,
  now: Date,
  queues: readonly { id: string; limit: number }[],
): Promise<DueDelivery[]> {
  const { rows } = await pool.query<DueDelivery>({
    name: 'due-deliveries',
    text: `select webhook_id as "webhookId", event_id as "eventId", event, tries, ${milliseconds('next_at')} as "dueAt",
      ${milliseconds('give_up_at')} as "giveUpAt", ${milliseconds('created_at')} as "createdAt"
     from unnest($1::text[], $2::int[]) as queue (id, max_rows)
     cross join lateral (select * from webhook_deliveries where webhook_id = queue.id and next_at <= $3 order by next_at limit queue.max_rows) as due`,
    values: [queues.map(({ id }) => id), queues.map(({ limit }) => limit), now],
  })
  return rows
}

/** A batch of events queued for a webhook, without those already attempted. */
export interface EventBatchRow {
  id: number
  webhookId: string
  eventIds: string[]
  createdAt: number
}

const unattemptedEventIds = `array(select event_id from unnest(event_ids) with ordinality as queued (event_id, ordinal)
  where not exists (select 1 from webhook_deliveries as tried where tried.webhook_id = batch.webhook_id
  and tried.event_id = queued.event_id) order by ordinal)`

/**
 * The oldest batches of each webhook except `excludedIds`, about as many as are read ahead. Batches up to `maybeDeliveredUpTo` may have
 * been partially delivered, so events with a recorded attempt are left out.
 */
export async function findOldestBatches(
  pool: pg.Pool,
  queues: readonly { id: string; maybeDeliveredUpTo: number }[],
  excludedIds: readonly number[],
): Promise<EventBatchRow[]> {
  const { rows } = await pool.query<EventBatchRow>({
    name: 'oldest-batches',
    text: `select batch.id, webhook_id as "webhookId",
      case when batch.id <= queue.maybe_delivered_up_to then ${unattemptedEventIds} else event_ids end as "eventIds",
      ${milliseconds('created_at')} as "createdAt"
     from unnest($1::text[], $2::bigint[]) as queue (id, maybe_delivered_up_to)
     cross join lateral (
       select * from (
         select *, sum(size) over (order by id) - size as before from (select * from webhook_event_batches where webhook_id = queue.id
         and id <> all ($3::bigint[]) order by id limit ${readAheadBatches}) as oldest
       ) as counted where before < ${readAheadDeliveries}
     ) as batch order by batch.id`,
    values: [queues.map(({ id }) => id), queues.map(({ maybeDeliveredUpTo }) => maybeDeliveredUpTo), excludedIds],
  })
  return rows
}

export const deleteBatches = (pool: pg.Pool, ids: readonly number[]) =>
  pool.query('delete from webhook_event_batches where id = any($1)', [ids])

export async function findEventBodies(pool: pg.Pool, eventIds: readonly string[]): Promise<{ id: string; event: string; body: string }[]> {
  const { rows } = await pool.query<{ id: string; event: string; body: string }>(
    'select id, event, body from webhook_events where id = any($1)',
    [eventIds],
  )
  return rows
}

export interface DeliveryResult {
  delivery: DueDelivery
  state: DeliveryState
  tries: number
  nextAt: Date | null
  attempt: Attempt
}

const isCanceled = `existing.state = 'failed' and excluded.state = 'retrying'`

/** Inserts a row after the first attempt of a delivery; later attempts are appended to it. One that was canceled meanwhile is not retried. */
export async function writeResults(em: EntityManager, results: readonly DeliveryResult[]): Promise<void> {
  const column = (of: (result: DeliveryResult) => string | number | null) => results.map(of)
  const instant = (at: number) => new Date(at).toISOString()
  await executeBound(
    em,
    `insert into webhook_deliveries as existing (webhook_id, event_id, event, state, tries, next_at, give_up_at, http_status, attempts, created_at)
     select * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::smallint[], ?::timestamptz[], ?::timestamptz[], ?::integer[],
     ?::jsonb[], ?::timestamptz[])
     on conflict (webhook_id, event_id) do update
     set state = case when ${isCanceled} then 'failed' else excluded.state end, tries = excluded.tries,
     next_at = case when ${isCanceled} then null else excluded.next_at end, http_status = excluded.http_status,
     attempts = existing.attempts || excluded.attempts`,
    [
      column(({ delivery }) => delivery.webhookId),
      column(({ delivery }) => delivery.eventId),
      column(({ delivery }) => delivery.event),
      column(({ state }) => state),
      column(({ tries }) => tries),
      column(({ nextAt }) => nextAt && nextAt.toISOString()),
      column(({ delivery }) => instant(delivery.giveUpAt)),
      column(({ attempt }) => attempt.status),
      column(({ attempt }) => JSON.stringify([attempt])),
      column(({ delivery }) => instant(delivery.createdAt)),
    ],
  )
}

/** Whether an attempt to send the event to the webhook is recorded. */
export async function hasDelivery(em: EntityManager, webhookId: string, eventId: string): Promise<boolean> {
  const rows = await em.execute('select 1 from webhook_deliveries where webhook_id = ? and event_id = ?', [webhookId, eventId])
  return rows.length > 0
}

export const deleteEmptyBatches = (em: EntityManager, batchIds: readonly number[]) =>
  executeBound(em, 'delete from webhook_event_batches where id = any (?::bigint[])', [batchIds])

export type WebhookWithHealth = Health & {
  id: string
  workspaceId: string | null
  partnerId: string | null
  name: string
  url: string
  receiver: Webhook['receiver']
}

/** Reads the health of webhooks and locks their rows until the transaction ends. */
export async function lockHealth(em: EntityManager, ids: readonly string[]): Promise<WebhookWithHealth[]> {
  const rows: WebhookWithHealth[] = await em.execute(
    `select id, workspace_id as "workspaceId", partner_id as "partnerId", name, url, receiver, consecutive_failures as "consecutiveFailures",
      last_failed_at as "lastFailedAt", pauses, paused_until as "pausedUntil", disabled_at as "disabledAt"
     from webhooks where id in (select jsonb_array_elements_text(?::jsonb)) order by id for no key update`,
    [JSON.stringify(ids)],
  )
  const date = (text: Date | null) => text && new Date(text)
  return rows.map((row) => ({
    ...row,
    lastFailedAt: date(row.lastFailedAt),
    pausedUntil: date(row.pausedUntil),
    disabledAt: date(row.disabledAt),
  }))
}

export async function writeHealth(
  em: EntityManager,
  id: string,
  { consecutiveFailures, lastFailedAt, pauses, pausedUntil, disabledAt }: Health,
): Promise<void> {
  await em.execute(
    'update webhooks set consecutive_failures = ?, last_failed_at = ?, pauses = ?, paused_until = ?, disabled_at = ? where id = ?',
    [consecutiveFailures, lastFailedAt, pauses, pausedUntil, disabledAt, id],
  )
}

export const deleteWebhookRow = (em: EntityManager, id: string) => em.execute('delete from webhooks where id = ?', [id])
