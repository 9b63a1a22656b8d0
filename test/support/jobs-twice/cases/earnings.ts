import { days, hours, minutes } from '../../../../shared/kernel/time.js'
import type { Program } from '../../../../shared/partners/programs/program.entity.js'
import { ago } from '../../ago.js'
import { batchOf, rawClick } from '../../clicks.js'
import { unique } from '../../program-owner.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'
import { approval, ban } from './partners.js'

/** A partner whose link a person followed and bought, for which the group pays. */
export async function salesOfPartner(world: JobWorld) {
  await world.reward({ event: 'sale', type: 'percentage', amountInPercentage: 10 })
  const enrolled = await world.enrol()
  const person = await world.convert(enrolled.link)
  return { ...enrolled, person }
}

/** A discount that Stripe applies, with one code for each link that lacks it. */
async function discountOfStripe(world: JobWorld, prepare: () => Promise<unknown> = async () => undefined) {
  const codes: { id: string; code: string; active: boolean; metadata: object }[] = []
  world.providers.players.set('stripe', ({ method, path, query, body }) => {
    const form = new URLSearchParams(body)
    if (path.startsWith('/v1/coupons')) return { body: { id: 'co_1', percent_off: 30, duration: 'forever', valid: true } }
    if (method === 'GET') return { body: { data: codes.filter(({ code, active }) => active && code === query.get('code')) } }
    const known = codes.find(({ id }) => path.endsWith(id))
    if (known) return { body: Object.assign(known, { active: form.get('active') !== 'false' }) }
    const metadata = { linkId: form.get('metadata[linkId]') }
    const made = { id: `promo_${codes.length + 1}`, code: form.get('code') ?? '', active: true, metadata }
    codes.push(made)
    return { body: made }
  })
  await world.ok('POST /integrations/connections', { providerSlug: 'stripe', apiKey: 'key', signingSecret: 'whsec_secret' })
  await prepare()
  return world.ok('POST /discounts', {
    amount: 30,
    type: 'percentage',
    provider: 'stripe',
    autoProvision: true,
    groupId: world.program.defaultGroupId,
  })
}

/** A partner whose default link has no code of the discount. */
async function linkWithoutCode(world: JobWorld) {
  const program = (await world.make.defaultProgram(world.workspace)) as Program
  const { id: defaultLinkId } = await world.make.defaultLink(program)
  const enrolled = await world.enrol()
  await world.rows('insert into partner_default_links (link_id, default_link_id) values ($1, $2)', [enrolled.link.id, defaultLinkId])
  return enrolled
}

