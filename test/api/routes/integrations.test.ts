import test from 'ava'
import { markDeliveryFailed } from '../../../shared/integrations/index.js'
import { providers as registry } from '../../../shared/integrations/providers/index.js'
import { newId } from '../../../shared/kernel/ids.js'
import { inTransaction, type JobScope, openScope } from '../../../shared/kernel/scope.js'
import { type TestApi, testApi } from '../../support/api.js'
import { openInboundConnection } from '../../support/inbound-connection.js'
import { runJobByName } from '../../support/jobs.js'
import { sampleOf, stripe, type ProviderEventSample } from '../../support/provider-samples.js'
import { silentLog } from '../../support/service.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const stripeSample = sampleOf('stripe')
const create = (key: string, body: object) => api.call('POST /integrations/connections', { key, body })

test('lists the installed integrations of a workspace, newest first', async (t) => {
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

test('lists an authorised app once', async (t) => {
  const { key, workspace, user } = await api.make.caller()
  const app = await api.make.installation(workspace, user)
  const [listed, ...others] = (await api.call('GET /integrations', { key })).body
  t.deepEqual(others, [])
  t.like(listed, { name: 'Test app', verified: true })
  t.truthy(app)
})

test('the provider list contains setup details and the installation state', async (t) => {
  const { key } = await api.make.caller()
  await create(key, { providerSlug: 'segment', signingSecret: 'x' })
  const providers = (await api.call('GET /integrations/providers', { key })).body as any[]
  const bySlug = new Map(providers.map((one) => [one.slug, one]))
  t.is(bySlug.size, registry.length)
  t.like(bySlug.get('segment'), { takesWebhooks: true, maySendUnsigned: true, signingSecret: 'Shared secret of the destination' })
  t.truthy(bySlug.get('segment').installed)
  t.truthy(bySlug.get('segment').settingsSchema.properties.saleEvents)
  t.like(bySlug.get('zapier'), { takesWebhooks: false, signingSecret: null, installed: null })
})

test('null resets a setting to its default', async (t) => {
  const { key } = await api.make.caller()
  const settings = { signaturePrefix: 'sha256=', clickIdField: 'ref' }
  const { body } = await create(key, { providerSlug: 'generic', settings })
  t.like(body.settings, settings)
  const changes = { signaturePrefix: null, clickIdField: null }
  const updated = await api.call(`PATCH /integrations/connections/${body.id}`, { key, body: { settings: changes } })
  t.is(updated.status, 200)
  t.is(updated.body.settings.signaturePrefix, '')
  t.false('clickIdField' in updated.body.settings)
  await api.call('PATCH /integrations/generic', { key, body: { settings } })
  const { body: installed } = await api.call('PATCH /integrations/generic', { key, body: { settings: { clickIdField: null } } })
  t.deepEqual(installed.installed.settings, { signaturePrefix: 'sha256=' })
})

test('new connections start with the default settings of the integration', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('PATCH /integrations/segment', { key, body: { settings: {} } })).status, 404)
  await api.call('POST /integrations', { key, body: { slug: 'segment', settings: { leadEvents: ['Joined'] } } })
  t.is((await api.call('PATCH /integrations/segment', { key, body: { settings: { saleEvents: ['Bought'] } } })).status, 200)
  const { body } = await create(key, { providerSlug: 'segment', settings: { saleEvents: ['Paid'] } })
  t.like(body.settings, { leadEvents: ['Joined'], saleEvents: ['Paid'], refundEvents: ['Order Refunded'] })
  t.is((await api.call('PATCH /integrations/segment', { key, body: { settings: { unknown: 1 } } })).status, 422)
})

