/** Postbacks of a partner: managing them, and the events of a sale that they receive. */
import { createHmac } from 'node:crypto'
import test from 'ava'
import type { TestApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { unique } from '../../support/program-owner.js'
import { respondWith } from '../../support/receivers.js'
import { openWebhookDelivery, type WebhookDelivery } from '../../support/webhook-delivery.js'
import { whileLocked } from '../../support/while-locked.js'

let api: TestApi
let delivery: WebhookDelivery
test.before(async () => {
  delivery = await openWebhookDelivery()
  api = delivery.api
})
test.after.always(() => delivery?.close())

const path = '/partner-profile/postbacks'
const newUrl = () => `https://93.184.215.14/${unique('hook')}`
const triggers = ['lead.created', 'sale.created', 'commission.created']
const postback = (more: object = {}) => ({ name: 'Tracker', url: newUrl(), triggers, ...more })

/** A signed-in owner of a partner account that is enrolled in a program. */
async function signedInPartner() {
  const setup = await partnerProgram(api, { plan: 'advanced' })
  const email = `${unique('partner')}@example.com`
  const { link, partner } = await setup.enrol({ email })
  const user = await api.make.user({ email })
  await api.make.partnerUser(partner, user)
  const { headers } = await api.make.session(user)
  return { setup, link, partner, call: (what: string, body?: unknown) => api.call(what, { headers, body }) }
}

/** Postbacks must use TLS, which the receiver of the test has not. */
const receiveAt = (id: string, receiver: string) =>
  api.resources.database.pool.query('update webhooks set url = $2 where id = $1', [id, `${delivery.receivers.origin}${receiver}`])

test('a partner creates, changes, lists and deletes postbacks, of which another partner sees none', async (t) => {
  const [{ call }, { call: other }] = [await signedInPartner(), await signedInPartner()]
  const { status, body } = await call(`POST ${path}`, postback({ url: 'https://hooks.slack.com/services/one' }))
  t.is(status, 201)
  const { secret, ...shown } = body
  t.regex(secret, /^pbsec_[A-Za-z0-9+/]{32}$/)
  t.like(shown, { name: 'Tracker', receiver: 'slack', triggers, disabledAt: null })
  t.deepEqual((await call(`GET ${path}`)).body, [shown])
  t.deepEqual((await other(`GET ${path}`)).body, [])
  t.is((await other(`GET ${path}/${shown.id}`)).status, 404)
  t.not((await call(`PATCH ${path}/${shown.id}`, { disabled: true })).body.disabledAt, null)
  t.is((await call(`POST ${path}/${shown.id}/send-test`, { event: 'sale.created' })).body.state, 'pending')
  t.like((await call(`PATCH ${path}/${shown.id}`, { disabled: false, name: 'New' })).body, { disabledAt: null, name: 'New' })
  t.not((await call(`POST ${path}/${shown.id}/rotate-secret`)).body.secret, secret)
  t.deepEqual((await call(`DELETE ${path}/${shown.id}`)).body, { id: shown.id })
  t.is((await call(`GET ${path}/${shown.id}`)).status, 404)
})

test('the address is checked before the postbacks of the account are locked', async (t) => {
  const { call, partner } = await signedInPartner()
  const { id } = (await call(`POST ${path}`, postback())).body
  const refused = () => call(`PATCH ${path}/${id}`, { url: 'https://user:password@93.184.215.14/' })
  t.is((await whileLocked(api.resources, `postbacks ${partner.id}`, refused)).status, 400)
})

test('a partner account has at most five postbacks, each with its own url', async (t) => {
  const { call } = await signedInPartner()
  const url = newUrl()
  t.is((await call(`POST ${path}`, postback({ url }))).status, 201)
  t.is((await call(`POST ${path}`, postback({ url }))).status, 409)
  for (let count = 1; count < 5; count++) t.is((await call(`POST ${path}`, postback())).status, 201)
  t.like(await call(`POST ${path}`, postback()), { status: 403, body: { error: { code: 'exceeded_limit' } } })
})

test('a postback receives the lead, sale and commission of a sale once, without personal data', async (t) => {
  const { call, link, setup } = await signedInPartner()
  await setup.reward({ event: 'sale', type: 'percentage', amountInPercentage: 10 })
  const { body } = await call(`POST ${path}`, postback())
  const receiver = delivery.newPath()
  await receiveAt(body.id, receiver)
  const sale = { clickId: await setup.click(link), customerExternalId: unique('customer'), customerEmail: 'buyer@shop.example' }
  t.is((await setup.track('sale', { ...sale, amount: 10_000, invoiceId: unique('invoice') })).status, 200)
  await setup.compute()
  await runQueuedJobsAndSubscribers(api.resources)
  const requests = await delivery.waitForRequests(receiver, triggers.length)
  for (const { headers, body: sent } of requests)
    t.is(headers['tributary-signature'], createHmac('sha256', body.secret).update(sent).digest('hex'))
  const { body: events } = await call(`GET ${path}/${body.id}/events`)
  const named = new Map(events.map(({ event, request }: { event: string; request: string }) => [event, JSON.parse(request).data]))
  t.deepEqual(events.map(({ event }: { event: string }) => event).sort(), triggers.toSorted())
  t.like(named.get('sale.created'), { link: { id: link.id }, sale: { amount: 10_000, currency: 'usd' } })
  t.like(named.get('commission.created'), { earnings: 1000, link: { id: link.id } })
  t.notRegex(JSON.stringify(events), /buyer@shop\.example/)
})

test('events of leads, sales and commissions are listed newest first, between test events', async (t) => {
  const { call, link, setup } = await signedInPartner()
  await setup.reward({ event: 'sale', type: 'percentage', amountInPercentage: 10 })
  const { body } = await call(`POST ${path}`, postback())
  const receiver = delivery.newPath()
  await receiveAt(body.id, receiver)
  const sendTest = async () => (await call(`POST ${path}/${body.id}/send-test`, { event: 'lead.created' })).body.id as string
  const first = await sendTest()
  const sale = { clickId: await setup.click(link), customerExternalId: unique('customer'), amount: 100, invoiceId: unique('invoice') }
  t.is((await setup.track('sale', sale)).status, 200)
  await setup.compute()
  await runQueuedJobsAndSubscribers(api.resources)
  const last = await sendTest()
  await runQueuedJobsAndSubscribers(api.resources)
  await delivery.waitForRequests(receiver, triggers.length + 2)
  const { body: events } = await call(`GET ${path}/${body.id}/events`)
  const ids: string[] = events.map(({ id }: { id: string }) => id)
  t.deepEqual([ids.at(-1), ids[0]], [first, last])
  for (const id of ids) t.regex(id, /^evt_[0-9A-HJKMNP-TV-Z]{26}$/)
})

test('a job that runs several times at once publishes an event to a postback once', async (t) => {
  const { call, link, setup, partner } = await signedInPartner()
  const { body } = await call(`POST ${path}`, postback())
  const query = async (sql: string, values: unknown[]) => (await api.resources.database.pool.query(sql, values)).rows
  await query(`update webhooks set paused_until = now() + interval '1 hour' where id = $1`, [body.id])
  const sale = { clickId: await setup.click(link), customerExternalId: unique('customer'), amount: 100, invoiceId: unique('invoice') }
  t.is((await setup.track('sale', sale)).status, 200)
  const ids = await query('select id from sale_events where workspace_id = $1', [setup.workspace.id])
  const payload = {
    workspaceId: setup.workspace.id,
    programId: setup.program.id,
    partnerId: partner.id,
    leadIds: [],
    saleIds: ids.map(({ id }) => id),
  }
  await Promise.all(Array.from({ length: 6 }, () => runJobByName(api.resources, 'postbacks.publish-conversions', payload)))
  t.is((await query('select 1 from webhook_event_batches where webhook_id = $1', [body.id])).length, 1)
})

test('a disabled postback receives test events, once each and whatever it answers, and no others', async (t) => {
  const { call, link, setup } = await signedInPartner()
  await setup.reward({ event: 'sale', type: 'percentage', amountInPercentage: 10 })
  const { body } = await call(`POST ${path}`, postback())
  const receiver = delivery.newPath()
  await receiveAt(body.id, receiver)
  await call(`PATCH ${path}/${body.id}`, { disabled: true })
  const sale = { clickId: await setup.click(link), customerExternalId: unique('customer'), amount: 100, invoiceId: unique('invoice') }
  t.is((await setup.track('sale', sale)).status, 200)
  await setup.compute()
  t.is((await call(`POST ${path}/${body.id}/send-test`, { event: 'commission.created' })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  const [request] = await delivery.waitForRequests(receiver, 1)
  t.is(
    request?.headers['tributary-signature'],
    createHmac('sha256', body.secret)
      .update(request?.body ?? '')
      .digest('hex'),
  )
  delivery.receivers.setBehaviour(receiver, respondWith(500))
  await call(`POST ${path}/${body.id}/send-test`, { event: 'lead.created' })
  await runQueuedJobsAndSubscribers(api.resources)
  const { body: events } = await call(`GET ${path}/${body.id}/events`)
  t.deepEqual(
    events.map(({ event, state, attemptCount }: { event: string; state: string; attemptCount: number }) => [event, state, attemptCount]),
    [
      ['lead.created', 'failed', 1],
      ['commission.created', 'succeeded', 1],
    ],
  )
  t.is(delivery.receivers.requestsTo(receiver).length, 2)
})

test('the postbacks of a merged account become those of the remaining one, each url once', async (t) => {
  const [{ call: source, link: sourceLink }, { call: target, link: targetLink, setup }] = [await signedInPartner(), await signedInPartner()]
  const [shared, own] = [newUrl(), newUrl()]
  for (const url of [shared, own]) await source(`POST ${path}`, postback({ url }))
  await target(`POST ${path}`, postback({ url: shared }))
  const payload = {
    workspaceId: setup.workspace.id,
    programId: setup.program.id,
    sourcePartnerId: sourceLink.partnerId,
    targetPartnerId: targetLink.partnerId,
  }
  for (let run = 0; run < 2; run++) await runJobByName(api.resources, 'postbacks.follow-merge', payload)
  const urls = (await target(`GET ${path}`)).body.map(({ url }: { url: string }) => url)
  t.deepEqual(urls.sort(), [shared, own].sort())
  t.deepEqual((await source(`GET ${path}`)).body, [])
})
