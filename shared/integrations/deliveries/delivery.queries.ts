/** SQL of inbound deliveries. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { deleteBatch } from '../../kernel/db/delete-batch.queries.js'
import type { Scope } from '../../kernel/scope.js'
import type { Connection } from '../connections/connection.queries.js'

export const deliveryStates = ['received', 'retrying', 'processed', 'ignored', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export interface Delivery {
  id: string
  connectionId: string
  workspaceId: string
  /** Deduplicates repeated deliveries. */
  externalId: string
  eventType: string
  state: DeliveryState
  reason: string | null
  attempts: number
  headers: Record<string, string>
  receivedAt: Date
  changedAt: Date
}
export type DeliveryWithBody = Delivery & { body: Buffer }

const columns = `d.id, d.connection_id as "connectionId", d.workspace_id as "workspaceId", d.external_id as "externalId",
  d.event_type as "eventType", d.state, d.reason, d.attempts, d.headers,
  d.received_at as "receivedAt", d.changed_at as "changedAt"`

/** Returns false for a duplicate. */
export async function insertDelivery(
  { em }: Scope,
  { id, connectionId, workspaceId, externalId, eventType, state, reason, headers, body, receivedAt }: DeliveryWithBody,
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

/** Locks the row until the transaction ends. */
export async function lockDelivery({ em }: Scope, id: string): Promise<Pick<Delivery, 'state'> | null> {
  const rows: Pick<Delivery, 'state'>[] = await em.execute('select state from integration_deliveries where id = ? for update', [id])
  return rows[0] ?? null
}

export async function readDelivery({ pool }: Scope, id: string): Promise<DeliveryWithBody | null> {
  const { rows } = await pool.query<DeliveryWithBody>(`select ${columns}, d.body from integration_deliveries d where d.id = $1`, [id])
  return rows[0] ?? null
}

export interface DeliveryResult {
  state: DeliveryState
  reason: string | null
  /** Identifiers of an unknown customer, or of an unattributed sale; the delivery is retried once one of them becomes known. */
  pendingOn: readonly string[] | null
  /** The affected customer. */
  customerId: string | null
}

export async function storeResult({ em, now }: Scope, id: string, { state, reason, pendingOn, customerId }: DeliveryResult): Promise<void> {
  await em.execute(
    `update integration_deliveries set state = ?, reason = ?, pending_on = ?, pending_identifiers = ?::text[], customer_id = ?,
      attempts = attempts + 1, changed_at = ? where id = ?`,
    [state, reason, pendingOn?.[0] ?? null, pendingOn && arrayLiteral(pendingOn), customerId, now(), id],
  )
}

/** Deliveries of the earlier version have the first identifier only. */
const isPendingOnAny = '(pending_on = any (?::text[]) or pending_identifiers && ?::text[])'
const pendingParams = (identifiers: readonly string[]) => [arrayLiteral(identifiers), arrayLiteral(identifiers)]

/** Deletes the bodies of the customers' deliveries and keeps the rows. */
export async function eraseDeliveriesOfCustomers({ em, now }: Scope, customerIds: readonly string[]): Promise<void> {
  await em.execute(`${eraseSql} where customer_id = any (?::text[]) and (body <> '{}' or pending_on is not null)`, [
    now(),
    arrayLiteral(customerIds),
  ])
}

const eraseSql = `update integration_deliveries
  set body = '{}', pending_on = null, pending_identifiers = null, changed_at = ?,
    state = case state when 'processed' then state else 'ignored' end, reason = 'the customer was deleted'`

/**
 * Erases finished deliveries without a customer that are pending on one of the identifiers or contain one of the email addresses, in any
 * case of letters.
 */
export async function eraseDeliveriesNaming({ em, now }: Scope, workspaceId: string, identifiers: readonly string[]): Promise<void> {
  const addresses = identifiers.filter((text) => text.includes('@')).map((text) => JSON.stringify(text))
  await em.execute(
    `${eraseSql} where workspace_id = ? and customer_id is null and state in ('failed', 'ignored')
       and (${isPendingOnAny} or exists (select from unnest(array[?]::text[]) as address
       where position(lower(address) in lower(convert_from(body, 'UTF8'))) > 0))`,
    [now(), workspaceId, ...pendingParams(identifiers), addresses.length > 0 ? addresses : [null]],
  )
}

export async function reassignDeliveries({ em }: Scope, from: string, to: string): Promise<void> {
  await em.execute('update integration_deliveries set customer_id = ? where customer_id = ?', [to, from])
}

export async function recordFailure({ em, now }: Scope, id: string, reason: string): Promise<void> {
  await em.execute(
    `update integration_deliveries set state = 'retrying', reason = ?, attempts = attempts + 1, changed_at = ? where id = ?
      and state in ('received', 'retrying')`,
    [reason, now(), id],
  )
}

/** Keeps the reason of the last attempt. */
export async function markFailed({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(
    `update integration_deliveries set state = 'failed', changed_at = ? where id = ? and state in ('received', 'retrying')`,
    [now(), id],
  )
}

interface DeliveryFilter {
  state?: DeliveryState | undefined
  eventType?: string | undefined
  /** Id of the last delivery of the previous page. */
  startingAfter?: string | undefined
}

export async function findDeliveries(
  { pool }: Scope,
  { id }: Pick<Connection, 'id'>,
  { state, eventType, startingAfter }: DeliveryFilter,
  size: number,
): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `select ${columns} from integration_deliveries d
     where d.connection_id = $1 and ($2::text is null or d.state = $2) and ($3::text is null or d.event_type = $3) and ($4::text is null
     or d.id < $4) order by d.id desc limit $5`,
    [id, state ?? null, eventType ?? null, startingAfter ?? null, size],
  )
  return rows
}

