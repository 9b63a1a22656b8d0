import { minorDigits } from '../../tracking/index.js'
import { idOf, listOf, nested, present, type Provider, queryOf, readRows, type Row, type SourceObject } from './provider.js'
import { inSteps, type Step } from './steps.js'

const list = (kind: Exclude<Step['optional'], 'link' | undefined>, path: string, read: (row: Row) => readonly SourceObject[]): Step => ({
  path: (page, { sourceProgramId }) => `/${path}/?${queryOf({ page: page || 1, program_id: sourceProgramId })}`,
  read: (body, page) => {
    const rows = listOf(body)
    const objects = readRows(rows, read)
    return {
      kind,
      rows: objects.flatMap((ofRow): (SourceObject | null)[] => (ofRow === null ? [null] : [...ofRow])),
      // The number of rows of a page depends on the account.
      next: rows.length === 0 ? null : String(Number(page || 1) + 1),
    }
  },
})

const groups = list('group', 'affiliate-groups', ({ id, title }) => [{ id, name: title }])

const nameOf = (row: Row) => [row.firstname, row.lastname].flatMap((part) => present(part) ?? []).join(' ') || undefined
const partners = list('partner', 'affiliates', (row) => {
  const { address, company, referral_link: link, coupon } = row
  const key = present(nested(link).referral_code) ?? present(row.referral_code) ?? refOf(nested(link).link ?? link) ?? present(coupon)
  return [
    {
      id: row.id,
      email: row.email,
      name: nameOf(row) ?? nested(company).name,
      country: nested(nested(address).country).code,
      groupId: present(row.affiliate_group_id) ?? present(nested(row.group).id),
      links: key === undefined ? [] : [{ id: `${idOf(row.id)}/link`, key }],
    },
  ]
})

/** The referral code within a referral link. */
function refOf(link: unknown): string | undefined {
  const address = present(link)
  return address && URL.canParse(address) ? (new URL(address).searchParams.get('ref') ?? undefined) : undefined
}

/** The coupon is a field of the affiliate. */
const codes = list('discountCode', 'affiliates', (row) =>
  present(row.coupon) === undefined ? [] : [{ id: `${idOf(row.id)}/coupon`, code: row.coupon, partnerId: idOf(row.id) }],
)

const affiliateOf = (row: Row) => idOf(nested(row.affiliate).id)

const customers = list('customer', 'customers', (row) => [
  {
    id: row.id,
    name: nested(row.meta_data).name,
    email: nested(row.meta_data).email,
    externalId: present(row.customer_id) ?? idOf(row.id),
    stripeCustomerId: present(row.customer_id)?.startsWith('cus_') ? row.customer_id : undefined,
    partnerId: affiliateOf(row) || idOf(nested(nested(row.click).affiliate).id),
    clickedAt: nested(row.click).created_at ?? row.created_at,
    leadAt: row.created_at,
  },
])

/** A conversion has one commission of the affiliate, and further ones of those who recruited it. */
const commissions = list('commission', 'conversions', (row) =>
  (Array.isArray(row.commissions) ? row.commissions : []).map(nested).map((commission, index) => ({
    id: idOf(commission.id),
    customerId: idOf(nested(row.customer).id),
    partnerId: present(nested(commission.affiliate).id) ?? affiliateOf(row),
    invoiceId: index === 0 ? (present(row.external_id) ?? idOf(row.id)) : `${idOf(row.id)}-${idOf(commission.id)}`,
    amount: index === 0 ? smallestUnits(row.amount, row.currency ?? commission.currency) : 0,
    earnings: smallestUnits(commission.amount, commission.currency ?? row.currency),
    currency: row.currency ?? commission.currency,
    earningsCurrency: commission.currency,
    status: commission.approved === true ? 'paid' : 'pending',
    soldAt: row.created_at,
  })),
)

/** Amounts are in units of the currency. */
const smallestUnits = (amount: unknown, currency: unknown) =>
  Math.round(Number(amount ?? 0) * 10 ** minorDigits(present(currency)?.toLowerCase() ?? 'usd'))

export const tapfiliate: Provider = {
  title: 'Tapfiliate',
  needsProgram: true,
  address: ({ importAddresses }) => importAddresses.tapfiliate,
  headers: (token) => ({ 'x-api-key': token }),
  ownDomains: [],
  ...inSteps([groups, partners, codes, customers, commissions]),
}
