import {
  bearer,
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

const list = (
  kind: Exclude<Step['optional'], 'link' | undefined>,
  path: string,
  expanded: readonly string[],
  read: (row: Row) => SourceObject | null,
): Step => ({
  path: (page, { sourceProgramId }) =>
    `/${path}?${queryOf({ program_id: sourceProgramId, limit: 100, order: 'asc', starting_after: page || undefined })}` +
    expanded.map((name) => `&expand[]=${name}`).join(''),
  read: (body) => {
    const { data, has_more: hasMore } = fieldsOf(body)
    const next = hasMore === true ? present(nested(listOf(data).at(-1)).id) : undefined
    return {
      kind,
      rows: readRows(
        listOf(data).filter((row) => nested(row).active !== false),
        read,
      ),
      next: next ?? null,
    }
  },
})

const nameOf = (row: Row) => [row.first_name, row.last_name].flatMap((part) => present(part) ?? []).join(' ') || present(row.company_name)
const partnerOf = (row: Row) => present(row.partner_id) ?? present(nested(row.partner).id)

const partners = list('partner', 'partners', [], (row) => ({
  id: row.id,
  email: row.email,
  name: nameOf(row),
  country: row.country_code,
  isActive: (row.status ?? 'active') === 'active',
  hasLinks: true,
}))

const links = list('partnerLink', 'links', ['partner'], (row) => ({ id: row.id, key: row.value, partnerId: partnerOf(row) }))

const codes: Step = {
  ...list('discountCode', 'promotion-codes', [], (row) => ({ id: row.id, code: row.code, partnerId: partnerOf(row) })),
  optional: 'discountCode',
}

const customers = list('customer', 'customers', ['partner'], (row) => {
  const ownId = present(row.customer_id)
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    externalId: ownId,
    stripeCustomerId: ownId?.startsWith('cus_') ? ownId : undefined,
    partnerId: partnerOf(row),
    clickedAt: row.created_at,
    leadAt: present(row.lead_at) ?? row.created_at,
  }
})

const statuses: Record<string, string> = {
  pending: 'pending',
  approved: 'pending',
  paid: 'paid',
  rejected: 'canceled',
  refunded: 'refunded',
}

const commissions = list('commission', 'commissions', ['partner', 'customer'], (row) => ({
  id: row.id,
  customerId: present(row.customer_id) ?? present(nested(row.customer).id),
  partnerId: partnerOf(row),
  invoiceId: present(row.transaction_id) ?? row.id,
  amount: row.revenue,
  earnings: row.amount,
  currency: row.currency,
  status: statuses[idOf(row.status)],
  soldAt: row.created_at,
}))

export const tolt: Provider = {
  title: 'Tolt',
  requires: ['sourceProgramId'],
  needsProgram: true,
  address: ({ importAddresses }) => importAddresses.tolt,
  headers: bearer,
  ownDomains: [],
  ...inSteps([partners, links, codes, customers, commissions]),
}