export const earningsCases: JobCases = {
  'earnings.email-new-commissions': {
    async seed(world) {
      const { partner } = await world.enrol()
      await world.make.commission(world.program, partner, { type: 'sale', amount: 1000, createdAt: new Date(Date.now() - hours(1)) })
      await world.rows('update commissions set recorded_at = created_at')
    },
    changes: { outbox: 2, sent_emails: 2 },
  },
  'earnings.compute-commissions': {
    seed: (world) => salesOfPartner(world),
    changes: { commissions: 1, enrolments: 0, outbox: 1, pending_earnings: -2, unchecked_commissions: 1, webhook_outbox: 1 },
  },
  'earnings.assign-group-terms': {
    async seed(world) {
      await world.reward({ event: 'sale', type: 'flat', amountInCents: 100 })
      await world.enrol()
      await world.rows('update enrolments set sale_reward_id = null')
      return { groupId: world.program.defaultGroupId }
    },
    changes: { enrolments: 0 },
  },
  'earnings.aggregate-payouts': {
    async seed({ enrol, make, program }) {
      const { partner } = await enrol()
      await make.commission(program, partner, { createdAt: ago(days(40)) })
      return { programId: program.id }
    },
    changes: { commissions: 0, payouts: 1 },
  },
  'commissions.export': {
    async seed(world) {
      const { partner } = await world.enrol()
      await world.make.commission(world.program, partner)
      return world.operation('commissions.export', 'groups.read', { query: {}, at: new Date() })
    },
    changes: { background_operation_results: 1, background_operations: 0, outbox: 1 },
  },
  'earnings.provision-discount-codes': {
    async seed(world) {
      await discountOfStripe(world)
      await linkWithoutCode(world)
      return null
    },
    changes: { discount_codes: 1, requests: 1, webhook_outbox: 1 },
  },
  'earnings.settle-discount-reservations': {
    async seed(world) {
      const { id: discountId } = await discountOfStripe(world)
      const { partner, link } = await world.enrol()
      await world.rows('insert into discount_reservations values ($1, $2, $3, $4, $5, $6, $7, $8)', [
        unique('reservation'),
        world.workspace.id,
        world.program.id,
        discountId,
        'LOST30',
        link.id,
        partner.id,
        ago(minutes(60)),
      ])
    },
    changes: { discount_codes: 1, discount_reservations: -1, requests: 1 },
  },
  'earnings.provision-codes-of-partner': {
    seed: (world) => approval(world),
    changes: {},
    unchanged: 'it only has earnings.provision-discount-codes run at once',
  },
  'earnings.announce-lost-code': {
    async seed(world) {
      const { partner, link } = await world.enrol()
      await discountOfStripe(world)
      await world.ok('POST /discount-codes', { partnerId: partner.id, linkId: link.id, code: 'SPRING30' })
      return world.queued('earnings.announce-lost-code', () => world.ok(`DELETE /links/${link.id}`))
    },
    changes: { outbox: 1, webhook_outbox: 1 },
  },
  'earnings.end-discount-code': {
    async seed(world) {
      const { partner, link } = await world.enrol()
      await discountOfStripe(world)
      const code = await world.ok('POST /discount-codes', { partnerId: partner.id, linkId: link.id, code: 'SPRING30' })
      return world.queued('earnings.end-discount-code', () => world.ok(`DELETE /discount-codes/${code.id}`))
    },
    repeats: { requests: 'it looks for the code at the provider' },
    changes: { requests: 2 },
  },
  'earnings.import-stripe-invoices': {
    async seed(world) {
      await world.ok('POST /integrations/connections', { providerSlug: 'stripe', apiKey: 'rk_live_1', signingSecret: 'whsec_secret' })
      const { partner, person } = await salesOfPartner(world)
      await world.rows(`update customers set stripe_customer_id = 'cus_ann' where id = $1`, [person.id])
      const invoice = {
        id: 'in_1',
        amount_paid: 1000,
        total: 1000,
        currency: 'usd',
        charge: { amount: 1000, amount_refunded: 0 },
        status_transitions: { paid_at: Math.floor(Date.now() / 1000) - 3600 },
      }
      world.providers.players.set('stripe', () => ({ body: { data: [invoice], has_more: false } }))
      return world.queued('earnings.import-stripe-invoices', () =>
        world.ok('POST /commissions', {
          type: 'sale',
          partnerId: partner.id,
          customerId: person.id,
          useExistingEvents: true,
          importStripeInvoices: true,
        }),
      )
    },
    changes: {
      commissions: 2,
      customers: 0,
      enrolments: 0,
      event_arrivals: 1,
      links: 0,
      outbox: 4,
      // The imported sale; and the later one, which is recurring from now on, taken away and added again.
      pending_conversions: 3,
      pending_earnings: -2,
      requests: 1,
      sale_claims: 1,
      sale_events: 1,
      unchecked_commissions: 2,
      webhook_outbox: 3,
      workspaces: 0,
    },
  },
  'earnings.create-commission': {
    async seed(world) {
      const { partner } = await world.enrol()
      return world.queued('earnings.create-commission', () =>
        world.ok('POST /commissions', { type: 'custom', partnerId: partner.id, amount: 500 }),
      )
    },
    changes: { commissions: 1, enrolments: 0, outbox: 2, unchecked_commissions: 1, webhook_outbox: 1 },
  },
  'earnings.compute-click-commissions': {
    async seed(world) {
      await world.reward({ event: 'click', type: 'flat', amountInCents: 20 })
      await world.rows(`update rewards set created_at = now() - interval '30 days'`)
      const { link } = await world.enrol()
      await world.rows(`update enrolments set click_reward_since = now() - interval '30 days'`)
      const noon = Math.floor(Date.now() / days(1)) * days(1) - days(0.5)
      await world.run('tracking.ingest-clicks', batchOf([rawClick(link, { at: noon }), rawClick(link, { at: noon })]))
    },
    changes: { commissions: 1, enrolments: 0, unchecked_commissions: 1 },
  },
  'earnings.create-referral-commissions': {
    async seed(world) {
      const { enrol, make, program, workspace, reward } = world
      const { id } = await reward({ event: 'referral', type: 'percentage', amountInPercentage: 10, config: { trigger: 'saleRecorded' } })
      const referrer = await enrol({}, { referralRewardId: id })
      const { partner } = await enrol({}, { referredByPartnerId: referrer.partner.id })
      const payout = await make.payout(program, partner, { status: 'sent' })
      const customer = await make.customer(workspace)
      const sale = { type: 'sale', status: 'paid', payoutId: payout.id, customerId: customer.id, amount: 1000 } as const
      await make.commission(program, partner, sale)
    },
    changes: { commissions: 1, enrolments: 0, outbox: 1, payouts: 0, unchecked_commissions: 1, webhook_outbox: 1 },
  },
  'earnings.reward-approval': {
    async seed(world) {
      const { enrol, make, program, queued, ok, reward } = world
      const config = { trigger: 'partnerApproved' }
      const { id } = await reward({ event: 'referral', type: 'flat', amountInCents: 500, config })
      const referrer = await enrol({}, { referralRewardId: id })
      const partner = await make.partner()
      const applicationId = await make.application(program, partner)
      await make.enrolment(program, partner, { status: 'pending', applicationId, referredByPartnerId: referrer.partner.id })
      return queued('enrolment.changed', () => ok('POST /partners/approve/bulk', { partnerIds: [partner.id] }))
    },
    changes: { commissions: 1, enrolments: 0, outbox: 1, unchecked_commissions: 1, webhook_outbox: 1 },
  },
  'earnings.apply-enrolment-change': {
    seed: (world) => ban(world, (partner) => world.make.commission(world.program, partner)),
    changes: { commissions: 0, enrolments: 0 },
  },
  'earnings.remap-discount-codes': {
    async seed(world) {
      const discount = await world.make.discount(world.program)
      const { partner, link } = await world.enrol({}, { discountId: discount.id })
      await world.make.discountCode(discount, partner, link)
      const group = await world.make.partnerGroup(world.program)
      return world.queued('enrolments.moved', () => world.ok(`POST /groups/${group.id}/partners`, { partnerIds: [partner.id] }))
    },
    changes: { discount_codes: -1, discounts: -1, webhook_outbox: 1 },
  },
  'earnings.delete-terms-of-group': {
    async seed(world) {
      const group = await world.make.partnerGroup(world.program)
      await world.ok('POST /rewards', { groupId: group.id, event: 'sale', type: 'flat', amountInCents: 100 })
      return world.queued('group.deleted', () => world.ok(`DELETE /groups/${group.id}`))
    },
    changes: { rewards: -1 },
  },
}
