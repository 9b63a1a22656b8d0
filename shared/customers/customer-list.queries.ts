/** SQL of customer lists and counts. Every query is restricted to the workspace. */
import type { InWorkspace, WorkspaceScope } from '../accounts/index.js'
import { arrayLiteral } from '../kernel/db/array-literal.js'
import type { CustomerFilter, customerSortKeys } from './customer-input.schema.js'
import { type Customer, customerFromRow } from './customer.entity.js'
import type { CustomerResponse } from './customer.schema.js'
import { nicknameCodes } from './nickname.js'

/** Range of the sorted customers; cursors are customer ids. */
export type CustomerRange = { after: string; size: number } | { before: string; size: number } | { skip: number; size: number }

export interface CustomerOrder {
  by: (typeof customerSortKeys)[number]
  direction: 'asc' | 'desc'
}

/** Ids sort by creation time. A merge makes a customer older than its id, which must not move it to another page. */
const sortColumns = {
  createdAt: 'id',
  saleAmount: 'sale_amount',
  firstSaleAt: 'first_sale_at',
  subscriptionCanceledAt: 'subscription_canceled_at',
} as const
const reversed = { asc: 'desc', desc: 'asc' } as const

export async function customersMatching(
  scope: WorkspaceScope,
  filter: CustomerFilter,
  { by, direction }: CustomerOrder,
  range: CustomerRange,
): Promise<Customer[]> {
  const { sql, params } = conditions(scope, filter)
  const backward = 'before' in range
  const byId = backward || 'after' in range
  const sqlDirection = backward ? reversed[direction] : direction
  const bound = byId ? ` and id ${sqlDirection === 'asc' ? '>' : '<'} ?` : ''
  const cursor = 'after' in range ? [range.after] : 'before' in range ? [range.before] : []
  const order = by === 'createdAt' ? `id ${sqlDirection}` : `${sortColumns[by]} ${sqlDirection} nulls last, id ${sqlDirection}`
  const rows = await scope.em.execute(`select * from customers where ${sql}${bound} order by ${order} limit ? offset ?`, [
    ...params,
    ...cursor,
    range.size,
    'skip' in range ? range.skip : 0,
  ])
  const customers = rows.map((row) => customerFromRow(scope.em, row))
  return backward ? customers.toReversed() : customers
}

export async function countCustomersMatching(scope: WorkspaceScope, filter: CustomerFilter): Promise<number> {
  const { sql, params } = conditions(scope, filter)
  const rows: { count: number }[] = await scope.em.execute(`select count(*)::int as count from customers where ${sql}`, params)
  return rows[0]?.count ?? 0
}

const maxGroups = 10_000

export async function customersByCountry(
  scope: WorkspaceScope,
  filter: CustomerFilter,
): Promise<{ country: string | null; _count: number }[]> {
  const { sql, params } = conditions(scope, { ...filter, country: undefined })
  return scope.em.execute(
    `select country, count(*)::int as _count from customers where ${sql} group by 1 order by 2 desc, 1 limit ${maxGroups}`,
    params,
  )
}

/** Customers of deleted links, and of links in the hidden folders, are excluded. */
export async function customersByLink(
  scope: WorkspaceScope,
  filter: CustomerFilter,
  hiddenFolders: readonly string[],
): Promise<{ linkId: string; _count: number; shortLink: string; url: string }[]> {
  const { sql, params } = conditions(scope, { ...filter, linkId: undefined })
  return scope.em.execute(
    `select links.id as "linkId", counted._count, links.short_link as "shortLink", links.url
     from (select link_id, count(*)::int as _count from customers where ${sql} group by 1) as counted
     join links on links.id = counted.link_id and links.workspace_id = ? and ${outside}
     order by 2 desc, 1 limit ${maxGroups}`,
    [...params, scope.workspace.id, hiddenFolders],
  )
}

/** SQL condition on a row of `links`; its parameter is a list of folder ids. */
const outside = '(links.folder_id = any (array[?]::text[])) is not true'

