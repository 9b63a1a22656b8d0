/** Receiving provider webhooks: valid and invalid requests of every provider. */
import test, { type ExecutionContext } from 'ava'
import { connectionRateLimit } from '../../../shared/integrations/index.js'
import { providers } from '../../../shared/integrations/providers/index.js'
import { newId } from '../../../shared/kernel/ids.js'
import { type TestApi, testApi } from '../../support/api.js'
import { type InboundConnection, openInboundConnection } from '../../support/inbound-connection.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import {
  unsupportedEvent,
  type ProviderSample,
  providerSamples,
  sampleOf,
  stripe,
  type ProviderEventSample,
} from '../../support/provider-samples.js'
import { exhaustRateLimit } from '../../support/rate-limits.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const unique = () => newId('evt_').slice(4)
const sampleEvent = (sample: ProviderSample) => unsupportedEvent(sample, unique())

/** Asserts the error response and that nothing was stored. */
async function assertRejected(
  t: ExecutionContext,
  {
    answer,
    status,
    message,
    deliveries,
  }: { answer: { status: number; body: any }; status: number; message: string; deliveries: () => Promise<unknown[]> },
) {
  t.deepEqual([answer.status, answer.body.error?.message], [status, message])
  t.deepEqual(await deliveries(), [])
}

test('every provider that sends webhooks has a sample', (t) => {
  t.deepEqual(providerSamples.map(({ slug }) => slug).sort(), providers.flatMap(({ slug, receiver }) => (receiver ? [slug] : [])).sort())
})

const tenMinutesAgo = () => Date.now() - 10 * 60_000