test('new connections do not take the server that gets their API key from the default settings', async (t) => {
  const { key } = await api.make.caller()
  await api.call('POST /integrations', { key, body: { slug: 'stripe' } })
  const settings = { apiUrl: 'https://keys.example', freeTrials: false }
  t.is((await api.call('PATCH /integrations/stripe', { key, body: { settings } })).status, 200)
  const { body } = await create(key, { providerSlug: 'stripe', apiKey: 'rk_test_1' })
  t.like(body.settings, { apiUrl: 'https://api.stripe.com', freeTrials: false })
  const chosen = await create(key, { providerSlug: 'stripe', apiKey: 'rk_test_1', settings: { apiUrl: 'https://own.example' } })
  t.is(chosen.body.settings.apiUrl, 'https://own.example')
})

test('uninstalling deletes the connections and their deliveries', async (t) => {
  const receiver = await openInboundConnection(api, stripeSample)
  const { send, key, deliveries, connection } = receiver
  await send(stripe('something.else', {}))
  t.is((await api.call('DELETE /integrations/stripe', { key })).status, 200)
  t.is((await send(stripe('something.else', {}))).status, 404)
  await runJobByName(api.resources, 'integrations.delete-deliveries', { connectionId: connection.id })
  t.deepEqual(await deliveries(), [])
  t.deepEqual((await api.call('GET /integrations', { key })).body, [])
  t.is((await api.call('DELETE /integrations/stripe', { key })).status, 404)
})

