import type { CustomerDeletion } from '../../customers/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import { deleteSegmentsOfClicks, lockSegmentBuildSql } from '../../rollups/index.js'
import { noteValuesSql } from '../deletion/erased-values.queries.js'

type DeletedCustomer = Pick<CustomerDeletion, 'workspaceId' | 'customerId' | 'click' | 'mergedClicks'>

/** A click of a deleted customer. */
export interface ClickOfCustomer {
  id: string
  at: Date
  customerId: string
}

/** One process erases at a time, so that every run ends with nothing left. Released at the end of the transaction. */
export const lockErasuresSql = `select pg_advisory_xact_lock(hashtext('customer_erasures'))`

export async function addErasure({ em }: Scope, { workspaceId, customerId, click, mergedClicks = [] }: DeletedCustomer): Promise<void> {
  await em.execute(
    `insert into customer_erasures (workspace_id, customer_id, click_id, clicked_at, merged_clicks) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
    [workspaceId, customerId, click?.id ?? null, click?.at ?? null, JSON.stringify(mergedClicks)],
  )
}

interface ErasureRow {
  workspace_id: string
  customer_id: string
  click_id: string | null
  clicked_at: Date | string
  /** Null if a worker of an earlier version added the row. */
  merged_clicks: DeletedCustomer['mergedClicks'] | null
}

/** Customers of one workspace, without the postponed ones. */
export async function findErasures({ em }: Scope, postponed: readonly string[], limit: number): Promise<DeletedCustomer[]> {
  const rows: ErasureRow[] = await em.execute(
    `with due as (select * from customer_erasures where customer_id <> all (?::text[]))
     select * from due where workspace_id = (select min(workspace_id) from due) order by customer_id limit ?`,
    [arrayLiteral(postponed), limit],
  )
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    customerId: row.customer_id,
    click: row.click_id === null ? null : { id: row.click_id, at: new Date(row.clicked_at).toISOString() },
    mergedClicks: row.merged_clicks ?? [],
  }))
}

export async function deleteErasures({ em }: Scope, workspaceId: string, customers: readonly DeletedCustomer[]): Promise<void> {
  await em.execute('delete from customer_erasures where workspace_id = ? and customer_id = any (?::text[])', [
    workspaceId,
    idsOf(customers),
  ])
}

/** All events of a customer get the same pseudonymous id, so that distinct visitors stay distinct. */
const erasedHash = (customerId: string) => `substring(sha256(${customerId}::bytea) for 8)`

/** The known clicks of the customers, once each: the first ones, and those of leads and sales. */
const clicksOfCustomers = `
  select distinct on (id, at) id, at, customer_id from (
    select click_id as id, clicked_at as at, customer_id from lead_events where customer_id = any (?::text[])
    union all select named_click_id, named_clicked_at, customer_id from lead_events where customer_id = any (?::text[])
    union all select click_id, clicked_at, customer_id from sale_events where customer_id = any (?::text[])
    union all select click_id, clicked_at, customer_id from jsonb_to_recordset(?::jsonb)
      as first(click_id text, clicked_at timestamptz, customer_id text)
  ) as of_customers where id is not null order by id, at, customer_id`

const idsOf = (customers: readonly DeletedCustomer[]) => arrayLiteral(customers.map(({ customerId }) => customerId))

function clickParameters(customers: readonly DeletedCustomer[]): string[] {
  const ids = idsOf(customers)
  const first = customers.flatMap(({ customerId, click, mergedClicks = [] }) =>
    [click, ...mergedClicks].map((one) => ({ customer_id: customerId, click_id: one?.id, clicked_at: one?.at })),
  )
  return [ids, ids, ids, JSON.stringify(first)]
}

export async function findClicksOfCustomers({ em }: Scope, customers: readonly DeletedCustomer[]): Promise<ClickOfCustomer[]> {
  const rows: { id: string; at: Date | string; customer_id: string }[] = await em.execute(clicksOfCustomers, clickParameters(customers))
  return rows.map(({ id, at, customer_id: customerId }) => ({ id, at: new Date(at), customerId }))
}

/** Erases IP address, user agent, exact location and metadata from those of the customers' events and clicks that are not erased. */
export async function eraseCustomerEvents({ em, now }: Scope, customers: readonly DeletedCustomer[]): Promise<void> {
  const parameters = clickParameters(customers)
  const isUnerased = `identity_hash <> ${erasedHash('known.customer_id')}`
  const clicksWhere = (condition: string) =>
    `(select click_events.* from click_events join (${clicksOfCustomers}) as known using (id) where timestamp = known.at ${condition}) as click`
  await em.execute(lockSegmentBuildSql)
  await em.execute(noteValuesSql(clicksWhere('')), [now(), ...parameters])
  await em.execute(deleteSegmentsOfClicks(clicksWhere(`and ${isUnerased}`)), parameters)
  await em.execute(
    `update click_events set ip = '', user_agent = null, coordinates = null, identity_hash = ${erasedHash('known.customer_id')}
     from (${clicksOfCustomers}) as known where click_events.id = known.id and timestamp = known.at and ${isUnerased}`,
    parameters,
  )
  const hash = `encode(${erasedHash('customer_id')}, 'hex')`
  for (const [table, metadata] of [
    ['lead_events', 'metadata = null'],
    ['sale_events', 'metadata = null, refund_metadata = null'],
  ])
    await em.execute(
      `update ${table} set ip = '', ua = '', latitude = '', longitude = '', identity_hash = ${hash}, ${metadata}
       where customer_id = any (?::text[]) and identity_hash <> ${hash}`,
      [idsOf(customers)],
    )
}