for (const sample of providerSamples) {
  const { slug } = sample
  const title = (text: string) => `${slug}: ${text}`

  test(title('a signed event is stored once, however often it arrives, at either URL'), async (t) => {
    const receiver = await openInboundConnection(api, sample)
    const event = sampleEvent(sample)
    const first = await receiver.send(event)
    t.deepEqual([first.status, first.body], [200, { success: true, received: 1, duplicates: 0 }])
    const again = await receiver.send(event, slug === 'hubspot' ? {} : { useApiPrefix: true })
    t.deepEqual([again.status, again.body], [200, { success: true, received: 0, duplicates: 1 }])
    const [delivery, ...others] = await receiver.deliveries()
    t.like(delivery, { state: 'ignored', reason: 'events of this type are not supported' })
    t.deepEqual(others, [])
  })

  test(title('rejects another secret'), async (t) => {
    const { send, deliveries } = await openInboundConnection(api, sample)
    await assertRejected(t, {
      answer: await send(sampleEvent(sample), { secret: `whsec_${Buffer.from('another').toString('base64')}` }),
      status: 401,
      message: 'Invalid signature',
      deliveries,
    })
  })

  test(title('rejects a missing signature'), async (t) => {
    const { send, deliveries } = await openInboundConnection(api, sample)
    const event = sampleEvent(sample)
    const [header = ''] = Object.keys(sample.sign({ raw: '', secret: sample.secret, at: 0, url: '', event }))
    await assertRejected(t, { answer: await send(event, { omitHeader: header }), status: 401, message: 'Invalid signature', deliveries })
  })

  test(title('rejects a body of 10 MB'), async (t) => {
    const { sendRaw, deliveries } = await openInboundConnection(api, sample)
    const raw = JSON.stringify({ id: 'x', filling: 'x'.repeat(10 * 1024 * 1024) })
    await assertRejected(t, {
      answer: await sendRaw(raw, sampleEvent(sample)),
      status: 400,
      message: 'The request body is larger than 4mb.',
      deliveries,
    })
  })

  test(title('rejects a signed body that is not a JSON object'), async (t) => {
    const { sendRaw, deliveries } = await openInboundConnection(api, sample)
    for (const raw of ['not json', '"text"', '[]', '[1]', ...(slug === 'hubspot' ? [] : ['[{"id":"x"}]']), 'null', '{"a":', '']) {
      await assertRejected(t, {
        answer: await sendRaw(raw, sampleEvent(sample)),
        status: 400,
        message: 'The request body is not a JSON object.',
        deliveries,
      })
    }
  })

  if (sample.signsBody) {
    test(title('rejects a modified body, even with equivalent JSON'), async (t) => {
      const { send, sendRaw, deliveries } = await openInboundConnection(api, sample)
      const event = sampleEvent(sample)
      await assertRejected(t, {
        answer: await send(event, { raw: JSON.stringify(event.body).replace('something', 'anything') + ' ' }),
        status: 401,
        message: 'Invalid signature',
        deliveries,
      })
      await assertRejected(t, {
        answer: await sendRaw(JSON.stringify(event.body), event, { raw: JSON.stringify(event.body, null, 1) }),
        status: 401,
        message: 'Invalid signature',
        deliveries,
      })
    })
  }

  if (sample.signsTimestamp) {
    test(title('rejects old and future timestamps'), async (t) => {
      const { send, deliveries } = await openInboundConnection(api, sample)
      await assertRejected(t, {
        answer: await send(sampleEvent(sample), { at: tenMinutesAgo() }),
        status: 401,
        message: 'Invalid signature',
        deliveries,
      })
      await assertRejected(t, {
        answer: await send(sampleEvent(sample), { at: Date.now() + 10 * 60_000 }),
        status: 401,
        message: 'Invalid signature',
        deliveries,
      })
    })
  }

  const { sale, refund, lead } = sample
  if (sale && refund) {
    test(title('a repeated sale is recorded once, and its repeated refund deducted once'), async (t) => {
      const { send, createVisitor, counters, sales, customers, processDeliveries } = await openInboundConnection(api, sample)
      const person = await createVisitor()
      const [saleEvent, refundEvent] = [sale(person), refund(person)]
      for (let times = 0; times < 5; times += 1) t.is((await send(saleEvent)).status, 200)
      t.deepEqual(await processDeliveries(), [])
      t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 10_000 })
      t.is((await customers()).length, 1)
      for (let times = 0; times < 2; times += 1) t.is((await send(refundEvent)).status, 200)
      t.deepEqual(await processDeliveries(), [])
      t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 0, saleAmount: 0 })
      t.deepEqual(
        (await sales()).map(({ amount }) => amount),
        [10_000, -10_000],
      )
    })

    test(title('a refund that arrives before its sale is retried'), async (t) => {
      const receiver = await openInboundConnection(api, sample)
      const person = await receiver.createVisitor()
      await receiver.send(refund(person))
      const [failure] = await receiver.processDeliveries()
      t.regex(failure ?? '', /is not known$/)
      const [pending] = await receiver.deliveries()
      t.like(pending, { state: 'retrying', attempts: 1 })
      await receiver.send(sale(person))
      t.deepEqual(await receiver.processDeliveries(), [])
      await runJobByName(api.resources, 'integrations.process-delivery', { deliveryId: pending.id })
      t.deepEqual(await receiver.counters(), { leads: 1, conversions: 1, sales: 0, saleAmount: 0 })
      t.deepEqual(
        (await receiver.deliveries()).map(({ state }) => state),
        ['processed', 'processed'],
      )
    })
  }

  if (lead) {
    test(title('a repeated lead is recorded once'), async (t) => {
      const { send, createVisitor, counters, customers, processDeliveries } = await openInboundConnection(api, sample)
      const person = await createVisitor()
      const event: ProviderEventSample = lead(person)
      for (let times = 0; times < 3; times += 1) t.is((await send(event)).status, 200)
      t.deepEqual(await processDeliveries(), [])
      t.like(await counters(), { leads: 1, sales: 0 })
      t.like((await customers())[0], { email: `${person.unique}@example.com` })
    })
  }
}

test('returns 404 for an unknown provider, a connection of another provider and an unknown connection', async (t) => {
  const { connection, path, send } = await openInboundConnection(api, sampleOf('stripe'))
  const post = async (to: string) => {
    const { status, body } = await api.call(`POST ${to}`, { body: {} })
    return [status, body.error.message]
  }
  t.deepEqual(await post('/integrations/webhooks/unknown/conn_1'), [404, 'Unknown provider: unknown'])
  t.deepEqual(await post(`/integrations/webhooks/paddle/${connection.id}`), [404, 'Connection not found'])
  t.deepEqual(await post('/integrations/webhooks/stripe/conn_nowhere'), [404, 'Connection not found'])
  t.deepEqual(await post(`/integrations/webhooks/zapier/${connection.id}`), [400, 'zapier does not support webhooks'])
  t.deepEqual(await post(path), [401, 'Invalid signature'])
  t.is((await send(stripe('something.else', {}))).status, 200)
})

