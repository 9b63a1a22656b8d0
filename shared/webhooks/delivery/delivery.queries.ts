/** SQL of those who deliver. Outside of any transaction, but for the results. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { isOfOpenWorkspace } from '../../accounts/index.js'
import { executeBound } from '../../kernel/execute-bound.js'
import { bundlesAhead, lease, readAhead } from '../limits.js'
import type { Attempt, DeliveryState } from '../log/delivery.schema.js'
import type { Webhook } from '../webhook.entity.js'
import type { Health } from './health.js'

/** What a delivering process needs to know of a webhook. */
export type Leased = Pick<
  Webhook,
  'id' | 'workspaceId' | 'url' | 'receiver' | 'sealedSecret' | 'formerSecret' | 'formerUntil' | 'consecutiveFailures'
>

const leased =
  'id, workspace_id as "workspaceId", url, receiver, sealed_secret as "sealedSecret", former_secret as "formerSecret", former_until as "formerUntil", consecutive_failures as "consecutiveFailures"'
const until = `now() + ${lease} * interval '1 millisecond'`
const isOpen = isOfOpenWorkspace('webhooks')
const isFree = `disabled_at is null and ${isOpen} and (paused_until is null or paused_until <= $2) and (leased_until is null or leased_until <= now())`
const isDue =
  '(exists (select 1 from webhook_bundles where webhook_id = webhooks.id) or exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and next_at <= $2))'

/** A webhook that was taken just now. */
export interface Taken extends Leased {
  /** The newest bundle of all: another process may have delivered some of this and of older ones. */
  newestBundle: number
}

/** Takes webhooks that have something due, and nobody delivers to; `among` looks at no others. */
export async function takeLeases(pool: pg.Pool, owner: string, now: Date, among: readonly string[] | null): Promise<Taken[]> {
  const { rows } = await pool.query<Taken>(
    `update webhooks set leased_by = $1, leased_until = ${until}
     where id in (select id from webhooks where ${isFree} and ${isDue} and ($3::text[] is null or id = any($3)) for update skip locked)
     returning ${leased}, coalesce((select max(id) from webhook_bundles), 0) as "newestBundle"`,
    [owner, now, among],
  )
  return rows
}

/** Keeps leases, and answers those that are still ours, as their webhooks are now. */
export async function renewLeases(pool: pg.Pool, owner: string, ids: readonly string[]): Promise<Leased[]> {
  const { rows } = await pool.query<Leased>(
    `update webhooks set leased_until = ${until} where id = any($2) and leased_by = $1 and disabled_at is null and ${isOpen} returning ${leased}`,
    [owner, ids],
  )
  return rows
}

export const releaseLeases = (pool: pg.Pool, owner: string, ids: readonly string[]) =>
  pool.query('update webhooks set leased_by = null, leased_until = null where id = any($2) and leased_by = $1', [owner, ids])

export interface Due {
  webhookId: string
  eventId: string
  event: string
  /** Failed attempts so far, since it was new or sent again. */
  tries: number
  /** Milliseconds since 1970, as the others: most are never looked at. */
  dueAt: number
  giveUpAt: number
  createdAt: number
}

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** What was tried before and is due again, for each webhook the longest due first and no more than it has room for. */
export async function dueDeliveries(pool: pg.Pool, now: Date, lanes: readonly { id: string; room: number }[]): Promise<Due[]> {
  const { rows } = await pool.query<Due>({
    name: 'due-deliveries',
    text: `select webhook_id as "webhookId", event_id as "eventId", event, tries, ${milliseconds('next_at')} as "dueAt", ${milliseconds('give_up_at')} as "giveUpAt", ${milliseconds('created_at')} as "createdAt"
     from unnest($1::text[], $2::int[]) as lane (id, room)
     cross join lateral (select * from webhook_deliveries where webhook_id = lane.id and next_at <= $3 order by next_at limit lane.room) as due`,
    values: [lanes.map(({ id }) => id), lanes.map(({ room }) => room), now],
  })
  return rows
}

/** Events that a webhook is to be told of: those that it was not told of yet. */
export interface BundleRow {
  id: number
  webhookId: string
  eventIds: string[]
  createdAt: number
}