export async function countByState({ pool }: Scope, { id }: Pick<Connection, 'id'>): Promise<Record<DeliveryState, number>> {
  const { rows } = await pool.query<{ state: DeliveryState; count: number }>(
    'select state, count(*)::int as count from integration_deliveries where connection_id = $1 group by 1',
    [id],
  )
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  return Object.fromEntries(deliveryStates.map((state) => [state, counts.get(state) ?? 0])) as Record<DeliveryState, number>
}

export async function findDelivery(
  { pool }: Scope,
  { id: connectionId }: Pick<Connection, 'id'>,
  id: string,
): Promise<DeliveryWithBody | null> {
  const { rows } = await pool.query<DeliveryWithBody>(
    `select ${columns}, d.body from integration_deliveries d where d.id = $1 and d.connection_id = $2`,
    [id, connectionId],
  )
  return rows[0] ?? null
}

const resetColumns = `state = 'received', reason = null, pending_on = null, pending_identifiers = null, attempts = 0`
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** Resets the oldest deliveries in a state after the cursor and returns their ids. */
export async function resetDeliveries(
  { em, now }: Scope,
  { id }: Pick<Connection, 'id'>,
  { state, startingAfter }: { state: DeliveryState; startingAfter: string },
  limit: number,
): Promise<string[]> {
  return idsOf(
    await em.execute(
      `update integration_deliveries set ${resetColumns}, changed_at = ? where id in (select id from integration_deliveries
        where connection_id = ? and state = ? and id > ? order by id limit ? for update skip locked) returning id`,
      [now(), id, state, startingAfter, limit],
    ),
  )
}

export async function resetDelivery({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(`update integration_deliveries set ${resetColumns}, changed_at = ? where id = ?`, [now(), id])
}

/** Resets deliveries that are pending on one of the identifiers and returns their ids. */
export async function resetPendingDeliveries(
  { em, now }: Scope,
  workspaceId: string,
  identifiers: readonly string[],
  since: Date,
): Promise<string[]> {
  if (identifiers.length === 0) return []
  return idsOf(
    await em.execute(
      `update integration_deliveries set ${resetColumns}, changed_at = ? where workspace_id = ? and ${isPendingOnAny}
        and received_at > ? and state = 'ignored' returning id`,
      [now(), workspaceId, ...pendingParams(identifiers), since],
    ),
  )
}

/** Resets a delivery that is pending on a customer. Returns whether it was. */
export async function resetIfPending({ em, now }: Scope, id: string): Promise<boolean> {
  const rows = await em.execute(
    `update integration_deliveries set ${resetColumns}, changed_at = ? where id = ? and state = 'ignored' and pending_on is not null returning 1`,
    [now(), id],
  )
  return rows.length > 0
}

/** Returns unprocessed deliveries whose job was lost, for example with an emptied queue, and marks them as changed. */
export async function claimLostDeliveries({ em, now }: Scope, before: Date, limit: number): Promise<string[]> {
  return idsOf(
    await em.execute(
      `update integration_deliveries set changed_at = ? where id in (select id from integration_deliveries
        where state in ('received', 'retrying') and changed_at < ? limit ? for update skip locked) returning id`,
      [now(), before, limit],
    ),
  )
}

const deletable = {
  connection: 'connection_id = ?',
  workspace: 'workspace_id = ?',
  receivedBefore: 'received_at < ?',
} as const

/** Deletes up to `limit` deliveries and returns how many. */
export async function deleteDeliveriesBy(em: EntityManager, by: keyof typeof deletable, value: unknown, limit: number): Promise<number> {
  const rows = await em.execute(
    `delete from integration_deliveries where id in (select id from integration_deliveries where ${deletable[by]} limit ?) returning 1`,
    [value, limit],
  )
  return rows.length
}

/** Deletes up to `limit` stored sales of a workspace and returns how many. */
export const deleteSalesOfWorkspace = (em: EntityManager, workspaceId: string, limit: number) =>
  deleteBatch(em, 'integration_sales', 'workspace_id = ?', [workspaceId], limit)