test('a NUL character in the webhook URL is refused', async (t) => {
  t.is((await api.call('POST /integrations/webhooks/stripe/conn_%00', { body: {} })).status, 400)
  t.is((await api.call('POST /integrations/webhooks/%00/conn_1', { body: {} })).status, 400)
})

test('rejects webhooks on a paused, pending or disconnected connection', async (t) => {
  const receiver = await openInboundConnection(api, sampleOf('stripe'))
  const event = stripe('something.else', {})
  await receiver.callConnection('PATCH /', { status: 'paused' })
  await assertRejected(t, {
    answer: await receiver.send(event),
    status: 400,
    message: 'Connection not active',
    deliveries: receiver.deliveries,
  })
  await receiver.callConnection('PATCH /', { status: 'active' })
  t.is((await receiver.send(event)).status, 200)
  const pending = await openInboundConnection(api, sampleOf('stripe'), { signingSecret: undefined })
  t.is(pending.connection.status, 'pending')
  await assertRejected(t, {
    answer: await pending.send(event),
    status: 400,
    message: 'Connection not active',
    deliveries: pending.deliveries,
  })
  await receiver.send(stripe('account.application.deauthorized', {}))
  await receiver.processDeliveries()
  t.is((await receiver.callConnection('GET /')).body.status, 'disconnected')
  t.is((await receiver.send(stripe('something.else', {}))).status, 400)
})

test('shopify: privacy requests are received and carried out after the app was uninstalled, other events are not received', async (t) => {
  const sample = sampleOf('shopify')
  const receiver = await openInboundConnection(api, sample)
  const { send, processDeliveries, customers, deliveries } = receiver
  const event = (type: string, body: object) => ({ id: newId('evt_'), type, body })
  const order = sample.sale?.(await receiver.createVisitor()) as ProviderEventSample & { body: { customer: object } }
  for (const one of [order, event('app/uninstalled', {})]) await send(one)
  t.deepEqual(await processDeliveries(), [])
  t.is((await receiver.callConnection('GET /')).body.status, 'disconnected')
  t.is((await customers()).length, 1)
  t.is((await send({ ...order, id: newId('evt_') })).status, 400)
  const redaction = event('customers/redact', { customer: order.body.customer })
  t.is((await send(redaction, { secret: 'another' })).status, 401)
  for (const one of [redaction, event('customers/data_request', {})]) t.is((await send(one)).status, 200, one.type)
  t.deepEqual(await processDeliveries(), [])
  t.deepEqual(await customers(), [])
  t.deepEqual(
    (await deliveries()).slice(-2).map(({ state }: { state: string }) => state),
    ['processed', 'ignored'],
  )
})

test('shopify: the erasure of a shop deletes the deliveries of its connection once that has ended', async (t) => {
  const sample = sampleOf('shopify')
  const receiver = await openInboundConnection(api, sample)
  const { send, processDeliveries, deliveries } = receiver
  const event = (type: string) => ({ id: newId('evt_'), type, body: { shop_id: 1 } })
  const erase = async () => {
    t.is((await send(event('shop/redact'))).status, 200)
    t.deepEqual(await processDeliveries(), [])
    await runQueuedJobs(api.resources)
  }
  await send(sample.sale?.(await receiver.createVisitor()) as ProviderEventSample)
  await erase()
  t.like((await deliveries()).at(-1), { state: 'ignored', reason: 'the connection is active' })
  await send(event('app/uninstalled'))
  t.deepEqual(await processDeliveries(), [])
  t.is((await deliveries()).length, 3)
  await erase()
  t.deepEqual(await deliveries(), [])
  t.like(await receiver.counters(), { sales: 1 })
})

test('a rate limited connection rejects before verifying, and other connections are not affected', async (t) => {
  const [flooded, other] = [await openInboundConnection(api, sampleOf('stripe')), await openInboundConnection(api, sampleOf('stripe'))]
  await exhaustRateLimit(api.resources, 'provider', flooded.connection.id, connectionRateLimit)
  const answer = await flooded.send(stripe('something.else', {}), { secret: 'wrong' })
  t.deepEqual([answer.status, answer.headers.get('x-ratelimit-limit')], [429, String(connectionRateLimit.requests)])
  t.deepEqual(await flooded.deliveries(), [])
  t.is((await other.send(stripe('something.else', {}))).status, 200)
})