const untried = `array(select event_id from unnest(event_ids) with ordinality as told (event_id, place)
  where not exists (select 1 from webhook_deliveries as tried where tried.webhook_id = bundle.webhook_id and tried.event_id = told.event_id) order by place)`

/**
 * The oldest bundles that are not in hand, for each webhook about as many as are read ahead. Those up to `doubted` may have been delivered
 * in part.
 */
export async function oldestBundles(
  pool: pg.Pool,
  lanes: readonly { id: string; doubted: number }[],
  inHand: readonly number[],
): Promise<BundleRow[]> {
  const { rows } = await pool.query<BundleRow>({
    name: 'oldest-bundles',
    text: `select bundle.id, webhook_id as "webhookId", case when bundle.id <= lane.doubted then ${untried} else event_ids end as "eventIds", ${milliseconds('created_at')} as "createdAt"
     from unnest($1::text[], $2::bigint[]) as lane (id, doubted)
     cross join lateral (
       select * from (
         select *, sum(size) over (order by id) - size as before from (select * from webhook_bundles where webhook_id = lane.id and id <> all ($3::bigint[]) order by id limit ${bundlesAhead}) as oldest
       ) as counted where before < ${readAhead}
     ) as bundle order by bundle.id`,
    values: [lanes.map(({ id }) => id), lanes.map(({ doubted }) => doubted), inHand],
  })
  return rows
}

export const dropBundles = (pool: pg.Pool, ids: readonly number[]) => pool.query('delete from webhook_bundles where id = any($1)', [ids])

export async function bodiesOf(pool: pg.Pool, eventIds: readonly string[]): Promise<{ id: string; event: string; body: string }[]> {
  const { rows } = await pool.query<{ id: string; event: string; body: string }>(
    'select id, event, body from webhook_events where id = any($1)',
    [eventIds],
  )
  return rows
}

export interface Result {
  due: Due
  state: DeliveryState
  tries: number
  nextAt: Date | null
  attempt: Attempt
}

/** A delivery that was tried for the first time becomes a row; to others the attempt is added. */
export async function writeResults(em: EntityManager, results: readonly Result[]): Promise<void> {
  const column = (of: (result: Result) => string | number | null) => results.map(of)
  const instant = (at: number) => new Date(at).toISOString()
  await executeBound(
    em,
    `insert into webhook_deliveries as known (webhook_id, event_id, event, state, tries, next_at, give_up_at, http_status, attempts, created_at)
     select * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::smallint[], ?::timestamptz[], ?::timestamptz[], ?::integer[], ?::jsonb[], ?::timestamptz[])
     on conflict (webhook_id, event_id) do update set state = excluded.state, tries = excluded.tries, next_at = excluded.next_at, http_status = excluded.http_status, attempts = known.attempts || excluded.attempts`,
    [
      column(({ due }) => due.webhookId),
      column(({ due }) => due.eventId),
      column(({ due }) => due.event),
      column(({ state }) => state),
      column(({ tries }) => tries),
      column(({ nextAt }) => nextAt && nextAt.toISOString()),
      column(({ due }) => instant(due.giveUpAt)),
      column(({ attempt }) => attempt.status),
      column(({ attempt }) => JSON.stringify([attempt])),
      column(({ due }) => instant(due.createdAt)),
    ],
  )
}

export const dropEmptied = (em: EntityManager, bundleIds: readonly number[]) =>
  executeBound(em, 'delete from webhook_bundles where id = any (?::bigint[])', [bundleIds])

export type Faring = Health & { id: string; workspaceId: string; name: string; url: string; receiver: Webhook['receiver'] }

/** How webhooks fare; nobody else writes it before this transaction ends. */
export async function lockHealth(em: EntityManager, ids: readonly string[]): Promise<Faring[]> {
  const rows: Faring[] = await em.execute(
    `select id, workspace_id as "workspaceId", name, url, receiver, consecutive_failures as "consecutiveFailures", last_failed_at as "lastFailedAt", pauses, paused_until as "pausedUntil", disabled_at as "disabledAt"
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
