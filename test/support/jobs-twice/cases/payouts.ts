import { randomBytes } from 'node:crypto'
import { days } from '../../../../shared/kernel/time.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'
import { mergedPartners } from './partners.js'

/** A partner with a pending payout of ten dollars that Stripe can transfer. */
async function payee(world: JobWorld, partnerRow: object = {}) {
  const { partner } = await world.enrol(partnerRow)
  await world.make.commission(world.program, partner, { earnings: 1000, createdAt: new Date(Date.now() - days(40)) })
  await world.run('earnings.aggregate-payouts', { programId: world.program.id })
  const [payout] = await world.rows('select id from payouts where partner_id = $1', [partner.id])
  return { partner, payoutId: payout.id as string }
}

const enabled = () => ({
  payoutsEnabledAt: new Date(),
  defaultPayoutMethod: 'connect',
  stripeConnectId: `acct_${randomBytes(5).toString('hex')}`,
})

const isWeekend = () => [0, 6].includes(new Date().getUTCDay())

const connectStripe = (world: JobWorld) =>
  world.ok('PUT /payouts/providers/stripe', { secretKey: 'sk_test_player', webhookSecret: 'whsec_player' })

/** A confirmed payout whose transfer is due. */
async function confirmed(world: JobWorld) {
  const transfers: object[] = []
  world.providers.players.set('stripe', ({ method, body }) => {
    if (method === 'GET') return { body: { data: transfers } }
    const form = new URLSearchParams(body)
    const transfer = {
      id: 'tr_1',
      object: 'transfer',
      amount: Number(form.get('amount')),
      destination: form.get('destination'),
      transfer_group: form.get('transfer_group'),
      reversed: false,
    }
    transfers.push(transfer)
    return { body: transfer }
  })
  await connectStripe(world)
  const { partner, payoutId } = await payee(world, enabled())
  await world.ok('POST /payouts/confirm', { selectedPayoutIds: [payoutId] })
  return { partner, payoutId }
}

/** A confirmed payout that an external system pays, whose event is queued for a webhook. Returns the ids. */
async function announced(world: JobWorld) {
  await world.rows(`update programs set payout_mode = 'external' where id = $1`, [world.program.id])
  await world.make.webhook(world.workspace, { triggers: ['payout.confirmed'] })
  const { partner, payoutId } = await payee(world)
  await world.rows(`update enrolments set tenant_id = 'ann-1' where partner_id = $1`, [partner.id])
  await world.ok('POST /payouts/confirm', {})
  await world.run('webhooks.dispatch-events')
  const [event] = await world.rows(`select id from webhook_events where event = 'payout.confirmed'`)
  return { payoutId, eventId: event.id as string }
}

export const payoutsCases: JobCases = {
  'payouts.send-transfers': {
    async seed(world) {
      await confirmed(world)
    },
    changes: { commissions: 0, outbox: 1, payout_transfers: 0, payouts: 0, requests: 1 },
  },
  'payouts.apply-provider-webhook': {
    async seed(world) {
      await confirmed(world)
      await world.run('payouts.send-transfers')
      const object = { id: 'tr_1', object: 'transfer', reversed: true, amount: 1000, amount_reversed: 1000 }
      return { workspaceId: world.workspace.id, provider: 'stripe', body: { type: 'transfer.reversed', data: { object } } }
    },
    changes: { commissions: 0, outbox: 1, payout_transfers: 0, payouts: 0 },
  },
  'payouts.apply-external-delivery': {
    async seed(world) {
      const { eventId } = await announced(world)
      return { eventId, succeeded: true }
    },
    changes: { commissions: 0, outbox: 1, payouts: 0 },
  },
  'webhooks.cancel-deliveries': {
    async seed(world) {
      const { payoutId } = await announced(world)
      return world.queued('payout.external-attempt-canceled', () => world.ok(`POST /payouts/${payoutId}/cancel`))
    },
    changes: { webhook_deliveries: 1 },
  },
  'payouts.export': {
    async seed(world) {
      await payee(world)
      return world.operation('payouts.export', 'groups.read', { query: {}, at: new Date() })
    },
    changes: { background_operation_results: 1, background_operations: 0, outbox: 1 },
  },
  'payouts.notify': {
    async seed(world) {
      await confirmed(world)
      return world.queued('payout.changed', () => world.run('payouts.send-transfers'))
    },
    changes: { outbox: 1 },
  },
  'payouts.move-settings-of-merged-partner': {
    seed: (world) => mergedPartners(world, (source) => world.make.payoutSettings(world.program, source)),
    changes: { partner_payout_settings: 0 },
  },
  'payouts.remind-partners': {
    async seed(world) {
      await payee(world)
    },
    changes: { outbox: 1, sent_emails: 1 },
  },
  'payouts.remind-workspaces': {
    async seed(world) {
      await connectStripe(world)
      await payee(world, enabled())
    },
    ...(isWeekend() ? { unchanged: 'nobody is reminded at weekends' } : {}),
    changes: isWeekend() ? {} : { outbox: 1, sent_emails: 1 },
  },
}