test('the previous secret is accepted during the overlap only', async (t) => {
  const receiver = await openInboundConnection(api, sampleOf('stripe'))
  await receiver.callConnection('PATCH /', { signingSecret: 'whsec_second' })
  t.is((await receiver.send(stripe('something.else', {}))).status, 200)
  t.is((await receiver.send(stripe('something.else', {}), { secret: 'whsec_second' })).status, 200)
  await api.resources.database.pool.query('update integration_connections set previous_secret_until = now() where id = $1', [
    receiver.connection.id,
  ])
  t.is((await receiver.send(stripe('something.else', {}))).status, 401)
  await receiver.callConnection('PATCH /', { signingSecret: 'whsec_third', overlapHours: 0 })
  t.is((await receiver.send(stripe('something.else', {}), { secret: 'whsec_second' })).status, 401)
  t.is((await receiver.send(stripe('something.else', {}), { secret: 'whsec_third' })).status, 200)
})

test('the secret of one connection is rejected by another', async (t) => {
  const [one, other] = [
    await openInboundConnection(api, sampleOf('hubspot')),
    await openInboundConnection(api, { ...sampleOf('hubspot'), secret: 'other-secret' }),
  ]
  const event = sampleEvent(sampleOf('hubspot'))
  t.is((await other.send(event, { secret: 'yyyyyyyy-yyyy' })).status, 401)
  t.is((await one.send(event)).status, 200)
})

test('unsigned webhooks are accepted only with allowUnsigned and without a secret', async (t) => {
  const sample = { ...sampleOf('segment'), settings: { allowUnsigned: true } }
  const open = await openInboundConnection(api, sample, { signingSecret: undefined })
  t.is(open.connection.status, 'active')
  t.is((await open.send(sampleEvent(sample), { omitHeader: 'x-signature' })).status, 200)
  await open.callConnection('PATCH /', { signingSecret: 'seg_test' })
  t.is((await open.send(sampleEvent(sample), { omitHeader: 'x-signature' })).status, 401)
  const response = await api.call('POST /integrations/connections', {
    key: open.key,
    body: { providerSlug: 'stripe', settings: { allowUnsigned: true } },
  })
  t.is(response.status, 422)
})