/** Existing links of the customers outside the hidden folders, by link id. */
export async function linksOfCustomers(
  { em, workspace }: InWorkspace,
  customers: readonly Customer[],
  hiddenFolders: readonly string[],
): Promise<Map<string, NonNullable<CustomerResponse['link']>>> {
  const ids = [...new Set(customers.flatMap(({ linkId }) => linkId ?? []))]
  if (ids.length === 0) return new Map()
  const rows: NonNullable<CustomerResponse['link']>[] = await em.execute(
    `select id, domain, key, short_link as "shortLink", url, program_id as "programId" from links where id = any (array[?]::text[]) and workspace_id = ?
       and ${outside}`,
    [ids, workspace.id, hiddenFolders],
  )
  return new Map(rows.map((link) => [link.id, link]))
}

export interface Referral extends Pick<CustomerResponse, 'partner' | 'discount'> {
  /** The partner's id in the system of the workspace. */
  tenantId: string | null
}

/** The partner who referred the customer, and the discount that this partner may offer in the program; by customer id. */
export async function referralsOfCustomers({ em, workspace }: InWorkspace, customers: readonly Customer[]): Promise<Map<string, Referral>> {
  const ids = customers.flatMap(({ id, partnerId }) => (partnerId ? [id] : []))
  if (ids.length === 0) return new Map()
  const rows: ({ id: string } & Referral)[] = await em.execute(
    `select c.id, json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'image', p.image) as partner,
       e.tenant_id as "tenantId", case when d.id is not null then json_build_object(
         'id', d.id, 'amount', d.amount, 'type', d.type, 'maxDuration', d.max_duration, 'couponId', d.coupon_id,
         'couponTestId', d.coupon_test_id, 'description', d.description
       ) end as discount
     from customers c join partners p on p.id = c.partner_id
     left join enrolments e on e.program_id = c.program_id and e.partner_id = c.partner_id
     left join discounts d on d.id = e.discount_id
     where c.id = any (array[?]::text[]) and c.workspace_id = ?`,
    [ids, workspace.id],
  )
  return new Map(rows.map(({ id, ...referral }) => [id, referral]))
}

interface Conditions {
  sql: string
  params: unknown[]
}

/** Where clause of a filter, exported so that tests can explain its plan. */
export function conditions({ workspace }: Pick<WorkspaceScope, 'workspace'>, filter: CustomerFilter): Conditions {
  const parts: [sql: string, ...params: unknown[]][] = [['workspace_id = ?', workspace.id]]
  const profile = profileCondition(filter)
  if (profile) parts.push(profile)
  // Countries are stored in upper case.
  const equal = {
    country: filter.country?.toUpperCase(),
    link_id: filter.linkId,
    program_id: filter.programId,
    partner_id: filter.partnerId,
  }
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) parts.push([`${column} = ?`, value])
  return { sql: parts.map(([sql]) => sql).join(' and '), params: parts.flatMap(([, ...params]) => params) }
}

/** Uses only the most specific of the three filters. */
function profileCondition({ email, externalId, search }: CustomerFilter): [sql: string, ...params: unknown[]] | null {
  if (email) return ['lower(email) = lower(?)', email]
  if (externalId) return ['external_id = ?', externalId]
  if (!search) return null
  if (search.includes('@')) return ['lower(email) = lower(?)', search.trim()]
  const words = search.match(/[\p{L}\p{N}]+/gu)
  return words ? wordsCondition(words) : ['false']
}

/** All words are in the name and the email address, or in the name that is generated for a customer without both. */
function wordsCondition(words: readonly string[]): [sql: string, ...params: unknown[]] {
  const codes = words.map((word) => arrayLiteral(nicknameCodes(word).map(String)))
  const inNickname = codes.map(() => 'and nickname_codes(id) && ?::int[]').join(' ')
  return [
    `(customer_words(name, email) @@ to_tsquery('simple', ?) or (name is null and email is null ${inNickname}))`,
    words.map((word) => `${word}:*`).join(' & '),
    ...codes,
  ]
}
