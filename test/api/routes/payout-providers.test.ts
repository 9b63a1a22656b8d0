import { createHmac } from 'node:crypto'
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { openPaypalPlayer, openStripePlayer, type OrderFate, type PaymentPlayer } from '../../support/payment-players.js'
import { payoutProgram } from '../../support/payouts.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
let stripe: PaymentPlayer
let paypal: PaymentPlayer
/** By destination. */
const fates = new Map<string, OrderFate>()

test.before(async () => {
  ;[stripe, paypal] = await Promise.all([openStripePlayer(), openPaypalPlayer()])
  for (const player of [stripe, paypal]) player.setFate(({ destination }) => fates.get(destination) ?? 'answered')
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true', STRIPE_API_URL: stripe.url, PAYPAL_API_URL: `${paypal.url}/` })
})
test.after.always(async () => {
  await api.close()
  await Promise.all([stripe.close(), paypal.close()])
})

let accounts = 0
const webhookSecret = 'whsec_player'

/** A program with both providers connected. */
async function connected() {
  const tenant = await payoutProgram(api)
  const { call } = tenant
  const connectStripe = await call('PUT /payouts/providers/stripe', { secretKey: 'sk_test_player', webhookSecret })
  const connectPaypal = await call('PUT /payouts/providers/paypal', { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1' })
  const pathOf = ({ body }: typeof connectStripe) => new URL(body.webhookUrl).pathname

  return {
    ...tenant,
    stripeWebhookPath: pathOf(connectStripe),
    paypalWebhookPath: pathOf(connectPaypal),

    async payee(fate: OrderFate = 'answered', method: 'connect' | 'paypal' = 'connect') {
      accounts += 1
      const destination = method === 'connect' ? `acct_${accounts}` : `partner${accounts}@paypal.example`
      fates.set(destination, fate)
      const payee = await tenant.pendingPayout({
        partner: {
          payoutsEnabledAt: new Date(),
          defaultPayoutMethod: method,
          ...(method === 'connect' ? { stripeConnectId: destination } : { paypalEmail: destination }),
        },
      })
      return { ...payee, destination }
    },

    /** Confirms the payout and sends it, as often as needed to get the status. */
    async pay(payoutId: string, status: string) {
      await tenant.confirm({ selectedPayoutIds: [payoutId] })
      await waitUntil(async () => {
        await tenant.send(payoutId)
        return (await tenant.payout(payoutId)).status === status
      })
    },
  }
}

const paidTo = ({ paid }: PaymentPlayer, destination: string) => paid.filter((order) => order.destination === destination)

test('a Stripe payout is transferred to the account of the partner', async (t) => {
  const { payee, pay, payout, commissionStatuses, transfers } = await connected()
  const { payoutId, destination } = await payee()
  await pay(payoutId, 'sent')
  const [order, ...others] = paidTo(stripe, destination)
  t.deepEqual(others, [])
  const [transfer] = await transfers(payoutId)
  t.like(order, { key: transfer.id, amount: 1000, reference: transfer.reference })
  t.like(transfer, { state: 'accepted', next_at: null, error: null })
  t.like(await payout(payoutId), { status: 'sent', method: 'connect', mode: 'internal', traceId: transfer.reference })
  t.deepEqual(await commissionStatuses(payoutId), ['paid'])
})

test('a PayPal payout is sent, and completed when PayPal reports that the money arrived', async (t) => {
  const { payee, pay, payout, send, commissionStatuses } = await connected()
  const { payoutId, destination } = await payee('answered', 'paypal')
  await pay(payoutId, 'sent')
  const [order] = paidTo(paypal, destination)
  t.like(order, { amount: 1000 })
  t.like(await payout(payoutId), { status: 'sent', method: 'paypal', traceId: order?.reference })
  paypal.setStatus(order?.key ?? '', 'UNCLAIMED')
  await send(payoutId)
  t.is((await payout(payoutId)).status, 'sent')
  paypal.setStatus(order?.key ?? '', 'SUCCESS')
  await waitUntil(async () => {
    await send(payoutId)
    return (await payout(payoutId)).status === 'completed'
  })
  t.deepEqual(await commissionStatuses(payoutId), ['paid'])
})

const outcomes = {
  'error after': 'an error that follows the transfer',
  'proxy error': 'the error of a proxy, which knows nothing about the transfer',
  'no answer': 'no answer',
  late: 'an answer that comes too late',
}

for (const method of ['connect', 'paypal'] as const) {
  for (const fate of ['error after', 'proxy error', 'no answer', 'late'] as const) {
    test(`a ${method} payout is paid once after ${outcomes[fate]}`, async (t) => {
      const { payee, pay, transfers } = await connected()
      const { payoutId, destination } = await payee(fate, method)
      await pay(payoutId, 'sent')
      const player = method === 'connect' ? stripe : paypal
      t.is(paidTo(player, destination).length, 1)
      t.is((await transfers(payoutId)).length, 1)
    })
  }

  test(`no user may decide about a ${method} payout whose order may have been carried out`, async (t) => {
    const { payee, confirm, send, payout, transfers, call } = await connected()
    const { payoutId, destination } = await payee('error before', method)
    await confirm({ selectedPayoutIds: [payoutId] })
    await waitUntil(async () => {
      await send(payoutId)
      return (await transfers(payoutId))[0].error !== null
    })
    for (const [path, body] of [
      ['failed', { reason: 'x' }],
      ['paid', { reference: 'x' }],
      ['cancel', undefined],
    ] as const) {
      const refused = await call(`POST /payouts/${payoutId}/${path}`, body)
      t.is(refused.status, 400)
      t.regex(refused.body.error.message, /has the order/)
    }
    t.is((await payout(payoutId)).status, 'processing')
    fates.set(destination, 'answered')
    await waitUntil(async () => {
      await send(payoutId)
      return (await payout(payoutId)).status === 'sent'
    })
    t.is(paidTo(method === 'connect' ? stripe : paypal, destination).length, 1)
    t.is((await transfers(payoutId)).length, 1)
  })

  test(`a refused ${method} payout fails and is paid again under another key`, async (t) => {
    const { payee, pay, payout, call, transfers, send, commissionStatuses } = await connected()
    const { payoutId, destination } = await payee('refused', method)
    await pay(payoutId, 'failed')
    t.regex((await payout(payoutId)).failureReason, /Insufficient funds/)
    t.deepEqual(await commissionStatuses(payoutId), ['processed'])
    fates.set(destination, 'answered')
    t.is((await call(`POST /payouts/${payoutId}/retry`)).status, 200)
    await waitUntil(async () => {
      await send(payoutId)
      return (await payout(payoutId)).status === 'sent'
    })
    t.deepEqual(
      (await transfers(payoutId)).map(({ state }) => state),
      ['failed', 'accepted'],
    )
    t.is(paidTo(method === 'connect' ? stripe : paypal, destination).length, 1)
  })
}

test('a payout through a provider that is not connected is skipped, and the others are paid', async (t) => {
  const { call, pendingPayout } = await payoutProgram(api)
  const { payoutId } = await pendingPayout({
    partner: { payoutsEnabledAt: new Date(), defaultPayoutMethod: 'paypal', paypalEmail: 'unconnected@paypal.example' },
  })
  const alone = await call('POST /payouts/confirm', {})
  t.is(alone.status, 400)
  t.regex(alone.body.error.message, /PUT \/payouts\/providers/)
  const { payoutId: other } = await pendingPayout({ partner: { payoutsEnabledAt: new Date() } })
  const { status, body } = await call('POST /payouts/confirm', {})
  t.like({ status, body }, { status: 200, body: { payoutCount: 1, skippedPayouts: [{ payoutId, reason: 'provider_not_connected' }] } })
  t.is((await call(`GET /payouts/${other}`)).body.status, 'processing')
})

for (const { method, present, same, other } of [
  {
    method: 'connect',
    present: { secretKey: 'sk_test_player', webhookSecret: 'whsec_new' },
    same: { secretKey: 'sk_test_rolled' },
    other: { secretKey: 'sk_test_other' },
  },
  {
    method: 'paypal',
    present: { clientId: 'client', clientSecret: 'new' },
    same: { clientId: 'client', clientSecret: 'newer' },
    other: { clientId: 'other', clientSecret: 'secret' },
  },
] as const) {
  test(`credentials of another account are refused while the outcome of a ${method} payout is not known`, async (t) => {
    const { payee, confirm, send, payout, transfers, call } = await connected()
    const put = (body: object) => call(`PUT /payouts/providers/${method === 'connect' ? 'stripe' : 'paypal'}`, body)
    const { payoutId, destination } = await payee('error before', method)
    await confirm({ selectedPayoutIds: [payoutId] })
    await waitUntil(async () => {
      await send(payoutId)
      return (await transfers(payoutId))[0].error !== null
    })
    const refused = await put(other)
    t.is(refused.status, 409)
    t.regex(refused.body.error.message, /The outcome of 1 payouts .* another account/)
    for (const accepted of [present, same]) t.is((await put(accepted)).status, 200)
    fates.set(destination, 'answered')
    await waitUntil(async () => {
      await send(payoutId)
      return (await payout(payoutId)).status === 'sent'
    })
    t.is((await put(other)).status, 200)
    t.is(paidTo(method === 'connect' ? stripe : paypal, destination).length, 1)
  })
}

test('the account of credentials that an earlier version stored is found out when they are replaced', async (t) => {
  const { payee, confirm, send, transfers, call, rows, workspace } = await connected()
  await rows('update payout_accounts set account_id = null where workspace_id = $1', [workspace.id])
  const { payoutId } = await payee('error before')
  await confirm({ selectedPayoutIds: [payoutId] })
  await waitUntil(async () => {
    await send(payoutId)
    return (await transfers(payoutId))[0].error !== null
  })
  t.is((await call('PUT /payouts/providers/stripe', { secretKey: 'sk_test_other' })).status, 409)
  t.is((await call('PUT /payouts/providers/stripe', { secretKey: 'sk_test_rolled' })).status, 200)
})

// Serial: a run that another test starts could claim the transfer a second time.
test.serial('refused credentials leave the payout as it was, so that it can be taken back', async (t) => {
  const { call, payee, confirm, send, transfers, payout } = await connected()
  const { payoutId, destination } = await payee()
  await call('PUT /payouts/providers/stripe', { secretKey: 'sk_test_wrong' })
  await confirm({ selectedPayoutIds: [payoutId] })
  await waitUntil(async () => {
    await send(payoutId)
    return (await transfers(payoutId))[0].error !== null
  })
  const [transfer] = await transfers(payoutId)
  t.like(transfer, { state: 'open', requested_at: null })
  t.regex(transfer.error, /Invalid API Key/)
  t.is((await call('DELETE /payouts/providers/stripe')).status, 409)
  t.is((await call(`POST /payouts/${payoutId}/cancel`)).status, 200)
  t.is((await payout(payoutId)).status, 'pending')
  t.deepEqual(paidTo(stripe, destination), [])
  t.is((await call('DELETE /payouts/providers/stripe')).status, 200)
})

test.serial('a payout whose credentials cannot be read any more can be taken back', async (t) => {
  const { call, payee, confirm, send, transfers, rows, workspace } = await connected()
  const { payoutId } = await payee()
  await rows(`update payout_accounts set credentials = 'v1.removed.AAAA' where workspace_id = $1 and provider = 'stripe'`, [workspace.id])
  await confirm({ selectedPayoutIds: [payoutId] })
  await waitUntil(async () => {
    await send(payoutId)
    return (await transfers(payoutId))[0].error !== null
  })
  t.like((await transfers(payoutId))[0], {
    state: 'open',
    requested_at: null,
    error: 'The credentials of Stripe cannot be read. Connect it with PUT /payouts/providers/stripe.',
  })
  t.is((await call(`POST /payouts/${payoutId}/cancel`)).status, 200)
})

test('providers are listed without their credentials, which are stored encrypted', async (t) => {
  const { call, rows, workspace } = await connected()
  const { body } = await call('GET /payouts/providers')
  t.like(body, [
    { provider: 'stripe', isConnected: true },
    { provider: 'paypal', isConnected: true },
  ])
  t.false(JSON.stringify(body).includes('sk_test_player'))
  const stored = await rows('select credentials from payout_accounts where workspace_id = $1', [workspace.id])
  t.false(JSON.stringify(stored).includes('player'))
  t.is((await call('PUT /payouts/providers/stripe', { secretKey: 'pk_test_1' })).status, 422)
  t.is((await call('DELETE /payouts/providers/paypal')).status, 200)
  t.like((await call('GET /payouts/providers')).body, [{ isConnected: true }, { provider: 'paypal', isConnected: false, webhookUrl: null }])
})

function signedByStripe(event: object, secret = webhookSecret) {
  const body = JSON.stringify(event)
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${time},v1=${signature}`, 'content-type': 'application/json' } }
}

test("Stripe's webhooks complete a payout that reached the bank, and fail one whose transfer was reversed", async (t) => {
  const { payee, pay, payout, stripeWebhookPath, commissionStatuses, transfers, rows } = await connected()
  const [arrived, reversed] = [await payee(), await payee()]
  for (const { payoutId } of [arrived, reversed]) await pay(payoutId, 'sent')
  const post = (event: object, secret?: string) => api.call(`POST ${stripeWebhookPath}`, signedByStripe(event, secret))
  const created = Math.floor(Date.now() / 1000) + 1
  const paid = { type: 'payout.paid', account: arrived.destination, data: { object: { id: 'po_1', created } } }
  t.is((await post(paid, 'whsec_wrong')).status, 401)
  t.is((await post({ ...paid, data: { object: { id: 'po_0', created: created - 1000 } } })).status, 200)
  await runQueuedJobs(api.resources)
  t.is((await payout(arrived.payoutId)).status, 'sent')

  const [transfer] = await transfers(reversed.payoutId)
  t.is((await post(paid)).status, 200)
  t.is((await post({ type: 'transfer.reversed', data: { object: { id: transfer.reference, reversed: true } } })).status, 200)
  await waitUntil(async () => {
    await runQueuedJobs(api.resources)
    return (await payout(reversed.payoutId)).status === 'failed'
  })
  t.is((await payout(arrived.payoutId)).status, 'completed')
  t.like(await payout(reversed.payoutId), { paidAt: null, failureReason: 'The transfer was reversed.' })
  t.deepEqual(await commissionStatuses(reversed.payoutId), ['processed'])

  // Repeated events, and those of other workspaces, change nothing.
  const other = await connected()
  await api.call(
    `POST ${other.stripeWebhookPath}`,
    signedByStripe({
      type: 'transfer.reversed',
      data: { object: { id: (await transfers(arrived.payoutId))[0].reference, reversed: true } },
    }),
  )
  await post(paid)
  await runQueuedJobs(api.resources)
  t.is((await payout(arrived.payoutId)).status, 'completed')
  t.is((await rows('select 1 from payout_transfers where payout_id = $1', [reversed.payoutId])).length, 1)
})

test('a Stripe transfer that is reversed after the money reached the bank fails the payout', async (t) => {
  const { payee, pay, payout, stripeWebhookPath, commissionStatuses, transfers, rows } = await connected()
  const post = async (event: object, payoutId: string, status: string) => {
    t.is((await api.call(`POST ${stripeWebhookPath}`, signedByStripe(event))).status, 200)
    await waitUntil(async () => {
      await runQueuedJobs(api.resources)
      return (await payout(payoutId)).status === status
    })
  }
  // The second transfer is as earlier versions stored it: with the id of the payment to the bank.
  for (const stored of [null, 'po_stored']) {
    const { payoutId, destination } = await payee()
    await pay(payoutId, 'sent')
    const [{ id, reference }] = await transfers(payoutId)
    const created = Math.floor(Date.now() / 1000) + 1
    await post({ type: 'payout.paid', account: destination, data: { object: { id: 'po_bank', created } } }, payoutId, 'completed')
    t.is((await payout(payoutId)).traceId, reference)
    t.like((await transfers(payoutId))[0], { state: 'succeeded', reference })
    t.deepEqual(await commissionStatuses(payoutId), ['paid'])

    if (stored) await rows('update payout_transfers set reference = $2 where id = $1', [id, stored])
    const transfer = { id: reference, reversed: true, transfer_group: stored && id }
    await post({ type: 'transfer.reversed', data: { object: transfer } }, payoutId, 'failed')
    t.like(await payout(payoutId), { paidAt: null, failureReason: 'The transfer was reversed.', traceId: reference })
    t.deepEqual(await commissionStatuses(payoutId), ['processed'])
  }
})

test("PayPal's webhooks are verified by PayPal, and may arrive before the answer to the order", async (t) => {
  const { payee, confirm, send, payout, transfers, paypalWebhookPath } = await connected()
  const { payoutId, destination } = await payee('error after', 'paypal')
  await confirm({ selectedPayoutIds: [payoutId] })
  await waitUntil(async () => {
    await send(payoutId)
    return paidTo(paypal, destination).length > 0
  })
  const [transfer] = await transfers(payoutId)
  const post = (status: string, signature: string) =>
    api.call(`POST ${paypalWebhookPath}`, {
      body: {
        event_type: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
        resource: { payout_batch_id: 'BATCH-X', transaction_status: status, payout_item: { sender_item_id: transfer.id } },
      },
      headers: { 'paypal-transmission-sig': signature },
    })
  t.is((await post('SUCCESS', 'forged')).status, 401)
  t.is((await post('SUCCESS', 'valid')).status, 200)
  await waitUntil(async () => {
    await runQueuedJobs(api.resources)
    return (await payout(payoutId)).status === 'completed'
  })
  t.is((await post('RETURNED', 'valid')).status, 200)
  await waitUntil(async () => {
    await runQueuedJobs(api.resources)
    return (await payout(payoutId)).status === 'failed'
  })
  t.is(paidTo(paypal, destination).length, 1)
})

test('webhooks of unknown accounts and without a JSON object are refused', async (t) => {
  const { stripeWebhookPath } = await connected()
  const account = stripeWebhookPath.split('/').at(-1)
  t.is((await api.call('POST /payouts/webhooks/stripe/pacc_unknown', signedByStripe({}))).status, 404)
  t.is((await api.call(`POST /payouts/webhooks/paypal/${account}`, signedByStripe({}))).status, 404)
  t.is((await api.call(`POST ${stripeWebhookPath}`, { ...signedByStripe({}), body: '[]' })).status, 400)
})

test('the workspace can pay a partner in another way than the partner chose', async (t) => {
  const { payee, call, confirm, payout, pay } = await connected()
  const { payoutId, partner, destination } = await payee()
  const put = (body: object) => call(`PUT /partners/${partner.id}/payout-settings`, body)
  t.is((await put({ method: 'connect' })).status, 422)
  t.is((await put({ method: 'manual' })).status, 200)
  await confirm({ selectedPayoutIds: [payoutId] })
  t.like(await payout(payoutId), { status: 'processing', method: null })
  await call(`POST /payouts/${payoutId}/failed`, { reason: 'x' })
  await call(`POST /payouts/${payoutId}/cancel`)
  t.is((await call(`DELETE /partners/${partner.id}/payout-settings`)).status, 200)
  t.is((await call(`GET /partners/${partner.id}/payout-settings`)).status, 404)
  await pay(payoutId, 'sent')
  t.is(paidTo(stripe, destination).length, 1)
  t.is((await call('PUT /partners/pn_unknown/payout-settings', { method: 'manual' })).status, 404)
})
