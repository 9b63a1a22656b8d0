/** What a test sends: an event of each kind about nobody in particular. */
import type { Trigger } from '../accounts/index.js'

const at = '2026-01-15T09:30:00.000Z'

const link = {
  id: 'link_sample', domain: 'go.example', key: 'spring', url: 'https://shop.example/spring?utm_source=newsletter', trackConversion: true, externalId: null, tenantId: null, programId: null, partnerId: null, archived: false,
  expiresAt: null, expiredUrl: null, disabledAt: null, password: null, proxy: false, title: null, description: null, image: null, video: null, rewrite: false, doIndex: false, ios: null, android: null, geo: null,
  publicStats: false, tags: [{ id: 'tag_sample', name: 'campaign', color: 'blue' }], folderId: null, comments: null, shortLink: 'https://go.example/spring', qrCode: 'https://go.example/qr?url=https%3A%2F%2Fgo.example%2Fspring',
  utm_source: 'newsletter', utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null, testVariants: null, testStartedAt: null, testCompletedAt: null, userId: 'user_sample', workspaceId: 'ws_sample',
  clicks: 42, leads: 7, conversions: 3, sales: 4, saleAmount: 19_600, lastClicked: at, createdAt: at, updatedAt: at, tagId: 'tag_sample', projectId: 'ws_sample', webhookIds: [],
}

const click = {
  id: 'sampleClick00001', timestamp: at, url: link.url, country: 'DE', city: 'Hamburg', region: 'DE-HH', continent: 'EU', device: 'Mobile', browser: 'Mobile Safari', os: 'iOS', ua: 'Mozilla/5.0', trigger: 'link',
  referer: 'news.example', refererUrl: 'https://news.example/today', qr: false, ip: '203.0.113.7',
}

const customer = {
  id: 'cus_sample', name: 'Ada Example', email: 'ada@example.com', avatar: null, externalId: 'user-4711', stripeCustomerId: null, sales: 1, saleAmount: 4900, createdAt: at, firstSaleAt: at, subscriptionCanceledAt: null,
}

const lead = { eventName: 'Sign up', customer, click, link, partner: null, metadata: { plan: 'pro' } }

const counts = { totalClicks: 42, totalLeads: 7, totalConversions: 3, totalSales: 4, totalSaleAmount: 19_600, totalCommissions: 1960 }
const person = { id: 'pn_sample', name: 'Grace Example', email: 'grace@example.com', image: null, country: 'US' }
const partner = { ...person, payoutsEnabledAt: null, groupId: 'grp_sample', ...counts }
const platforms = { website: 'https://grace.example', youtube: null, twitter: null, linkedin: null, instagram: null, tiktok: null }

const enrolled = {
  ...person, username: 'grace', description: null, companyName: null, networkStatus: 'draft', defaultPayoutMethod: null, paypalEmail: null, stripeConnectId: null, payoutsEnabledAt: null, identityVerifiedAt: null,
  programId: 'prog_sample', groupId: 'grp_sample', partnerId: 'pn_sample', tenantId: null, createdAt: at, status: 'approved',
  links: [{ id: link.id, domain: link.domain, key: link.key, shortLink: link.shortLink, url: link.url, clicks: 42, leads: 7, conversions: 3, sales: 4, saleAmount: 19_600 }],
  ...counts, netRevenue: 17_640, ...platforms,
}

const bounty = {
  id: 'bnty_sample', name: 'Write about us', description: null, type: 'submission', startsAt: at, endsAt: null, startMode: 'absolute', endsAfterDays: null, submissionsOpenAt: null, submissionFrequency: null, maxSubmissions: 1,
  rewardAmount: 5000, rewardDescription: null, submissionRequirements: null, performanceCondition: null, performanceScope: null, groups: [{ id: 'grp_sample' }], partnerTags: [],
}

const code = { id: 'dcode_sample', code: 'GRACE20', partnerId: 'pn_sample', linkId: link.id, disabledAt: null, discount: { id: 'disc_sample', amount: 20, type: 'percentage', maxDuration: 12, provider: 'custom' } }

export const samples: Record<Trigger, object> = {
  'link.created': link,
  'link.updated': link,
  'link.deleted': link,
  'link.clicked': { click, link },
  'lead.created': lead,
  'sale.created': { ...lead, eventName: 'Purchase', sale: { amount: 4900, currency: 'usd', paymentProcessor: 'custom', invoiceId: 'INV-1' } },
  'partner.application_submitted': { id: 'pga_sample', createdAt: at, partner: { ...person, companyName: null, description: null, groupId: 'grp_sample', status: 'pending', ...platforms }, applicationFormData: [{ label: 'Why?', value: 'Readers like it.' }] },
  'partner.enrolled': enrolled,
  'partner.merged': { sourcePartner: { id: 'pn_other', tenantId: null, email: 'g@example.com' }, targetPartner: { id: 'pn_sample', tenantId: null, email: person.email }, targetAlreadyEnrolled: false },
  'commission.created': {
    id: 'cm_sample', type: 'sale', amount: 4900, earnings: 490, currency: 'usd', status: 'pending', invoiceId: 'INV-1', description: null, quantity: 1, userId: null, createdAt: at, updatedAt: at, partner, customer,
    link: { id: link.id, shortLink: link.shortLink, domain: link.domain, key: link.key },
  },
  'bounty.created': bounty,
  'bounty.updated': bounty,
  'payout.confirmed': {
    id: 'po_sample', invoiceId: 'inv_sample', amount: 1960, currency: 'usd', status: 'processing', method: null, description: null, periodStart: at, periodEnd: at, createdAt: at, initiatedAt: at, paidAt: null, mode: 'external',
    partner: { ...person, tenantId: null, status: 'approved' },
  },
  'discount_code.created': code,
  'discount_code.deleted': code,
}
