/** A server that plays the API of an affiliate platform: partners with a link each, customers, and two commissions for each customer. */
import type { IncomingMessage } from 'node:http'
import type { ExecutionContext } from 'ava'
import { loopbackServer } from './loopback-server.js'

export const platforms = ['rewardful', 'tolt', 'firstpromoter', 'partnerstack', 'tapfiliate'] as const
export type Platform = (typeof platforms)[number]

/** The partner whose address is malformed, and the customers and commissions that it would have. */
export const malformedPartner = 1

export const emailOf = (unique: string, index: number) =>
  index === malformedPartner ? `partner-${index}` : `partner-${index}@${unique}.example`
const joined = '2024-03-01T10:00:00.000Z'
const sold = (index: number) => new Date(Date.UTC(2024, 4, 1, index % 24, index % 60)).toISOString()
const states = ['pending', 'paid', 'canceled'] as const
export const stateOf = (index: number) => states[index % states.length] as (typeof states)[number]
export const amountOf = (index: number) => 1000 + index * 10
export const earningsOf = (index: number) => 100 + index

export const codeOf = (unique: string, index: number) => `${unique}-OFF-${index}`

interface ProgramOfPlatform {
  /** In all identifiers. */
  unique: string
  partners: number
  customers: number
  /** How many of the partners have a coupon. */
  coupons?: number
  /** Runs before each request is answered. */
  onRequest?: () => Promise<void>
}

interface Lists {
  partners: object[]
  links?: (partner: string) => object[]
  customers: object[]
  commissions: object[]
  groups?: object[]
  codes?: object[]
}

interface Platformed {
  authorized(request: IncomingMessage): boolean
  lists(program: Required<Omit<ProgramOfPlatform, 'onRequest'>>): Lists
  /** The list at a path. */
  route(path: string): keyof Lists | null
  page(rows: object[], url: URL): object
}

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)
const paged = (rows: object[], url: URL, size: number) => {
  const page = Number(url.searchParams.get('page') ?? 1)
  return { rows: rows.slice((page - 1) * size, page * size), next: page * size < rows.length ? page + 1 : null }
}
const after = (rows: object[], url: URL, size: number, field: string) => {
  const last = url.searchParams.get('starting_after')
  const from = last === null ? 0 : rows.findIndex((row) => (row as Record<string, unknown>)[field] === last) + 1
  return { rows: rows.slice(from, from + size), hasMore: from + size < rows.length }
}
const basic = (request: IncomingMessage) => Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64').toString()
/** Small lists have several pages, too. */
const pageSizeOf = (rows: object[]) => (rows.length > 500 ? 100 : 10)

