/** What other systems send: every provider, rightly and in every wrong way. */
import test, { type ExecutionContext } from 'ava'
import { receivingRate } from '../../../shared/integrations/index.js'
import { providers } from '../../../shared/integrations/providers/index.js'
import { newId } from '../../../shared/kernel/ids.js'
import { type TestApi, testApi } from '../../support/api.js'
import { receiverOf } from '../../support/inbound.js'
import { runNamed } from '../../support/jobs.js'
import { anyEvent, type ProviderSample, providerSamples, sampleOf, stripe, type Told } from '../../support/providers.js'
import { useUp } from '../../support/rates.js'
import { until } from '../../support/until.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const unique = () => newId('evt_').slice(4)
const eventOf = (sample: ProviderSample) => anyEvent(sample, unique())

/** Refused, and nothing is there afterwards. */
async function refused(
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

test('there is a sample of every provider that sends', (t) => {
  t.deepEqual(providerSamples.map(({ slug }) => slug).sort(), providers.flatMap(({ slug, receiver }) => (receiver ? [slug] : [])).sort())
})

const longAgo = () => Date.now() - 10 * 60_000

for (const sample of providerSamples) {
  const { slug } = sample
  const title = (text: string) => `${slug}: ${text}`

  test(title('what is signed is kept once, however often it comes, at either address'), async (t) => {
    const receiver = await receiverOf(api, sample)
    const event = eventOf(sample)
    const first = await receiver.send(event)
    t.deepEqual([first.status, first.body], [200, { success: true, received: 1, duplicates: 0 }])
    const again = await receiver.send(event, slug === 'hubspot' ? {} : { alias: true })
    t.deepEqual([again.status, again.body], [200, { success: true, received: 0, duplicates: 1 }])
    const [delivery, ...others] = await receiver.deliveries()
    t.like(delivery, { state: 'ignored', reason: 'events of this type mean nothing here' })
    t.deepEqual(others, [])
  })

  test(title('another secret is refused'), async (t) => {
    const { send, deliveries } = await receiverOf(api, sample)
    await refused(t, {
      answer: await send(eventOf(sample), { secret: `whsec_${Buffer.from('another').toString('base64')}` }),
      status: 401,
      message: 'Invalid signature',
      deliveries,
    })
  })

  test(title('a missing signature is refused'), async (t) => {
    const { send, deliveries } = await receiverOf(api, sample)
    const event = eventOf(sample)
    const [header = ''] = Object.keys(sample.sign({ raw: '', secret: sample.secret, at: 0, url: '', event }))
    await refused(t, { answer: await send(event, { without: header }), status: 401, message: 'Invalid signature', deliveries })
  })

  test(title('a body of 10 MB is refused'), async (t) => {
    const { sendRaw, deliveries } = await receiverOf(api, sample)
    const raw = JSON.stringify({ id: 'x', filling: 'x'.repeat(10 * 1024 * 1024) })
    await refused(t, {
      answer: await sendRaw(raw, eventOf(sample)),
      status: 400,
      message: 'The request body is larger than 4mb.',
      deliveries,
    })
  })

  test(title('a signed body that is no JSON object is refused'), async (t) => {
    const { sendRaw, deliveries } = await receiverOf(api, sample)
    for (const raw of ['not json', '"text"', '[]', '[1]', ...(slug === 'hubspot' ? [] : ['[{"id":"x"}]']), 'null', '{"a":', '']) {
      await refused(t, {
        answer: await sendRaw(raw, eventOf(sample)),
        status: 400,
        message: 'The request body is not a JSON object.',
        deliveries,
      })
    }
  })

  if (sample.signsBody) {
    test(title('an altered body is refused, also one that says the same'), async (t) => {
      const { send, sendRaw, deliveries } = await receiverOf(api, sample)
      const event = eventOf(sample)
      await refused(t, {
        answer: await send(event, { raw: JSON.stringify(event.body).replace('something', 'anything') + ' ' }),
        status: 401,
        message: 'Invalid signature',
        deliveries,
      })
      await refused(t, {
        answer: await sendRaw(JSON.stringify(event.body), event, { raw: JSON.stringify(event.body, null, 1) }),
        status: 401,
        message: 'Invalid signature',
        deliveries,
      })
    })
  }

  if (sample.hasTime) {
    test(title('what was signed long ago, or ahead of time, is refused'), async (t) => {
      const { send, deliveries } = await receiverOf(api, sample)
      await refused(t, { answer: await send(eventOf(sample), { at: longAgo() }), status: 401, message: 'Invalid signature', deliveries })
      await refused(t, {
        answer: await send(eventOf(sample), { at: Date.now() + 10 * 60_000 }),
        status: 401,
        message: 'Invalid signature',
        deliveries,
      })
    })
  }

  const { sale, refund, lead } = sample
  if (sale && refund) {
    test(title('a sale told five times is one sale, and its refund told twice takes it back once'), async (t) => {
      const { send, visitor, figures, sales, customers, work } = await receiverOf(api, sample)
      const person = await visitor()
      const [sold, returned] = [sale(person), refund(person)]
      for (let times = 0; times < 5; times += 1) t.is((await send(sold)).status, 200)
      t.deepEqual(await work(), [])
      t.deepEqual(await figures(), { leads: 1, conversions: 1, sales: 1, saleAmount: 10_000 })
      t.is((await customers()).length, 1)
      for (let times = 0; times < 2; times += 1) t.is((await send(returned)).status, 200)
      t.deepEqual(await work(), [])
      t.deepEqual(await figures(), { leads: 1, conversions: 1, sales: 0, saleAmount: 0 })
      t.deepEqual(
        (await sales()).map(({ amount }) => amount),
        [10_000, -10_000],
      )
    })

    test(title('a refund that comes before its sale waits for it'), async (t) => {
      const receiver = await receiverOf(api, sample)
      const person = await receiver.visitor()
      await receiver.send(refund(person))
      const [failure] = await receiver.work()
      t.regex(failure ?? '', /is not known$/)
      const [waiting] = await receiver.deliveries()
      t.like(waiting, { state: 'retrying', attempts: 1 })
      await receiver.send(sale(person))
      t.deepEqual(await receiver.work(), [])
      await runNamed(api.resources, 'integrations.process-delivery', { deliveryId: waiting.id })
      t.deepEqual(await receiver.figures(), { leads: 1, conversions: 1, sales: 0, saleAmount: 0 })
      t.deepEqual(
        (await receiver.deliveries()).map(({ state }) => state),
        ['processed', 'processed'],
      )
    })
  }

  if (lead) {
    test(title('a lead told three times is one lead'), async (t) => {
      const { send, visitor, figures, customers, work } = await receiverOf(api, sample)
      const person = await visitor()
      const told: Told = lead(person)
      for (let times = 0; times < 3; times += 1) t.is((await send(told)).status, 200)
      t.deepEqual(await work(), [])
      t.like(await figures(), { leads: 1, sales: 0 })
      t.like((await customers())[0], { email: `${person.unique}@example.com` })
    })
  }
}

test('an unknown provider, a connection of another provider and one that is nowhere are not found', async (t) => {
  const { connection, path, send } = await receiverOf(api, sampleOf('stripe'))
  const ask = async (to: string) => {
    const { status, body } = await api.call(`POST ${to}`, { body: {} })
    return [status, body.error.message]
  }
  t.deepEqual(await ask('/integrations/webhooks/nobody/conn_1'), [404, 'Unknown provider: nobody'])
  t.deepEqual(await ask(`/integrations/webhooks/paddle/${connection.id}`), [404, 'Connection not found'])
  t.deepEqual(await ask('/integrations/webhooks/stripe/conn_nowhere'), [404, 'Connection not found'])
  t.deepEqual(await ask(`/integrations/webhooks/zapier/${connection.id}`), [400, 'zapier does not support webhooks'])
  t.deepEqual(await ask(path), [401, 'Invalid signature'])
  t.is((await send(stripe('something.else', {}))).status, 200)
})

test('a connection that is paused, waits for its secret or was ended by the other side refuses', async (t) => {
  const receiver = await receiverOf(api, sampleOf('stripe'))
  const event = stripe('something.else', {})
  await receiver.manage('PATCH /', { status: 'paused' })
  await refused(t, { answer: await receiver.send(event), status: 400, message: 'Connection not active', deliveries: receiver.deliveries })
  await receiver.manage('PATCH /', { status: 'active' })
  t.is((await receiver.send(event)).status, 200)
  const waiting = await receiverOf(api, sampleOf('stripe'), { signingSecret: undefined })
  t.is(waiting.connection.status, 'pending')
  await refused(t, { answer: await waiting.send(event), status: 400, message: 'Connection not active', deliveries: waiting.deliveries })
  await receiver.send(stripe('account.application.deauthorized', {}))
  await receiver.work()
  t.is((await receiver.manage('GET /')).body.status, 'disconnected')
  t.is((await receiver.send(stripe('something.else', {}))).status, 400)
})

test('a connection that is flooded refuses before it looks at anything, and others receive as before', async (t) => {
  const [flooded, other] = [await receiverOf(api, sampleOf('stripe')), await receiverOf(api, sampleOf('stripe'))]
  await useUp(api.resources, 'provider', flooded.connection.id, receivingRate)
  const answer = await flooded.send(stripe('something.else', {}), { secret: 'wrong' })
  t.deepEqual([answer.status, answer.headers.get('x-ratelimit-limit')], [429, String(receivingRate.requests)])
  t.deepEqual(await flooded.deliveries(), [])
  t.is((await other.send(stripe('something.else', {}))).status, 200)
})

test('after a change of the secret the one before is taken for a while, and then no more', async (t) => {
  const receiver = await receiverOf(api, sampleOf('stripe'))
  await receiver.manage('PATCH /', { signingSecret: 'whsec_second' })
  t.is((await receiver.send(stripe('something.else', {}))).status, 200)
  t.is((await receiver.send(stripe('something.else', {}), { secret: 'whsec_second' })).status, 200)
  await api.resources.database.pool.query('update integration_connections set previous_secret_until = now() where id = $1', [
    receiver.connection.id,
  ])
  t.is((await receiver.send(stripe('something.else', {}))).status, 401)
  await receiver.manage('PATCH /', { signingSecret: 'whsec_third', overlapHours: 0 })
  t.is((await receiver.send(stripe('something.else', {}), { secret: 'whsec_second' })).status, 401)
  t.is((await receiver.send(stripe('something.else', {}), { secret: 'whsec_third' })).status, 200)
})

test('who knows the secret of one connection cannot send to another', async (t) => {
  const [one, other] = [
    await receiverOf(api, sampleOf('hubspot')),
    await receiverOf(api, { ...sampleOf('hubspot'), secret: 'other-secret' }),
  ]
  const event = eventOf(sampleOf('hubspot'))
  t.is((await other.send(event, { secret: 'yyyyyyyy-yyyy' })).status, 401)
  t.is((await one.send(event)).status, 200)
})

test('without a signature a connection takes something only where its settings say so, and never once it has a secret', async (t) => {
  const sample = { ...sampleOf('segment'), settings: { allowUnsigned: true } }
  const open = await receiverOf(api, sample, { signingSecret: undefined })
  t.is(open.connection.status, 'active')
  t.is((await open.send(eventOf(sample), { without: 'x-signature' })).status, 200)
  await open.manage('PATCH /', { signingSecret: 'seg_test' })
  t.is((await open.send(eventOf(sample), { without: 'x-signature' })).status, 401)
  const refusal = await api.call('POST /integrations/connections', {
    key: open.key,
    body: { providerSlug: 'stripe', settings: { allowUnsigned: true } },
  })
  t.is(refusal.status, 422)
})

test('greetings are answered as the provider wants, and nothing is kept', async (t) => {
  const slack = await receiverOf(api, sampleOf('slack'))
  const challenge: Told = { id: '', type: '', body: { type: 'url_verification', challenge: 'abc', token: 'x' } }
  t.like((await slack.send(challenge)).body, { challenge: 'abc' })
  t.is((await slack.send(challenge, { secret: 'wrong' })).status, 401)
  const github = await receiverOf(api, sampleOf('github'))
  t.is((await github.send({ id: unique(), type: 'ping', body: { zen: 'x' } })).status, 200)
  const woo = await receiverOf(api, sampleOf('woocommerce'))
  const greeting = await api.call(`POST ${woo.path}`, {
    body: 'webhook_id=12',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  t.deepEqual([greeting.status, greeting.body], [200, { success: true }])
  t.is((await api.call(`POST ${woo.path}`, { body: 'webhook_id=12&more=1' })).status, 401)
  for (const { deliveries } of [slack, github, woo]) t.deepEqual(await deliveries(), [])
})

test('a request of several events keeps each of them once', async (t) => {
  const { send, deliveries } = await receiverOf(api, sampleOf('hubspot'))
  const item = (eventId: number) => ({ eventId, subscriptionType: 'company.creation', objectId: eventId, portalId: 1 })
  const request = (...ids: number[]): Told => ({ id: '', type: '', body: ids.map(item) })
  t.like((await send(request(1, 2))).body, { received: 2, duplicates: 0 })
  t.like((await send(request(2, 3))).body, { received: 1, duplicates: 1 })
  t.is((await deliveries()).length, 3)
})

test('what happened in a test mode is kept and not counted', async (t) => {
  const { send, visitor, deliveries, figures, work } = await receiverOf(api, sampleOf('stripe'))
  const event = sampleOf('stripe').sale?.(await visitor()) as Told
  await send({ ...event, body: { ...(event.body as object), livemode: false } })
  t.deepEqual(await work(), [])
  t.like((await deliveries())[0], { state: 'ignored', reason: 'it happened in a test mode of the provider' })
  t.like(await figures(), { leads: 0, sales: 0 })
})

test('ten of the same delivery at once are one', async (t) => {
  const { send, visitor, deliveries, figures, work } = await receiverOf(api, sampleOf('stripe'))
  const event = sampleOf('stripe').sale?.(await visitor()) as Told
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(event)))
  t.deepEqual(answers.map(({ body }) => body.received).sort(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  t.deepEqual(await work(), [])
  t.is((await deliveries()).length, 1)
  t.like(await figures(), { sales: 1 })
})

test('a request leaves a line in the log of the workspace, as one of a provider', async (t) => {
  const receiver = await receiverOf(api, sampleOf('stripe'))
  const event = stripe('something.else', { id: 'seen' })
  await receiver.send(event)
  await receiver.send(event, { secret: 'wrong' })
  const lines: any[] = await until(async () => {
    const { body } = await api.call('GET /logs?requestType=webhook', { key: receiver.key })
    return body.length >= 2 && body
  })
  t.deepEqual(lines.map(({ status_code: status }) => status).sort(), [200, 401])
  t.like(lines[0], { route_pattern: '/integrations/webhooks/{providerSlug}/{connectionId}', user_id: null, token_id: null })
  t.true(lines[0].request_body.includes('something.else'))
})
