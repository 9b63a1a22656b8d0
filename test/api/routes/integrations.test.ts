import test from 'ava'
import { deliveryGaveUp } from '../../../shared/integrations/index.js'
import { newId } from '../../../shared/kernel/ids.js'
import { inTransaction, type JobScope, openScope } from '../../../shared/kernel/scope.js'
import { type TestApi, testApi } from '../../support/api.js'
import { receiverOf } from '../../support/inbound.js'
import { runNamed } from '../../support/jobs.js'
import { sampleOf, stripe, type Told } from '../../support/providers.js'
import { silent } from '../../support/service.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const stripeSample = sampleOf('stripe')
const create = (key: string, body: object) => api.call('POST /integrations/connections', { key, body })

test('a workspace has no integrations at first; then those that it installed, the newest first', async (t) => {
  const { key, workspace } = await api.make.caller()
  const list = async () => (await api.call('GET /api/integrations', { key })).body
  t.deepEqual(await list(), [])
  await api.call('POST /integrations', { key, body: { slug: 'zapier' } })
  await create(key, { providerSlug: 'stripe' })
  const installed = await list()
  t.deepEqual(
    installed.map(({ slug }: { slug: string }) => slug),
    ['stripe', 'zapier'],
  )
  t.like(installed[0], { projectId: workspace.id, name: 'Stripe', verified: true, comingSoon: null })
  t.regex(installed[0].id, /^int_/)
})

test('an app that somebody let in is among the integrations, once for all who did', async (t) => {
  const { key, workspace, user } = await api.make.caller()
  const app = await api.make.installation(workspace, user)
  const [shown, ...others] = (await api.call('GET /integrations', { key })).body
  t.deepEqual(others, [])
  t.like(shown, { name: 'Test app', verified: true })
  t.truthy(app)
})

test('the catalogue says how each is set up, and whether the workspace has it', async (t) => {
  const { key } = await api.make.caller()
  await create(key, { providerSlug: 'segment', signingSecret: 'x' })
  const providers = (await api.call('GET /integrations/providers', { key })).body as any[]
  const bySlug = new Map(providers.map((one) => [one.slug, one]))
  t.is(providers.length, 17)
  t.like(bySlug.get('segment'), { takesWebhooks: true, maySendUnsigned: true, signingSecret: 'Shared secret of the destination' })
  t.truthy(bySlug.get('segment').installed)
  t.truthy(bySlug.get('segment').settingsSchema.properties.saleEvents)
  t.like(bySlug.get('zapier'), { takesWebhooks: false, signingSecret: null, installed: null })
})

test('what an integration is configured with, its new connections begin with', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('PATCH /integrations/segment', { key, body: { settings: {} } })).status, 404)
  await api.call('POST /integrations', { key, body: { slug: 'segment', settings: { leadEvents: ['Joined'] } } })
  t.is((await api.call('PATCH /integrations/segment', { key, body: { settings: { saleEvents: ['Bought'] } } })).status, 200)
  const { body } = await create(key, { providerSlug: 'segment', settings: { saleEvents: ['Paid'] } })
  t.like(body.settings, { leadEvents: ['Joined'], saleEvents: ['Paid'], refundEvents: ['Order Refunded'] })
  t.is((await api.call('PATCH /integrations/segment', { key, body: { settings: { nobody: 1 } } })).status, 422)
})

test('uninstalling ends the connections and deletes what they received', async (t) => {
  const receiver = await receiverOf(api, stripeSample)
  const { send, key, deliveries, connection } = receiver
  await send(stripe('something.else', {}))
  t.is((await api.call('DELETE /integrations/stripe', { key })).status, 200)
  t.is((await send(stripe('something.else', {}))).status, 404)
  await runNamed(api.resources, 'integrations.delete-deliveries', { connectionId: connection.id })
  t.deepEqual(await deliveries(), [])
  t.deepEqual((await api.call('GET /integrations', { key })).body, [])
  t.is((await api.call('DELETE /integrations/stripe', { key })).status, 404)
})

test('a connection says where to send, and not its secrets', async (t) => {
  const { key } = await api.make.caller()
  const { status, body } = await create(key, {
    providerSlug: 'hubspot',
    name: 'Ours',
    signingSecret: 'planted-secret',
    apiKey: 'planted-key',
  })
  t.is(status, 201)
  t.like(body, {
    providerSlug: 'hubspot',
    name: 'Ours',
    status: 'active',
    webhookUrl: `http://api.example/integrations/webhooks/hubspot/${body.id}`,
    hasSigningSecret: true,
    hasApiKey: true,
    previousSecretUntil: null,
    lastDeliveryAt: null,
  })
  t.regex(body.id, /^conn_/)
  for (const path of ['', `/${body.id}`])
    t.notRegex(JSON.stringify((await api.call(`GET /integrations/connections${path}`, { key })).body), /planted/)
})

