/** All SQL of deliveries. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteSome as deleteRows } from '../../kernel/delete-some.queries.js'
import type { Scope } from '../../kernel/scope.js'
import type { Connection } from '../connections/connection.queries.js'

export const deliveryStates = ['received', 'retrying', 'processed', 'ignored', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export interface Delivery {
  id: string
  connectionId: string
  workspaceId: string
  /** What makes it one, however often it comes. */
  externalId: string
  eventType: string
  state: DeliveryState
  reason: string | null
  attempts: number
  headers: Record<string, string>
  receivedAt: Date
  changedAt: Date
}
export type WholeDelivery = Delivery & { body: Buffer }

const columns = `d.id, d.connection_id as "connectionId", d.workspace_id as "workspaceId", d.external_id as "externalId", d.event_type as "eventType", d.state, d.reason, d.attempts, d.headers,
  d.received_at as "receivedAt", d.changed_at as "changedAt"`

/** Answers whether it is the first of its id. */
export async function insertDelivery(
  { em }: Scope,
  { id, connectionId, workspaceId, externalId, eventType, state, reason, headers, body, receivedAt }: WholeDelivery,
): Promise<boolean> {
  const rows = await em.execute(
    `insert into integration_deliveries (id, workspace_id, connection_id, external_id, event_type, state, reason, headers, body, received_at, changed_at)
     values (?, ?, ?, ?, ?, ?, ?, ?::jsonb, decode(?, 'base64'), ?, ?) on conflict (connection_id, external_id) do nothing returning id`,
    [
      id,
      workspaceId,
      connectionId,
      externalId,
      eventType,
      state,
      reason,
      JSON.stringify(headers),
      body.toString('base64'),
      receivedAt,
      receivedAt,
    ],
  )
  return rows.length > 0
}

/** Nobody else works on it before this transaction ends. */
export async function lockDelivery({ em }: Scope, id: string): Promise<Pick<Delivery, 'state'> | null> {
  const rows: Pick<Delivery, 'state'>[] = await em.execute('select state from integration_deliveries where id = ? for update', [id])
  return rows[0] ?? null
}

export async function readDelivery({ pool }: Scope, id: string): Promise<WholeDelivery | null> {
  const { rows } = await pool.query<WholeDelivery>(`select ${columns}, d.body from integration_deliveries d where d.id = $1`, [id])
  return rows[0] ?? null
}

export interface Closing {
  state: DeliveryState
  reason: string | null
  /** By whom it could be credited, should they become known. */
  waitsFor: string | null
  /** Whom it tells of. */
  customerId: string | null
}

export async function closeDelivery({ em, now }: Scope, id: string, { state, reason, waitsFor, customerId }: Closing): Promise<void> {
  await em.execute(
    'update integration_deliveries set state = ?, reason = ?, waits_for = ?, customer_id = ?, attempts = attempts + 1, changed_at = ? where id = ?',
    [state, reason, waitsFor, customerId, now(), id],
  )
}

/** That they came is kept, what they said is not. */
export async function emptyDeliveriesOf({ em, now }: Scope, customerId: string): Promise<void> {
  await em.execute(`${emptied} where customer_id = ?`, [now(), customerId])
}

const emptied = `update integration_deliveries set body = '{}', waits_for = null, changed_at = ?, state = case state when 'processed' then state else 'ignored' end, reason = 'the customer was deleted'`

/**
 * Of those that are nobody's and that nothing is done with any more: which wait for one of the names, or have an address among them as one
 * of their values.
 */
export async function emptyDeliveriesNaming({ em, now }: Scope, workspaceId: string, names: readonly string[]): Promise<void> {
  const addresses = names.filter((name) => name.includes('@')).map((name) => JSON.stringify(name))
  await em.execute(
    `${emptied} where workspace_id = ? and customer_id is null and state in ('failed', 'ignored')
       and (waits_for = any (array[?]::text[]) or exists (select from unnest(array[?]::text[]) as address where position(convert_to(address, 'UTF8') in body) > 0))`,
    [now(), workspaceId, names, addresses.length > 0 ? addresses : [null]],
  )
}

export async function moveDeliveriesOf({ em }: Scope, from: string, to: string): Promise<void> {
  await em.execute('update integration_deliveries set customer_id = ? where customer_id = ?', [to, from])
}

export async function noteFailure({ em, now }: Scope, id: string, reason: string): Promise<void> {
  await em.execute(
    `update integration_deliveries set state = 'retrying', reason = ?, attempts = attempts + 1, changed_at = ? where id = ? and state in ('received', 'retrying')`,
    [reason, now(), id],
  )
}