test('a connection contains its webhook URL and no secrets', async (t) => {
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

test('rejects a connection with an unknown provider, one without webhooks, or invalid settings', async (t) => {
  const { key } = await api.make.caller()
  const rejection = async (body: object) => {
    const response = await create(key, body)
    return [response.status, response.body.error.message]
  }
  t.deepEqual(await rejection({ providerSlug: 'unknown' }), [404, 'Unknown provider: unknown'])
  t.deepEqual(await rejection({ providerSlug: 'zapier' }), [400, 'zapier does not support webhooks'])
  t.is((await rejection({ providerSlug: 'stripe', settings: { unknown: true } }))[0], 422)
  t.is((await rejection({ providerSlug: 'stripe', settings: { freeTrials: 'yes' } }))[0], 422)
})

test('a connection without a secret is pending until it gets one', async (t) => {
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

test('lists connections newest first, by page, provider and status', async (t) => {
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

test('returns 404 for a connection of another workspace', async (t) => {
  const { connection } = await openInboundConnection(api, stripeSample)
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

test('a deleted connection rejects webhooks, and its recorded sales are kept', async (t) => {
  const { send, createVisitor, counters, callConnection, deliveries, connection, processDeliveries } = await openInboundConnection(
    api,
    stripeSample,
  )
  const sale = stripeSample.sale?.(await createVisitor()) as ProviderEventSample
  await send(sale)
  await processDeliveries()
  t.is((await callConnection('DELETE /')).status, 200)
  await runJobByName(api.resources, 'integrations.delete-deliveries', { connectionId: connection.id })
  t.like(await counters(), { sales: 1 })
  t.deepEqual(await deliveries(), [])
  t.is((await send(sale)).status, 404)
})

test('lists deliveries newest first, by cursor, state and type, and counts them', async (t) => {
  const { send, callConnection, createVisitor, processDeliveries } = await openInboundConnection(api, stripeSample)
  for (let count = 0; count < 3; count += 1) await send(stripe('something.else', {}))
  await send(stripeSample.sale?.(await createVisitor()) as ProviderEventSample)
  await processDeliveries()
  const all = (await callConnection('GET /deliveries')).body as any[]
  t.deepEqual(
    all.map(({ state }) => state),
    ['processed', 'ignored', 'ignored', 'ignored'],
  )
  t.deepEqual((await callConnection(`GET /deliveries?pageSize=2&startingAfter=${all[0].id}`)).body, all.slice(1, 3))
  t.deepEqual((await callConnection('GET /deliveries?state=processed')).body, all.slice(0, 1))
  t.is((await callConnection('GET /deliveries?eventType=something.else')).body.length, 3)
  t.is((await callConnection('GET /deliveries?startingAfter=del_unknown')).status, 422)
  t.deepEqual((await callConnection('GET /deliveries/count')).body, { received: 0, retrying: 0, processed: 1, ignored: 3, failed: 0 })
})

test('a delivery contains the raw body and no credentials', async (t) => {
  const { sendRaw, callConnection, createVisitor } = await openInboundConnection(api, stripeSample)
  const event = stripeSample.sale?.(await createVisitor()) as ProviderEventSample
  const raw = JSON.stringify(event.body, null, 3)
  await sendRaw(raw, event, { headers: { authorization: 'Bearer planted', 'x-api-key': 'planted', 'user-agent': 'Stripe/1.0' } })
  const [{ id }] = (await callConnection('GET /deliveries')).body
  const { body } = await callConnection(`GET /deliveries/${id}`)
  t.is(body.body, raw)
  t.is(body.eventId, event.id)
  t.is(body.headers['user-agent'], 'Stripe/1.0')
  t.notRegex(JSON.stringify(body.headers), /planted|v1=/)
  t.is((await callConnection('GET /deliveries/del_unknown')).status, 404)
})

test('a failed delivery contains the reason and is replayed individually or in bulk', async (t) => {
  const { send, createVisitor, callConnection, deliveries, counters, processDeliveries } = await openInboundConnection(api, stripeSample)
  const people = [await createVisitor(), await createVisitor(), await createVisitor()]
  for (const person of people) await send(stripeSample.refund?.(person) as ProviderEventSample)
  for (const { id: deliveryId } of await deliveries()) {
    await t.throwsAsync(runJobByName(api.resources, 'integrations.process-delivery', { deliveryId }))
    await exhaustAttempts(deliveryId)
  }
  const [first] = (await callConnection('GET /deliveries?state=failed')).body
  t.like(first, { state: 'failed', attempts: 1 })
  t.regex(first.reason, /^the sale pi_\w+ or ch_\w+ is not known$/)

  for (const person of people) await send(stripeSample.sale?.(person) as ProviderEventSample)
  await processDeliveries()
  t.like((await callConnection(`POST /deliveries/${first.id}/replay`)).body, { state: 'received', attempts: 0, reason: null })
  await processDeliveries()
  t.like(await counters(), { sales: 2 })
  const others = (await callConnection('GET /deliveries?state=failed')).body.map(({ id }: { id: string }) => id) as string[]
  t.is((await callConnection('POST /deliveries/replay', { startingAfter: others.toSorted()[1] })).body.replayed, 0)
  t.deepEqual((await callConnection('POST /deliveries/replay', {})).body, { replayed: 2, next: null })
  await processDeliveries()
  t.like(await counters(), { sales: 0, saleAmount: 0 })
  t.deepEqual((await callConnection('POST /deliveries/replay', {})).body, { replayed: 0, next: null })
})

/** Calls the failure handler of the job, as the queue does after the last attempt. */
async function exhaustAttempts(deliveryId: string) {
  const scope = openScope({ resources: api.resources, log: silentLog, requestId: 'test' })
  await inTransaction(scope, () => markDeliveryFailed({ scope: scope as JobScope, payload: { deliveryId } }))
}

test('a replayed sale is not counted again', async (t) => {
  const { send, createVisitor, callConnection, counters, processDeliveries } = await openInboundConnection(api, stripeSample)
  await send(stripeSample.sale?.(await createVisitor()) as ProviderEventSample)
  await processDeliveries()
  const [{ id }] = (await callConnection('GET /deliveries')).body
  await callConnection(`POST /deliveries/${id}/replay`)
  await processDeliveries()
  t.like(await counters(), { leads: 1, sales: 1, saleAmount: 10_000 })
})

test('deletes old deliveries and expired secrets, and requeues lost deliveries', async (t) => {
  const { send, callConnection, connection, deliveries, createVisitor, counters, processDeliveries } = await openInboundConnection(
    api,
    stripeSample,
  )
  const { pool } = api.resources.database
  await send(stripe('something.else', {}))
  await pool.query(`update integration_deliveries set received_at = now() - interval '31 days' where connection_id = $1`, [connection.id])
  await send(stripeSample.sale?.(await createVisitor()) as ProviderEventSample)
  await pool.query(`update integration_deliveries set changed_at = now() - interval '3 hours' where connection_id = $1`, [connection.id])
  await callConnection('PATCH /', { signingSecret: 'whsec_other' })
  await pool.query(`update integration_connections set previous_secret_until = now() where id = $1`, [connection.id])

  await runJobByName(api.resources, 'integrations.delete-old-deliveries')
  const [{ id: lost }] = (await callConnection('GET /deliveries?state=received')).body
  await pool.query('delete from outbox')
  await runJobByName(api.resources, 'integrations.requeue-lost-deliveries')
  t.deepEqual((await pool.query(`select payload from outbox where payload->>'deliveryId' = $1`, [lost])).rows, [
    { payload: { deliveryId: lost } },
  ])
  await processDeliveries()
  t.is((await deliveries()).length, 1)
  t.like(await counters(), { sales: 1 })
  t.deepEqual((await pool.query('select sealed_previous_secret from integration_connections where id = $1', [connection.id])).rows, [
    { sealed_previous_secret: null },
  ])
})

test('deleting a workspace deletes its deliveries', async (t) => {
  const { send, workspace, deliveries } = await openInboundConnection(api, stripeSample)
  for (let count = 0; count < 3; count += 1) await send(stripe('something.else', { id: newId('evt_') }))
  await runJobByName(api.resources, 'maintenance.delete-workspace-data', { workspaceId: workspace.id })
  t.deepEqual(await deliveries(), [])
})

test('a secret that cannot be one of the provider is refused', async (t) => {
  const { key } = await api.make.caller()
  const base64Key = Buffer.alloc(32, 7).toString('base64')
  const cases: [string, string, number][] = [
    ['standard-webhooks', 'whsec_', 422],
    ['standard-webhooks', 'whsec_not base64', 422],
    ['standard-webhooks', 'whpk_zzzz', 422],
    ['standard-webhooks', `whsec_${base64Key}`, 201],
    ['standard-webhooks', base64Key, 201],
    ['standard-webhooks', `whpk_${base64Key}`, 201],
    ['chargebee', 'password', 422],
    ['chargebee', 'name:pass:word', 201],
  ]
  for (const [providerSlug, signingSecret, status] of cases)
    t.is((await create(key, { providerSlug, signingSecret })).status, status, `${providerSlug} ${signingSecret}`)
  const { body } = await create(key, { providerSlug: 'standard-webhooks' })
  t.is((await api.call(`PATCH /integrations/connections/${body.id}`, { key, body: { signingSecret: 'whsec_' } })).status, 422)
})

test('the address of the API changes only together with its key', async (t) => {
  const { key } = await api.make.caller()
  const { body: connection } = await create(key, { providerSlug: 'hubspot', signingSecret: 'secret', apiKey: 'pat-1' })
  const update = (body: object) => api.call(`PATCH /integrations/connections/${connection.id}`, { key, body })
  const apiUrl = 'https://hubspot.example'
  t.is((await update({ settings: { apiUrl } })).status, 422)
  t.is((await update({ settings: { apiUrl: 'https://api.hubapi.com', leadStages: ['lead'] } })).status, 200, 'the same address')
  t.like(await update({ settings: { apiUrl }, apiKey: 'pat-2' }), { status: 200, body: { settings: { apiUrl }, hasApiKey: true } })
  t.is((await update({ settings: { apiUrl: 'https://other.example' }, apiKey: null })).status, 200)
  t.is((await update({ settings: { apiUrl } })).status, 200, 'no key is stored')
})
