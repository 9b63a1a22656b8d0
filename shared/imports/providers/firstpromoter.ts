import { bearer, countOf, idOf, nested, present, type Provider, queryOf, readRows, type Row, type SourceObject } from './provider.js'
import { inSteps, type Step } from './steps.js'

const pageSize = 100

/** A list is an array, or an object with the array as its data. */
const rowsOf = (body: unknown): unknown[] => {
  const rows = Array.isArray(body) ? (body as unknown[]) : nested(body).data
  if (!Array.isArray(rows)) throw new TypeError('no list')
  return rows
}

const list = (
  kind: Exclude<Step['optional'], 'link' | undefined>,
  path: string,
  query: string,
  read: (row: Row) => SourceObject | null,
): Step => ({
  path: (page) => `/${path}?${queryOf({ page: page || 1, per_page: pageSize })}${query}`,
  read: (body, page) => {
    const rows = rowsOf(body)
    return { kind, rows: readRows(rows, read), next: rows.length < pageSize ? null : String(Number(page || 1) + 1) }
  },
})

const groups = list('group', 'promoter_campaigns', '', (row) => {
  const campaign = nested(row.campaign)
  return { id: idOf(campaign.id ?? row.id), name: campaign.name ?? row.name }
})

const partners = list('partner', 'promoters', '&filters[state]=accepted&filters[referrals_count][from]=1', (row) => {
  const profile = nested(row.profile)
  const memberships = (Array.isArray(row.promoter_campaigns) ? row.promoter_campaigns : []).map(nested)
  return {
    id: idOf(row.id),
    email: row.email,
    name: present(row.name) ?? row.email,
    country: profile.country,
    tenantId: present(row.cust_id),
    groupId: idOf(memberships[0]?.campaign_id) || undefined,
    links: memberships.map((membership, index) => ({
      id: idOf(membership.id),
      key: membership.ref_token,
      clicks: index === 0 ? countOf(nested(row.stats).clicks_count) : 0,
    })),
  }
})

const promoterOf = (row: Row) => {
  const membership = nested(row.promoter_campaign)
  return { partnerId: idOf(membership.promoter_id ?? nested(membership.promoter).id), linkId: idOf(membership.id) || undefined }
}

/** Promo codes are one list without pages. */
const codes: Step = {
  path: () => '/promo_codes',
  read: (body) => ({
    kind: 'discountCode',
    rows: readRows(
      rowsOf(body).filter((row) => !nested(row).archived_at),
      (row) => ({ id: idOf(row.id), code: row.code, linkId: idOf(row.promoter_campaign_id) || undefined }),
    ),
    next: null,
  }),
  optional: 'discountCode',
}

const customers = list('customer', 'referrals', '', (row) => ({
  id: idOf(row.id),
  email: row.email,
  externalId: present(row.uid),
  stripeCustomerId: present(row.uid)?.startsWith('cus_') ? row.uid : undefined,
  ...promoterOf(row),
  clickedAt: row.created_at,
  leadAt: row.created_at,
}))

const statusOf = ({ status, is_paid: isPaid }: Row) => (isPaid === true ? 'paid' : status === 'denied' ? 'canceled' : 'pending')

/**
 * `sale_amount` and `amount` are in the currency of the account, which no list names. The amount that was paid, with its currency, gives
 * the rate between the two.
 */
function moneyOf({ sale_amount: amount, amount: earnings, original_sale_amount: original, original_sale_currency: currency }: Row) {
  const rate = Number(original) / Number(amount)
  if (!(rate > 0 && Number.isFinite(rate))) return { amount, earnings }
  return { amount: original, earnings: Math.round(Number(earnings) * rate), currency }
}

/** Rewards in credits, points or months are no money: they are reported as unsupported. */
const commissions = list('commission', 'commissions', '', (row) => ({
  id: idOf(row.id),
  customerId: idOf(nested(row.referral).id),
  ...promoterOf(row),
  invoiceId: present(row.event_id) ?? idOf(row.id),
  ...moneyOf(row),
  unit: row.unit,
  status: statusOf(row),
  soldAt: row.created_at,
}))

export const firstpromoter: Provider = {
  title: 'FirstPromoter',
  requires: ['accountId'],
  needsProgram: true,
  address: ({ importAddresses }) => importAddresses.firstpromoter,
  headers: (token, { accountId }) => ({ ...bearer(token), 'account-id': accountId ?? '' }),
  ownDomains: [],
  ...inSteps([groups, partners, codes, customers, commissions]),
}
