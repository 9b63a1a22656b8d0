import {
  basic,
  countOf,
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

const list = (kind: Exclude<Step['optional'], 'link' | undefined>, path: string, query: string, read: Reader): Step => ({
  path: (page) => `/${path}?${queryOf({ page: page || 1, limit: 100 })}${query}`,
  read: (body, _, options) => {
    const { data, pagination } = fieldsOf(body)
    const wanted = (row: unknown) => isWanted(kind, nested(row), options.campaignIds)
    const next = nested(pagination).next_page
    return { kind, rows: readRows(listOf(data).filter(wanted), read), next: next ? idOf(next) : null }
  },
})
type Reader = (row: Row) => SourceObject | null

/** Coupons belong to no campaign: those of partners who are not imported are refused. */
function isWanted(kind: string, row: Row, campaignIds: readonly string[] = []): boolean {
  if (kind === 'discountCode') return row.archived !== true
  return campaignIds.length === 0 || campaignIds.includes(campaignOf(kind, row))
}

function campaignOf(kind: string, row: Row): string {
  if (kind === 'group') return idOf(row.id)
  return idOf(nested((kind === 'customer' ? nested(row.affiliate) : row).campaign).id)
}

const nameOf = (row: Row) => [row.first_name, row.last_name].flatMap((part) => present(part) ?? []).join(' ') || undefined

/** The first sale only, if the campaign pays for one, else for some months or forever. */
const durationOf = ({ max_commissions: commissions, max_commission_period_months: months }: Row) =>
  commissions === 1 || months === 0 ? 0 : typeof months === 'number' ? months : null

const rewardOf = (row: Row) =>
  row.reward_type === 'percent'
    ? { type: 'percentage', amountInPercentage: Number(row.commission_percent), maxDuration: durationOf(row) }
    : { type: 'flat', amountInCents: countOf(row.commission_amount_cents), maxDuration: durationOf(row) }

const groups = list('group', 'campaigns', '', (row) => ({ id: row.id, name: row.name, reward: rewardOf(row) }))

/** Active affiliates who have referred someone. */
const partners = list('partner', 'affiliates', '&expand[]=campaign&expand[]=links', (row) => ({
  id: row.id,
  email: row.email,
  name: nameOf(row),
  groupId: idOf(nested(row.campaign).id),
  isActive: row.state === 'active' && countOf(row.leads) > 0,
  links: (Array.isArray(row.links) ? row.links : []).map((link: unknown) => {
    const { id, token, visitors } = nested(link)
    return { id, key: token, clicks: countOf(visitors) }
  }),
}))

const customerOf = (referral: Row) => {
  const { id, name, email } = nested(referral.customer)
  const stripeId = present(referral.stripe_customer_id) ?? (idOf(id).startsWith('cus_') ? idOf(id) : undefined)
  return { name, email, externalId: present(id), stripeCustomerId: stripeId }
}

const customers = list('customer', 'referrals', '&expand[]=affiliate&conversion_state[]=lead&conversion_state[]=conversion', (row) => ({
  id: row.id,
  ...customerOf(row),
  partnerId: idOf(nested(row.affiliate).id),
  linkId: present(nested(row.link).id),
  clickedAt: row.created_at,
  leadAt: present(row.became_lead_at) ?? row.created_at,
}))

/** Active coupons, which Rewardful lists without their terms. */
const codes: Step = {
  ...list('discountCode', 'affiliate_coupons', '', (row) => ({ id: row.id, code: row.token, partnerId: row.affiliate_id })),
  optional: 'discountCode',
}

const statuses: Record<string, string> = { pending: 'pending', due: 'pending', paid: 'paid', voided: 'canceled' }

const commissions = list('commission', 'commissions', '&expand[]=sale&expand[]=campaign', (row) => {
  const sale = nested(row.sale)
  const referral = nested(sale.referral)
  return {
    id: row.id,
    customerId: idOf(referral.id),
    partnerId: present(nested(sale.affiliate).id) ?? present(nested(referral.affiliate).id),
    invoiceId: sale.id,
    amount: sale.sale_amount_cents,
    earnings: row.amount,
    currency: sale.currency ?? row.currency,
    earningsCurrency: row.currency,
    status: statuses[idOf(row.state)],
    soldAt: present(sale.charged_at) ?? row.created_at,
  }
})

export const rewardful: Provider = {
  title: 'Rewardful',
  needsProgram: true,
  address: ({ importAddresses }) => importAddresses.rewardful,
  headers: (token) => basic(`${token}:`),
  totals: {
    paths: ['campaigns', 'affiliates', 'affiliate_coupons', 'referrals', 'commissions'].map((list) => `/${list}?limit=1`),
    read: (body) => countOf(nested(fieldsOf(body).pagination).total_count),
  },
  ownDomains: [],
  ...inSteps([groups, partners, codes, customers, commissions]),
}