test('a connection to a provider that is unknown or takes nothing, or with settings that it does not know, is refused', async (t) => {
  const { key } = await api.make.caller()
  const refusal = async (body: object) => {
    const answer = await create(key, body)
    return [answer.status, answer.body.error.message]
  }
  t.deepEqual(await refusal({ providerSlug: 'nobody' }), [404, 'Unknown provider: nobody'])
  t.deepEqual(await refusal({ providerSlug: 'zapier' }), [400, 'zapier does not support webhooks'])
  t.is((await refusal({ providerSlug: 'stripe', settings: { nobodyKnows: true } }))[0], 422)
  t.is((await refusal({ providerSlug: 'stripe', settings: { freeTrials: 'yes' } }))[0], 422)
})

test('a connection without a secret waits for it, and begins to receive with it', async (t) => {
  const { key } = await api.make.caller()
  const {
    body: { id, status },
  } = await create(key, { providerSlug: 'stripe' })
  t.is(status, 'pending')
  const change = (body: object) => api.call(`PATCH /integrations/connections/${id}`, { key, body })
  t.is((await change({ status: 'active' })).status, 400)
  t.is((await change({ signingSecret: 'whsec_x' })).body.status, 'active')
  t.is((await change({ status: 'paused' })).body.status, 'paused')
  t.is((await change({ signingSecret: 'whsec_y' })).body.status, 'paused')
  const { body } = await change({ status: 'active', name: 'Again' })
  t.like(body, { status: 'active', name: 'Again' })
  t.true(Date.parse(body.previousSecretUntil) > Date.now() + 23 * 3_600_000)
})

test('connections are listed the newest first, by page, provider and status', async (t) => {
  const { key } = await api.make.caller()
  const ids: string[] = []
  for (const providerSlug of ['stripe', 'paddle', 'stripe']) ids.unshift((await create(key, { providerSlug, signingSecret: 'x' })).body.id)
  const list = async (query: string) =>
    (await api.call(`GET /integrations/connections${query}`, { key })).body.map(({ id }: { id: string }) => id)
  t.deepEqual(await list(''), ids)
  t.deepEqual(await list('?pageSize=2'), ids.slice(0, 2))
  t.deepEqual(await list('?pageSize=2&page=2'), ids.slice(2))
  t.deepEqual(await list('?providerSlug=paddle'), [ids[1]])
  t.deepEqual(await list('?status=paused'), [])
})

test('a connection of another workspace is not found', async (t) => {
  const { connection } = await receiverOf(api, stripeSample)
  const { key } = await api.make.caller()
  for (const call of ['GET /', 'PATCH /', 'DELETE /', 'GET /deliveries', 'GET /deliveries/count', 'POST /deliveries/replay']) {
    const [method, rest] = call.split(' ')
    const answer = await api.call(`${method} /integrations/connections/${connection.id}${rest === '/' ? '' : rest}`, {
      key,
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
    })
    t.deepEqual([call, answer.status], [call, 404])
  }
})

test('a deleted connection receives nothing, and what it brought stays counted', async (t) => {
  const { send, visitor, figures, manage, deliveries, connection, work } = await receiverOf(api, stripeSample)
  const sale = stripeSample.sale?.(await visitor()) as Told
  await send(sale)
  await work()
  t.is((await manage('DELETE /')).status, 200)
  await runNamed(api.resources, 'integrations.delete-deliveries', { connectionId: connection.id })
  t.like(await figures(), { sales: 1 })
  t.deepEqual(await deliveries(), [])
  t.is((await send(sale)).status, 404)
})

test('deliveries are listed the newest first, from a cursor, by state and type, and counted', async (t) => {
  const { send, manage, visitor, work } = await receiverOf(api, stripeSample)
  for (let count = 0; count < 3; count += 1) await send(stripe('something.else', {}))
  await send(stripeSample.sale?.(await visitor()) as Told)
  await work()
  const all = (await manage('GET /deliveries')).body as any[]
  t.deepEqual(
    all.map(({ state }) => state),
    ['processed', 'ignored', 'ignored', 'ignored'],
  )
  t.deepEqual((await manage(`GET /deliveries?pageSize=2&startingAfter=${all[0].id}`)).body, all.slice(1, 3))
  t.deepEqual((await manage('GET /deliveries?state=processed')).body, all.slice(0, 1))
  t.is((await manage('GET /deliveries?eventType=something.else')).body.length, 3)
  t.is((await manage('GET /deliveries?startingAfter=del_nowhere')).status, 422)
  t.deepEqual((await manage('GET /deliveries/count')).body, { received: 0, retrying: 0, processed: 1, ignored: 3, failed: 0 })
})

