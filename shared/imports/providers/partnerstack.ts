import {
  basic,
  fieldsOf,
  idOf,
  listOf,
  nested,
  present,
  type Provider,
  queryOf,
  readRows,
  type Row,
  type SourceObject,
} from './provider.js'
import { inSteps, type Step } from './steps.js'

/** The rows of a page, and the key after which the next one begins. */
function pageOf(body: unknown): { items: unknown[]; next: string | null } {
  const { items, has_more: hasMore } = fieldsOf(fieldsOf(body).data)
  const rows = listOf(items)
  return { items: rows, next: hasMore === true ? (present(nested(rows.at(-1)).key) ?? null) : null }
}

const pathOf = (path: string, after: string, query: Record<string, string> = {}) =>
  `/${path}?${queryOf({ limit: 100, ...query, starting_after: after || undefined })}`

const list = (
  kind: Exclude<Step['optional'], 'link' | undefined>,
  path: string,
  query: Record<string, string>,
  read: (row: Row) => SourceObject | null,
): Step => ({
  path: (after) => pathOf(path, after, query),
  read: (body) => {
    const { items, next } = pageOf(body)
    return { kind, rows: readRows(items, read), next }
  },
})

/** Times are milliseconds since 1970. */
const instant = (value: unknown) => (typeof value === 'number' ? new Date(value).toISOString() : value)

const groups = list('group', 'groups', {}, (row) => ({ id: present(row.slug) ?? row.key, name: row.name }))

const approved = { approved_status: 'approved' }
const nameOf = (row: Row) => [row.first_name, row.last_name].flatMap((part) => present(part) ?? []).join(' ') || undefined
const partners = list('partner', 'partnerships', approved, (row) => ({
  id: row.key,
  email: row.email,
  name: nameOf(row),
  country: nested(row.address).country,
  groupId: present(nested(row.group).slug),
  isActive: Number(nested(row.stats).CUSTOMER_COUNT ?? 0) > 0,
  hasLinks: true,
}))

/**
 * The links of each partnership are a list of their own. The cursor has the partnerships left of a page, the link after which the next page
 * of the first of them begins, and where the next page of partnerships begins.
 */
interface LinkCursor {
  left: string[]
  within?: string | undefined
  after: string | null
}
const cursorOf = (page: string): LinkCursor => (page === '' ? { left: [], after: '' } : (JSON.parse(page) as LinkCursor))

const links: Step = {
  path(page) {
    const { left, within, after } = cursorOf(page)
    if (left[0] === undefined) return pathOf('partnerships', after ?? '', approved)
    const path = `links/partnership/${encodeURIComponent(left[0])}`
    return within === undefined ? `/${path}` : pathOf(path, within)
  },
  read(body, page) {
    const { left, after } = cursorOf(page)
    const { items, next } = pageOf(body)
    if (left[0] === undefined) {
      const active = items.filter((item) => Number(nested(nested(item).stats).CUSTOMER_COUNT ?? 0) > 0)
      return {
        kind: 'partnerLink',
        isSmall: true,
        rows: [],
        next: nextOf({ left: active.map((item) => idOf(nested(item).key)), after: next }),
      }
    }
    const rows = readRows(items, (row) => ({ id: row.key, key: keyOf(row), partnerId: left[0] }))
    return {
      kind: 'partnerLink',
      isSmall: true,
      rows,
      next: nextOf(next === null ? { left: left.slice(1), after } : { left, within: next, after }),
    }
  },
}
const nextOf = ({ left, within, after }: LinkCursor) =>
  left.length > 0 || after ? JSON.stringify({ left, within, after: after ?? null } satisfies LinkCursor) : null

/** The last part of the address, for example `https://acme.partnerlinks.io/ada`. */
const keyOf = ({ url }: Row) =>
  present(url)
    ?.replace(/[?#].*$/, '')
    .split('/')
    .findLast(Boolean)

const customers = list('customer', 'customers', {}, (row) => {
  const ownId = present(row.customer_key) ?? present(row.provider_key)
  return {
    id: row.key,
    name: row.name,
    email: row.email,
    externalId: ownId,
    stripeCustomerId: [row.provider_key, row.customer_key].map(idOf).find((id) => id.startsWith('cus_')),
    partnerId: present(row.partnership_key) ?? present(nested(row.partnership).key),
    clickedAt: instant(row.created_at),
    leadAt: instant(row.created_at),
  }
})

const statuses: Record<string, string> = {
  hold: 'fraud',
  pending: 'pending',
  approved: 'pending',
  declined: 'canceled',
  paid: 'paid',
}

const commissions = list('commission', 'rewards', {}, (row) => {
  const transaction = nested(row.transaction)
  return {
    id: row.key,
    customerId: present(row.customer_key) ?? present(nested(row.customer).key),
    partnerId: present(row.partnership_key) ?? present(nested(row.partnership).key),
    invoiceId: present(transaction.key) ?? row.key,
    amount: transaction.amount ?? 0,
    earnings: row.amount,
    currency: transaction.currency ?? row.currency,
    earningsCurrency: row.currency,
    status: statuses[idOf(row.reward_status ?? row.status)],
    soldAt: instant(transaction.created_at ?? row.created_at),
  }
})

export const partnerstack: Provider = {
  title: 'PartnerStack',
  needsProgram: true,
  address: ({ importAddresses }) => importAddresses.partnerstack,
  headers: basic,
  ownDomains: [],
  ...inSteps([groups, partners, links, customers, commissions]),
}