/** The reason is that of the last attempt. */
export async function giveUp({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(
    `update integration_deliveries set state = 'failed', changed_at = ? where id = ? and state in ('received', 'retrying')`,
    [now(), id],
  )
}

interface DeliveryFilter {
  state?: DeliveryState | undefined
  eventType?: string | undefined
  /** The one before the first of the answer. */
  startingAfter?: string | undefined
}

export async function deliveriesMatching(
  { pool }: Scope,
  { id }: Pick<Connection, 'id'>,
  { state, eventType, startingAfter }: DeliveryFilter,
  size: number,
): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `select ${columns} from integration_deliveries d
     where d.connection_id = $1 and ($2::text is null or d.state = $2) and ($3::text is null or d.event_type = $3) and ($4::text is null or d.id < $4) order by d.id desc limit $5`,
    [id, state ?? null, eventType ?? null, startingAfter ?? null, size],
  )
  return rows
}

export async function countByState({ pool }: Scope, { id }: Pick<Connection, 'id'>): Promise<Record<DeliveryState, number>> {
  const { rows } = await pool.query<{ state: DeliveryState; count: number }>(
    'select state, count(*)::int as count from integration_deliveries where connection_id = $1 group by 1',
    [id],
  )
  const counted = new Map(rows.map(({ state, count }) => [state, count]))
  return Object.fromEntries(deliveryStates.map((state) => [state, counted.get(state) ?? 0])) as Record<DeliveryState, number>
}

export async function deliveryOf({ pool }: Scope, { id: connectionId }: Pick<Connection, 'id'>, id: string): Promise<WholeDelivery | null> {
  const { rows } = await pool.query<WholeDelivery>(
    `select ${columns}, d.body from integration_deliveries d where d.id = $1 and d.connection_id = $2`,
    [id, connectionId],
  )
  return rows[0] ?? null
}

const anew = `state = 'received', reason = null, waits_for = null, attempts = 0`
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** The oldest of a state behind one, to be worked on anew; answers their ids. */
export async function restart(
  { em, now }: Scope,
  { id }: Pick<Connection, 'id'>,
  { state, startingAfter }: { state: DeliveryState; startingAfter: string },
  most: number,
): Promise<string[]> {
  return idsOf(
    await em.execute(
      `update integration_deliveries set ${anew}, changed_at = ? where id in (select id from integration_deliveries where connection_id = ? and state = ? and id > ? order by id limit ? for update skip locked) returning id`,
      [now(), id, state, startingAfter, most],
    ),
  )
}

export async function restartOne({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(`update integration_deliveries set ${anew}, changed_at = ? where id = ?`, [now(), id])
}

/** Those that nobody could be credited with when they came, and that name one of these; answers their ids. */
export async function restartWaiting({ em, now }: Scope, workspaceId: string, names: readonly string[], since: Date): Promise<string[]> {
  if (names.length === 0) return []
  return idsOf(
    await em.execute(
      `update integration_deliveries set ${anew}, changed_at = ? where workspace_id = ? and waits_for = any (array[?]::text[]) and received_at > ? and state = 'ignored' returning id`,
      [now(), workspaceId, names, since],
    ),
  )
}

/** Those whose job was lost, as with a queue that was emptied; answers their ids. */
export async function restartLost({ em, now }: Scope, before: Date, most: number): Promise<string[]> {
  return idsOf(
    await em.execute(
      `update integration_deliveries set changed_at = ? where id in (select id from integration_deliveries where state in ('received', 'retrying') and changed_at < ? limit ? for update skip locked) returning id`,
      [now(), before, most],
    ),
  )
}

const deletable = {
  connection: 'connection_id = ?',
  workspace: 'workspace_id = ?',
  receivedBefore: 'received_at < ?',
} as const

/** Deletes some; answers how many. */
export async function deleteSome(em: EntityManager, by: keyof typeof deletable, value: unknown, most: number): Promise<number> {
  const rows = await em.execute(
    `delete from integration_deliveries where id in (select id from integration_deliveries where ${deletable[by]} limit ?) returning 1`,
    [value, most],
  )
  return rows.length
}

/** What is known of sales of a workspace; answers how many. */
export const deleteSalesOf = (em: EntityManager, workspaceId: string, most: number) =>
  deleteRows(em, 'integration_sales', 'workspace_id = ?', [workspaceId], most)