test('one delivery comes with its body as it was sent, and without what proved it', async (t) => {
  const { sendRaw, manage, visitor } = await receiverOf(api, stripeSample)
  const event = stripeSample.sale?.(await visitor()) as Told
  const raw = JSON.stringify(event.body, null, 3)
  await sendRaw(raw, event, { headers: { authorization: 'Bearer planted', 'x-api-key': 'planted', 'user-agent': 'Stripe/1.0' } })
  const [{ id }] = (await manage('GET /deliveries')).body
  const { body } = await manage(`GET /deliveries/${id}`)
  t.is(body.body, raw)
  t.is(body.eventId, event.id)
  t.is(body.headers['user-agent'], 'Stripe/1.0')
  t.notRegex(JSON.stringify(body.headers), /planted|v1=/)
  t.is((await manage('GET /deliveries/del_nowhere')).status, 404)
})

test('what was given up says why, and is worked on anew one by one or all at once', async (t) => {
  const { send, visitor, manage, deliveries, figures, work } = await receiverOf(api, stripeSample)
  const people = [await visitor(), await visitor(), await visitor()]
  for (const person of people) await send(stripeSample.refund?.(person) as Told)
  for (const { id: deliveryId } of await deliveries()) {
    await t.throwsAsync(runNamed(api.resources, 'integrations.process-delivery', { deliveryId }))
    await giveUp(deliveryId)
  }
  const [first] = (await manage('GET /deliveries?state=failed')).body
  t.like(first, { state: 'failed', attempts: 1 })
  t.regex(first.reason, /^the sale pi_\w+ or ch_\w+ is not known$/)

  for (const person of people) await send(stripeSample.sale?.(person) as Told)
  await work()
  t.like((await manage(`POST /deliveries/${first.id}/replay`)).body, { state: 'received', attempts: 0, reason: null })
  await work()
  t.like(await figures(), { sales: 2 })
  const others = (await manage('GET /deliveries?state=failed')).body.map(({ id }: { id: string }) => id) as string[]
  t.is((await manage('POST /deliveries/replay', { startingAfter: others.toSorted()[1] })).body.replayed, 0)
  t.deepEqual((await manage('POST /deliveries/replay', {})).body, { replayed: 2, next: null })
  await work()
  t.like(await figures(), { sales: 0, saleAmount: 0 })
  t.deepEqual((await manage('POST /deliveries/replay', {})).body, { replayed: 0, next: null })
})

/** What the queue does when the last attempt has failed. */
async function giveUp(deliveryId: string) {
  const scope = openScope({ resources: api.resources, log: silent, requestId: 'test' })
  await inTransaction(scope, () => deliveryGaveUp({ scope: scope as JobScope, payload: { deliveryId } }))
}

test('a replayed sale is not counted again', async (t) => {
  const { send, visitor, manage, figures, work } = await receiverOf(api, stripeSample)
  await send(stripeSample.sale?.(await visitor()) as Told)
  await work()
  const [{ id }] = (await manage('GET /deliveries')).body
  await manage(`POST /deliveries/${id}/replay`)
  await work()
  t.like(await figures(), { leads: 1, sales: 1, saleAmount: 10_000 })
})

test('what is old is deleted, and so is a secret that serves no longer; what was lost by a queue is queued anew', async (t) => {
  const { send, manage, connection, deliveries, visitor, figures, work } = await receiverOf(api, stripeSample)
  const { pool } = api.resources.database
  await send(stripe('something.else', {}))
  await pool.query(`update integration_deliveries set received_at = now() - interval '31 days' where connection_id = $1`, [connection.id])
  await send(stripeSample.sale?.(await visitor()) as Told)
  await pool.query(`update integration_deliveries set changed_at = now() - interval '3 hours' where connection_id = $1`, [connection.id])
  await manage('PATCH /', { signingSecret: 'whsec_other' })
  await pool.query(`update integration_connections set previous_secret_until = now() where id = $1`, [connection.id])

  await runNamed(api.resources, 'integrations.drop-old-deliveries')
  const [{ id: lost }] = (await manage('GET /deliveries?state=received')).body
  await pool.query('delete from outbox')
  await runNamed(api.resources, 'integrations.requeue-lost')
  t.deepEqual((await pool.query(`select payload from outbox where payload->>'deliveryId' = $1`, [lost])).rows, [
    { payload: { deliveryId: lost } },
  ])
  await work()
  t.is((await deliveries()).length, 1)
  t.like(await figures(), { sales: 1 })
  t.deepEqual((await pool.query('select sealed_previous_secret from integration_connections where id = $1', [connection.id])).rows, [
    { sealed_previous_secret: null },
  ])
})

test('a workspace that is deleted takes along what it received', async (t) => {
  const { send, workspace, deliveries } = await receiverOf(api, stripeSample)
  for (let count = 0; count < 3; count += 1) await send(stripe('something.else', { id: newId('evt_') }))
  await runNamed(api.resources, 'operations.delete-workspace-data', { workspaceId: workspace.id })
  t.deepEqual(await deliveries(), [])
})
