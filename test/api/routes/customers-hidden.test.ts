/** What callers without `customers.read` see where customers appear beside other data. */
import test from 'ava'
import { Dub } from 'dub'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { tracker } from '../../support/conversions.js'
import { leadRow, storeConversions } from '../../support/events.js'
import { openInboundConnection } from '../../support/inbound-connection.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { sampleOf } from '../../support/provider-samples.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const stripeSample = sampleOf('stripe')
const email = 'ann@example.com'
const externalId = 'ann@shop.example'
const identifiers = /ann@|Ann Smith|avatar\.example/

/** A customer with a lead and a sale, a key of a billing member, and a key of the owner that may only read analytics. */
async function setUp(scopes = ['analytics.read']) {
  const tracked = await tracker(api)
  const { workspace, link, track } = tracked
  const click = await api.make.click(link, { timestamp: new Date(Date.now() - minutes(5)) })
  const customer = {
    customerExternalId: externalId,
    customerEmail: email,
    customerName: 'Ann Smith',
    customerAvatar: 'https://avatar.example/a',
  }
  await track('lead', { clickId: click.id, eventName: 'Sign up', ...customer })
  await track('sale', { customerExternalId: externalId, amount: 100, invoiceId: 'inv_1' })
  const keyOf = async (role: 'billing' | 'owner', keyScopes?: string[]) => {
    const user = await api.make.user()
    await api.make.member(workspace, user, role)
    return (await api.make.token(user, workspace, { scopes: keyScopes })).key
  }
  return { ...tracked, billing: await keyOf('billing'), restricted: await keyOf('owner', scopes) }
}

for (const caller of ['billing', 'restricted'] as const)
  test(`lists and exports show customers by id only to a caller without customers.read: ${caller}`, async (t) => {
    const setup = await setUp()
    const [{ id, created_at: createdAt }] = await setup.customers()
    for (const event of ['leads', 'sales']) {
      const { status, body } = await api.call(`GET /events?event=${event}`, { key: setup[caller] })
      t.deepEqual([status, body.length], [200, 1])
      const { name, ...customer } = body[0].customer
      t.deepEqual(customer, { id, externalId: id, email: null, avatar: null, country: null, createdAt: createdAt.toISOString() })
      t.regex(name, /^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+$/)
      const file = await api.call(`GET /events/export?event=${event}`, { key: setup[caller] })
      t.true(file.body.includes(name))
      t.notRegex(file.body, identifiers)
      t.regex((await api.call(`GET /events/export?event=${event}`, { key: setup.key })).body, /ann@example\.com/)
    }
    t.is((await api.call(`GET /customers/${id}`, { key: setup[caller] })).status, 403)
  })

test('the official SDK reads events with hidden customers', async (t) => {
  const { restricted, customers } = await setUp()
  const [{ id }] = await customers()
  const dub = new Dub({ token: restricted, serverURL: api.url })
  const [lead] = await dub.events.list({ event: 'leads' })
  t.like(lead, { event: 'lead', customer: { id, externalId: id } })
})

test('an export in the background has the permissions of the key that started it, and shows its result to no other key', async (t) => {
  const { workspace, link, key: fullKey, restricted, customers } = await setUp()
  const [{ id }] = await customers()
  const rows = Array.from({ length: 1001 }, (_, at) =>
    leadRow({ timestamp: new Date(Date.now() - minutes(5) - at), workspace_id: workspace.id, link_id: link.id, customer_id: id }),
  )
  await storeConversions(api.resources.database.pool, 'lead_events', rows)
  const start = async (key: string) => {
    const { status, body } = await api.call('GET /events/export?event=leads', { key })
    t.is(status, 202)
    return body.id as string
  }
  const [hidden, shown] = [await start(restricted), await start(fullKey)]
  await runQueuedJobs(api.resources)
  const file = await api.call(`GET /jobs/${hidden}/result`, { key: restricted })
  t.is(file.body.trim().split('\n').length, 1003)
  t.notRegex(file.body, identifiers)
  t.regex((await api.call(`GET /jobs/${shown}/result`, { key: fullKey })).body, /ann@example\.com/)
  t.is((await api.call(`GET /jobs/${shown}/result`, { key: restricted })).status, 404)
})

test('streams of different callers share queries but not customers', async (t) => {
  const { key, restricted, link, track } = await setUp()
  const click = await api.make.click(link, { timestamp: new Date(Date.now() - minutes(4)) })
  const open = async (as: string) => {
    const headers = { Authorization: `Bearer ${as}`, Accept: 'text/event-stream' }
    const response = await fetch(`${api.url}/events?event=leads`, { headers, signal: AbortSignal.timeout(minutes(2)) })
    const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader.read()).value ?? ''
    return async () => {
      while (!/event: lead[\s\S]*\n\n/.test(text)) text += (await reader.read()).value ?? ''
      await reader.cancel()
      return text
    }
  }
  const [full, hidden] = [await open(key), await open(restricted)]
  await track('lead', { clickId: click.id, eventName: 'Second', customerExternalId: externalId })
  const [fullText, hiddenText] = await Promise.all([full(), hidden()])
  t.regex(fullText, /ann@example\.com/)
  t.regex(hiddenText, /"eventName":"Second"/)
  t.notRegex(hiddenText, identifiers)
})

test('the request log shows contents to a key without customers.read only if it sent the request', async (t) => {
  const { key, restricted } = await setUp(['workspaces.read', 'tags.write'])
  await api.call('POST /tags', { key: restricted, body: { name: 'Own' } })
  const read = async (as: string) => (await api.call('GET /logs', { key: as })).body as { request_body: string | null; path: string }[]
  await waitUntil(async () => (await read(key)).length >= 4)
  t.regex(JSON.stringify(await read(key)), identifiers)
  const entries = await read(restricted)
  t.notRegex(JSON.stringify(entries), identifiers)
  t.deepEqual(
    entries.flatMap(({ request_body: body }) => body ?? []),
    ['{"name":"Own"}'],
  )
})

test('a received webhook is shown without its body to a caller without customers.read', async (t) => {
  const { sendRaw, callConnection, createVisitor, workspace, connection } = await openInboundConnection(api, stripeSample)
  const event = stripeSample.sale?.(await createVisitor())
  if (!event) throw new Error('the sample has no sale')
  await sendRaw(JSON.stringify(event.body), event)
  const [{ id }] = (await callConnection('GET /deliveries')).body
  t.not((await callConnection(`GET /deliveries/${id}`)).body.body, '')
  const user = await api.make.user()
  await api.make.member(workspace, user, 'billing')
  const { key } = await api.make.token(user, workspace)
  const { status, body } = await api.call(`GET /integrations/connections/${connection.id}/deliveries/${id}`, { key })
  t.deepEqual([status, body.id, body.body], [200, id, ''])
})