test('handshakes and pings get the expected response and store nothing', async (t) => {
  const slack = await openInboundConnection(api, sampleOf('slack'))
  const challenge: ProviderEventSample = { id: '', type: '', body: { type: 'url_verification', challenge: 'abc', token: 'x' } }
  t.like((await slack.send(challenge)).body, { challenge: 'abc' })
  t.is((await slack.send(challenge, { secret: 'wrong' })).status, 401)
  const github = await openInboundConnection(api, sampleOf('github'))
  t.is((await github.send({ id: unique(), type: 'ping', body: { zen: 'x' } })).status, 200)
  const woo = await openInboundConnection(api, sampleOf('woocommerce'))
  const ping = await api.call(`POST ${woo.path}`, {
    body: 'webhook_id=12',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  t.deepEqual([ping.status, ping.body], [200, { success: true }])
  t.is((await api.call(`POST ${woo.path}`, { body: 'webhook_id=12&more=1' })).status, 401)
  for (const { deliveries } of [slack, github, woo]) t.deepEqual(await deliveries(), [])
})

test('each event of a request is stored once', async (t) => {
  const { send, deliveries } = await openInboundConnection(api, sampleOf('hubspot'))
  const item = (eventId: number) => ({ eventId, subscriptionType: 'company.creation', objectId: eventId, portalId: 1 })
  const request = (...ids: number[]): ProviderEventSample => ({ id: '', type: '', body: ids.map(item) })
  t.like((await send(request(1, 2))).body, { received: 2, duplicates: 0 })
  t.like((await send(request(2, 3))).body, { received: 1, duplicates: 1 })
  t.is((await deliveries()).length, 3)
})

test('test mode events are stored and not counted', async (t) => {
  const receiver = await openInboundConnection(api, sampleOf('stripe'))
  const { send, createVisitor, deliveries, counters, processDeliveries, callConnection } = receiver
  const event = sampleOf('stripe').sale?.(await createVisitor()) as ProviderEventSample
  await send({ ...event, body: { ...(event.body as object), livemode: false } })
  t.deepEqual(await processDeliveries(), [])
  t.like((await deliveries())[0], { state: 'ignored', reason: 'test mode event' })
  t.like(await counters(), { leads: 0, sales: 0 })
  t.like((await callConnection('POST /deliveries/replay', { state: 'ignored' })).body, { replayed: 1 })
  t.deepEqual(await processDeliveries(), [])
  t.like((await deliveries())[0], { state: 'ignored', reason: 'test mode event' })
  t.like(await counters(), { leads: 0, sales: 0 })
})

test('shopify: webhooks of one event with several topics are all processed', async (t) => {
  const receiver = await openInboundConnection(api, sampleOf('shopify'))
  const event = sampleOf('shopify').sale?.(await receiver.createVisitor()) as ProviderEventSample
  for (const type of ['orders/create', 'orders/updated', 'orders/paid'])
    t.like((await receiver.send({ ...event, type })).body, { received: 1, duplicates: 0 })
  t.deepEqual(await receiver.processDeliveries(), [])
  t.like(await receiver.counters(), { sales: 1 })
})

test('woocommerce: orders that change in the same second, and share a delivery id, are all processed', async (t) => {
  const receiver = await openInboundConnection(api, sampleOf('woocommerce'))
  for (let order = 0; order < 2; order++) {
    const event = sampleOf('woocommerce').sale?.(await receiver.createVisitor()) as ProviderEventSample
    t.like((await receiver.send({ ...event, id: 'same' })).body, { received: 1, duplicates: 0 })
  }
  t.deepEqual(await receiver.processDeliveries(), [])
  t.like(await receiver.counters(), { sales: 2 })
})

test('woocommerce: a sale and its refund in the same event are both counted', async (t) => {
  const receiver = await openInboundConnection(api, sampleOf('woocommerce'))
  const order = sampleOf('woocommerce').sale?.(await receiver.createVisitor()) as ProviderEventSample & { body: object }
  await receiver.send({ ...order, body: { ...order.body, refunds: [{ id: 1, total: '-12.00' }] } })
  t.deepEqual(await receiver.processDeliveries(), [])
  t.like(await receiver.counters(), { sales: 1, saleAmount: 9000 })
  t.like((await receiver.deliveries())[0], { state: 'processed', attempts: 1 })
})

/** Opens another connection to the same shop or site, and returns what sends to it and processes what arrived. */
async function anotherConnection(t: ExecutionContext, { key }: InboundConnection, sample: ProviderSample) {
  const { status, body } = await api.call('POST /integrations/connections', {
    key,
    body: { providerSlug: sample.slug, signingSecret: sample.secret, ...(sample.settings ? { settings: sample.settings } : {}) },
  })
  t.is(status, 201)
  const { id, webhookUrl } = body
  return async (event: ProviderEventSample, headers: Record<string, string> = {}) => {
    const raw = JSON.stringify(event.body)
    const signature = sample.sign({ raw, secret: sample.secret, at: Date.now(), event, url: webhookUrl })
    const request = { body: raw, headers: { ...signature, ...sample.headers?.(event), ...headers } }
    t.is((await api.call(`POST ${new URL(webhookUrl).pathname}`, request)).status, 200)
    const { rows } = await api.resources.database.pool.query(
      `select id from integration_deliveries where connection_id = $1 and state = 'received'`,
      [id],
    )
    for (const row of rows) await runJobByName(api.resources, 'integrations.process-delivery', { deliveryId: row.id })
  }
}

test('woocommerce: a new connection to the same shop counts no order and no refund again', async (t) => {
  const sample = sampleOf('woocommerce')
  const receiver = await openInboundConnection(api, sample)
  const { callConnection, counters, createVisitor, processDeliveries, send } = receiver
  const headers = { 'x-wc-webhook-source': 'https://shop.example/' }
  const visitor = await createVisitor()
  const order = sample.sale?.(visitor) as ProviderEventSample & { body: object }
  const partlyRefunded = (status: string, ...ids: number[]) => ({
    ...order,
    body: { ...order.body, status, refunds: ids.map((id) => ({ id, total: '-12.00' })) },
  })
  await send(partlyRefunded('processing', 1), { headers })
  t.deepEqual(await processDeliveries(), [])
  const before = await counters()
  t.is(before.sales, 1)
  t.is((await callConnection('DELETE /')).status, 200)
  const sendToNew = await anotherConnection(t, receiver, sample)
  await sendToNew(partlyRefunded('completed', 1), headers)
  t.deepEqual(await counters(), before)
  await sendToNew(partlyRefunded('completed', 1, 2), headers)
  const after = await counters()
  t.is(before.saleAmount - after.saleAmount, 1000)
})

test('chargebee: two connections to one site count a payment and its refunds once, and other payments each', async (t) => {
  const sample = sampleOf('chargebee')
  const receiver = await openInboundConnection(api, sample)
  const { counters, createVisitor, processDeliveries, send } = receiver
  const sendToOther = await anotherConnection(t, receiver, sample)
  const visitor = await createVisitor()
  const sendToBoth = async (event: ProviderEventSample | undefined) => {
    if (!event) return t.fail()
    await send(event)
    t.deepEqual(await processDeliveries(), [])
    await sendToOther(event)
  }
  const partialRefund = (id: string) => ({
    ...(sample.refund?.(visitor) as ProviderEventSample),
    body: {
      id: `ev_${id}${visitor.unique}`,
      event_type: 'payment_refunded',
      content: {
        invoice: { id: visitor.unique },
        transaction: { id: `${id}${visitor.unique}`, amount: 1200, reference_transaction_id: `txn_${visitor.unique}` },
      },
    },
  })
  await sendToBoth(sample.sale?.(visitor))
  t.like(await counters(), { sales: 1, saleAmount: 10_000 })
  await sendToBoth(partialRefund('first'))
  t.like(await counters(), { saleAmount: 9000 })
  // The connection that counted the payment may be gone.
  await sendToOther(partialRefund('second'))
  t.like(await counters(), { saleAmount: 8000 })
  await sendToBoth(sample.sale?.({ ...visitor, unique: `next${visitor.unique}` }))
  t.like(await counters(), { sales: 2, saleAmount: 18_000 })
})

test('generic: two connections to one system deduct each refund of a sale once', async (t) => {
  const sample = sampleOf('generic')
  const receiver = await openInboundConnection(api, sample)
  const { counters, createVisitor, processDeliveries, send } = receiver
  const sendToOther = await anotherConnection(t, receiver, sample)
  const visitor = await createVisitor()
  const refund = (id: string) => ({ id: newId('evt_'), type: 'back', body: { id, invoice: `gi_${visitor.unique}`, amount: 1000 } })
  for (const event of [sample.sale?.(visitor) as ProviderEventSample, refund('1'), refund('2')]) {
    await send(event)
    t.deepEqual(await processDeliveries(), [])
    await sendToOther(event)
  }
  t.like(await counters(), { sales: 1, saleAmount: 8000 })
})

test('ten concurrent duplicates are stored once', async (t) => {
  const { send, createVisitor, deliveries, counters, processDeliveries } = await openInboundConnection(api, sampleOf('stripe'))
  const event = sampleOf('stripe').sale?.(await createVisitor()) as ProviderEventSample
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(event)))
  t.deepEqual(answers.map(({ body }) => body.received).sort(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  t.deepEqual(await processDeliveries(), [])
  t.is((await deliveries()).length, 1)
  t.like(await counters(), { sales: 1 })
})

test('a webhook appears in the request log of the workspace', async (t) => {
  const receiver = await openInboundConnection(api, sampleOf('stripe'))
  const event = stripe('something.else', { id: 'seen' })
  await receiver.send(event)
  await receiver.send(event, { secret: 'wrong' })
  const lines: any[] = await waitUntil(async () => {
    const { body } = await api.call('GET /logs?requestType=webhook', { key: receiver.key })
    return body.length >= 2 && body
  })
  t.deepEqual(lines.map(({ status_code: status }) => status).sort(), [200, 401])
  t.like(lines[0], { route_pattern: '/integrations/webhooks/{providerSlug}/{connectionId}', user_id: null, token_id: null })
  t.true(lines[0].request_body.includes('something.else'))
})