const players: Record<Platform, Platformed> = {
  rewardful: {
    authorized: (request) => basic(request) === 'public:secret:',
    route: (path) =>
      (
        {
          '/campaigns': 'groups',
          '/affiliates': 'partners',
          '/affiliate_coupons': 'codes',
          '/referrals': 'customers',
          '/commissions': 'commissions',
        } as const
      )[path] ?? null,
    page(rows, url) {
      const { rows: data, next } = paged(rows, url, pageSizeOf(rows))
      return { pagination: { next_page: next }, data }
    },
    lists: ({ unique, partners, customers, coupons }) => ({
      groups: [
        {
          id: 'camp',
          name: 'Friends',
          reward_type: 'percent',
          commission_percent: 30,
          max_commissions: null,
          max_commission_period_months: 12,
        },
      ],
      partners: indexes(partners).map((index) => ({
        id: `a${index}`,
        email: emailOf(unique, index),
        first_name: 'Ada',
        last_name: String(index),
        state: 'active',
        leads: 1,
        campaign: { id: 'camp' },
        links: [{ id: `l${index}`, token: `${unique}-${index}`, visitors: 5 }],
      })),
      codes: indexes(coupons).map((index) => ({
        id: `co${index}`,
        token: codeOf(unique, index),
        affiliate_id: `a${index}`,
        archived: false,
      })),
      customers: indexes(customers).map((index) => ({
        id: `r${index}`,
        link: { id: `l${index % partners}` },
        customer: { id: `cus_${unique}${index}`, email: `c${index}@${unique}.example`, platform: 'stripe' },
        affiliate: { id: `a${index % partners}`, campaign: { id: 'camp' } },
        created_at: joined,
        became_lead_at: joined,
      })),
      // Newest first.
      commissions: indexes(customers * 2)
        .toReversed()
        .map((index) => ({
          id: `k${index}`,
          amount: earningsOf(index),
          currency: 'USD',
          state: { pending: 'due', paid: 'paid', canceled: 'voided' }[stateOf(index)],
          campaign: { id: 'camp' },
          created_at: sold(index),
          sale: {
            id: `${unique}s${index}`,
            sale_amount_cents: amountOf(index),
            charged_at: sold(index),
            referral: { id: `r${index >> 1}` },
            affiliate: { id: `a${(index >> 1) % partners}` },
          },
        })),
    }),
  },
  tolt: {
    authorized: (request) => request.headers.authorization === 'Bearer public:secret',
    route: (path) =>
      (
        {
          '/partners': 'partners',
          '/links': 'links',
          '/promotion-codes': 'codes',
          '/customers': 'customers',
          '/commissions': 'commissions',
        } as const
      )[path] ?? null,
    page(rows, url) {
      if (url.searchParams.get('program_id') !== 'source-program') return { success: true, has_more: false, data: [] }
      const page = after(rows, url, pageSizeOf(rows), 'id')
      return { success: true, has_more: page.hasMore, data: page.rows }
    },
    lists: ({ unique, partners, customers, coupons }) => ({
      partners: indexes(partners).map((index) => ({
        id: `p${index}`,
        email: emailOf(unique, index),
        first_name: 'Ada',
        country_code: 'DE',
      })),
      codes: indexes(coupons).map((index) => ({ id: `co${index}`, code: codeOf(unique, index), partner_id: `p${index}`, active: true })),
      links: () => indexes(partners).map((index) => ({ id: `l${index}`, value: `${unique}-${index}`, partner_id: `p${index}` })),
      customers: indexes(customers).map((index) => ({
        id: `c${index}`,
        customer_id: `${unique}-${index}`,
        email: `c${index}@${unique}.example`,
        partner_id: `p${index % partners}`,
        created_at: joined,
      })),
      commissions: indexes(customers * 2).map((index) => ({
        id: `k${index}`,
        amount: earningsOf(index),
        revenue: amountOf(index),
        status: { pending: 'approved', paid: 'paid', canceled: 'rejected' }[stateOf(index)],
        transaction_id: `${unique}t${index}`,
        customer_id: `c${index >> 1}`,
        partner_id: `p${(index >> 1) % partners}`,
        created_at: sold(index),
      })),
    }),
  },
  firstpromoter: {
    authorized: (request) => request.headers.authorization === 'Bearer public:secret' && request.headers['account-id'] === 'account',
    route: (path) =>
      (
        {
          '/promoter_campaigns': 'groups',
          '/promoters': 'partners',
          '/promo_codes': 'codes',
          '/referrals': 'customers',
          '/commissions': 'commissions',
        } as const
      )[path] ?? null,
    page: (rows, url) => paged(rows, url, 100).rows,
    lists: ({ unique, partners, customers, coupons }) => {
      const memberOf = (index: number) => ({ id: 100 + index, campaign_id: 7, promoter_id: index + 1 })
      return {
        groups: [{ id: 1, campaign: { id: 7, name: 'Friends' } }],
        codes: indexes(coupons).map((index) => ({
          id: index,
          code: codeOf(unique, index),
          promoter_campaign_id: 100 + index,
          archived_at: null,
        })),
        partners: indexes(partners).map((index) => ({
          id: index + 1,
          email: emailOf(unique, index),
          name: 'Ada',
          stats: { clicks_count: 5 },
          profile: { country: 'DE' },
          promoter_campaigns: [{ ...memberOf(index), ref_token: `${unique}-${index}` }],
        })),
        customers: indexes(customers).map((index) => ({
          id: index + 1,
          email: `c${index}@${unique}.example`,
          uid: `${unique}-${index}`,
          created_at: joined,
          promoter_campaign: memberOf(index % partners),
        })),
        commissions: indexes(customers * 2).map((index) => ({
          id: index + 1,
          status: stateOf(index) === 'canceled' ? 'denied' : 'approved',
          is_paid: stateOf(index) === 'paid',
          unit: 'cash',
          sale_amount: amountOf(index),
          original_sale_amount: amountOf(index),
          original_sale_currency: 'USD',
          amount: earningsOf(index),
          event_id: `${unique}e${index}`,
          created_at: sold(index),
          referral: { id: (index >> 1) + 1 },
          promoter_campaign: memberOf((index >> 1) % partners),
        })),
      }
    },
  },
  partnerstack: {
    authorized: (request) => basic(request) === 'public:secret',
    route(path) {
      if (path.startsWith('/links/partnership/')) return 'links'
      return (
        ({ '/groups': 'groups', '/partnerships': 'partners', '/customers': 'customers', '/rewards': 'commissions' } as const)[path] ?? null
      )
    },
    page(rows, url) {
      const page = after(rows, url, pageSizeOf(rows), 'key')
      return { data: { items: page.rows, has_more: page.hasMore }, status: 200 }
    },
    lists: ({ unique, partners, customers }) => ({
      groups: [{ key: 'g', slug: 'friends', name: 'Friends' }],
      partners: indexes(partners).map((index) => ({
        key: `p${index}`,
        email: emailOf(unique, index),
        first_name: 'Ada',
        group: { slug: 'friends' },
        stats: { CUSTOMER_COUNT: 1 },
      })),
      links: (partner) => [{ key: `l${partner}`, url: `https://acme.partnerlinks.io/${unique}-${partner.slice(1)}` }],
      customers: indexes(customers).map((index) => ({
        key: `c${index}`,
        customer_key: `${unique}-${index}`,
        email: `c${index}@${unique}.example`,
        partnership_key: `p${index % partners}`,
        created_at: Date.parse(joined),
      })),
      commissions: indexes(customers * 2).map((index) => ({
        key: `k${index}`,
        amount: earningsOf(index),
        currency: 'USD',
        reward_status: { pending: 'approved', paid: 'paid', canceled: 'declined' }[stateOf(index)],
        transaction: { key: `${unique}t${index}`, amount: amountOf(index), currency: 'USD', created_at: Date.parse(sold(index)) },
        customer_key: `c${index >> 1}`,
        partnership_key: `p${(index >> 1) % partners}`,
      })),
    }),
  },
  tapfiliate: {
    authorized: (request) => request.headers['x-api-key'] === 'public:secret',
    route: (path) =>
      ({ '/affiliate-groups/': 'groups', '/affiliates/': 'partners', '/customers/': 'customers', '/conversions/': 'commissions' } as const)[
        path
      ] ?? null,
    page: (rows, url) => paged(rows, url, pageSizeOf(rows)).rows,
    lists: ({ unique, partners, customers, coupons }) => ({
      groups: [{ id: 'g', title: 'Friends' }],
      partners: indexes(partners).map((index) => ({
        id: `p${index}`,
        email: emailOf(unique, index),
        firstname: 'Ada',
        affiliate_group_id: 'g',
        ...(index < coupons ? { coupon: codeOf(unique, index) } : {}),
        referral_link: { link: `https://acme.example/?ref=${unique}-${index}` },
      })),
      customers: indexes(customers).map((index) => ({
        id: `c${index}`,
        customer_id: `${unique}-${index}`,
        affiliate: { id: `p${index % partners}` },
        created_at: joined,
      })),
      commissions: indexes(customers * 2).map((index) => ({
        id: index,
        external_id: `${unique}e${index}`,
        amount: amountOf(index) / 100,
        created_at: sold(index),
        customer: { id: `c${index >> 1}` },
        affiliate: { id: `p${(index >> 1) % partners}` },
        commissions: [{ id: 1000 + index, amount: earningsOf(index) / 100, currency: 'USD', approved: stateOf(index) === 'paid' }],
      })),
    }),
  },
}

/** The second request is refused with 429, the third fails. */
export async function affiliatePlatform(
  t: ExecutionContext,
  platform: Platform,
  { unique, partners, customers, coupons = 0, onRequest }: ProgramOfPlatform,
) {
  const player = players[platform]
  const lists = player.lists({ unique, partners, customers, coupons })
  let requests = 0
  const server = await loopbackServer(t, async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    if (!player.authorized(request)) return response.writeHead(401).end()
    requests++
    if (requests === 2) return response.writeHead(429, { 'retry-after': '0.05' }).end()
    if (requests === 3) return response.writeHead(503).end()
    await onRequest?.()
    const name = player.route(url.pathname)
    if (name === null) return response.writeHead(404).end()
    const list = lists[name] ?? []
    const rows = typeof list === 'function' ? list(url.pathname.split('/').at(-1) ?? '') : list
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(player.page(rows, url)))
  })
  return { apiUrl: server.origin, token: 'public:secret', accountId: 'account', sourceProgramId: 'source-program' }
}
