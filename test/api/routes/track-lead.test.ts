import test from 'ava'
import { newClickId } from '../../../shared/kernel/ids.js'
import { encodeClickBatch } from '../../../shared/tracking/index.js'
import { type TestApi, testApi } from '../../support/api.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { readClicks } from '../../support/events.js'
import { runJobByName } from '../../support/jobs.js'
import { visitShortLink } from '../../support/visit-short-link.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const zero = { leads: 0, conversions: 0, sales: 0, saleAmount: 0 }

test('a lead returns its click, link and customer, and is counted', async (t) => {
  const { track, link, leads, counters, usage, customers } = await tracker(api)
  const click = await api.make.click(link, { country: 'DE', url: 'https://example.com/page?utm_source=news', utm_source: 'news' })
  const { status, body } = await track('lead', {
    clickId: click.id,
    eventName: 'Sign up',
    customerExternalId: 'u1',
    customerName: 'Ada',
    customerEmail: 'ada@example.com',
    metadata: { plan: 'pro' },
  })
  t.is(status, 200, JSON.stringify(body))
  t.deepEqual(body, {
    click: { id: click.id },
    link: {
      id: link.id,
      domain: link.domain,
      key: link.key,
      shortLink: link.shortLink,
      url: link.url,
      partnerId: null,
      programId: null,
      tenantId: null,
      externalId: null,
    },
    customer: { name: 'Ada', email: 'ada@example.com', avatar: null, externalId: 'u1' },
  })
  const [lead] = await leads()
  const [customer] = await customers()
  t.like(lead, {
    click_id: click.id,
    link_id: link.id,
    event_name: 'Sign up',
    country: 'DE',
    utm_source: 'news',
    metadata: { plan: 'pro' },
    customer_id: customer.id,
  })
  t.deepEqual(lead.clicked_at, click.timestamp)
  t.like(customer, { external_id: 'u1', link_id: link.id, click_id: click.id, country: 'DE' })
  t.deepEqual(await counters(), { ...zero, leads: 1 })
  t.is(await usage(), 1)
})

test('the credited click is returned only with expand=attribution', async (t) => {
  const { track, link } = await tracker(api)
  const click = await api.make.click(link)
  const lead = { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1' }
  t.deepEqual((await track('lead?expand=attribution', lead)).body.attribution, { rule: 'named_click', clickId: click.id, linkId: link.id })
  t.is((await track('lead?expand=attribution', lead)).body.attribution, null)
  const sale = { customerExternalId: 'u1', amount: 100, invoiceId: 'inv_1' }
  t.false('attribution' in (await track('sale', sale)).body)
  t.deepEqual((await track('sale?expand=attribution', sale)).body.attribution, { rule: 'latest_lead', clickId: click.id, linkId: link.id })
  t.is((await track('sale?expand=everything', sale)).status, 422)
})

test('a repeated lead returns 200 without a link and is not counted', async (t) => {
  const { track, link, leads, counters, usage } = await tracker(api)
  const click = await api.make.click(link)
  const body = { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1' }
  const first = await track('lead', body)
  const repeated = await track('lead', { ...body, eventName: 'sign UP' })
  t.deepEqual([repeated.status, repeated.body], [200, { ...first.body, link: null }])
  t.is((await leads()).length, 1)
  t.is((await counters()).leads, 1)
  t.is(await usage(), 1)
})

test('the same lead sent twenty times concurrently is stored and counted once', async (t) => {
  const { track, link, leads, counters, usage, customers } = await tracker(api)
  const click = await api.make.click(link)
  const body = { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1' }
  const responses = await Promise.all(Array.from({ length: 20 }, () => track('lead', body)))
  t.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
  t.is(responses.filter((one) => one.body.link !== null).length, 1)
  t.is((await leads()).length, 1)
  t.is((await customers()).length, 1)
  t.is((await counters()).leads, 1)
  t.is(await usage(), 1)
})

test('a lead of another name is a second lead of the same customer', async (t) => {
  const { track, link, leads, customers } = await tracker(api)
  const click = await api.make.click(link)
  await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1' })
  const { body } = await track('lead', { clickId: '', eventName: 'Trial', customerExternalId: 'u1' })
  t.is(body.click.id, click.id)
  t.is((await leads()).length, 2)
  t.is((await customers()).length, 1)
})

test('a rejected lead can be sent again', async (t) => {
  const { track, link, leads } = await tracker(api)
  const rejected = await track('lead', { clickId: newClickId(), eventName: 'Sign up', customerExternalId: 'u1' })
  t.is(rejected.status, 404)
  const click = await api.make.click(link)
  const accepted = await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1' })
  t.is(accepted.body.link.id, link.id)
  t.is((await leads()).length, 1)
})

test('a quantity records that number of leads', async (t) => {
  const { track, link, leads, counters, usage } = await tracker(api)
  const click = await api.make.click(link)
  await track('lead', { clickId: click.id, eventName: 'Seats', customerExternalId: 'u1', eventQuantity: 3 })
  t.is((await leads()).length, 3)
  t.is((await counters()).leads, 3)
  t.is(await usage(), 3)
})

test('a deferred lead creates only the customer; a later request without a click id records the lead', async (t) => {
  const { track, link, leads, counters, customers } = await tracker(api)
  const click = await api.make.click(link)
  const deferred = await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1', mode: 'deferred' })
  t.is(deferred.body.link.id, link.id)
  t.deepEqual([(await customers()).length, (await leads()).length, (await counters()).leads], [1, 0, 0])
  const { body } = await api.call('POST /track/lead', {
    key: (await createKey(link.workspaceId as string)).key,
    body: { eventName: 'Sign up', externalId: 'u1', mode: 'wait' },
  })
  t.deepEqual([body.click.id, body.link.id], [click.id, link.id])
  t.is((await leads()).length, 1)
})

const createKey = async (workspaceId: string) => {
  const user = await api.make.user()
  await api.make.member({ id: workspaceId }, user)
  return api.make.token(user, { id: workspaceId })
}

test('known customer fields are kept, missing ones are added', async (t) => {
  const { track, link, customers } = await tracker(api)
  const [one, other] = [await api.make.click(link), await api.make.click(link)]
  await track('lead', { clickId: one.id, eventName: 'Sign up', customerExternalId: 'u1', customerName: 'Ada' })
  const { body } = await track('lead', {
    clickId: other.id,
    eventName: 'Trial',
    customerExternalId: 'u1',
    customerName: 'Bob',
    customerEmail: 'ada@example.com',
  })
  t.deepEqual(body.customer, { name: 'Ada', email: 'ada@example.com', avatar: null, externalId: 'u1' })
  t.is((await customers())[0].click_id, one.id)
})

test('a customer without a name gets a stable display name', async (t) => {
  const { track, link } = await tracker(api)
  const click = await api.make.click(link)
  const names = await Promise.all(
    ['Sign up', 'Trial'].map(
      async (eventName) => (await track('lead', { clickId: click.id, eventName, customerExternalId: 'u1' })).body.customer.name,
    ),
  )
  t.regex(names[0], /^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+$/)
  t.is(names[0], names[1])
})

// Serial: if the store is overloaded, such a click is only found after its ingestion.
test.serial('the click of a redirect is found before it is ingested', async (t) => {
  const { track, workspace, leads } = await tracker(api)
  const domain = await api.make.domain(workspace, { slug: 'localhost' })
  const link = await api.make.link(workspace, { domain: domain.slug, trackConversion: true })
  const response = await visitShortLink(api, link, browser)
  t.is(response.status, 302)
  const clickId = new URL(response.headers.location as string).searchParams.get('svc_id')
  const { status, body } = await track('lead', { clickId, eventName: 'Sign up', customerExternalId: 'u1' })
  t.is(status, 200, JSON.stringify(body))
  t.like((await leads())[0], { click_id: clickId, browser: 'Chrome', domain: domain.slug })
})

test.serial('a click is stored although the limit of its URL falls into an emoji', async (t) => {
  const { track, link, leads } = await tracker(api)
  const click = rawClick(link, { url: `https://shop.example/${'a'.repeat(7978)}😀` })
  const batch = batchOf([click])
  await api.resources.database.pool.query('insert into queued_click_batches (id, batch) values ($1, $2)', [batch.id, JSON.stringify(batch)])
  const lead = { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1' }
  t.is((await track('lead', lead)).status, 200)
  t.regex((await leads())[0].url, /aaa\uFFFD$/)
  await runJobByName(api.resources, 'tracking.ingest-clicks', batch)
  const [stored] = await readClicks(api.resources.database.pool, 'id', click.id)
  t.regex(String(stored?.url), /aaa\uFFFD$/)
})

test.serial('a queued click is found although a crash of the database emptied the short-lived store', async (t) => {
  const { track, link, leads } = await tracker(api)
  for (const encode of [encodeClickBatch, JSON.stringify]) {
    const click = rawClick(link)
    const batch = batchOf([rawClick(link, { referer: `https://a.example/?id=${click.id}` }), click])
    await api.resources.database.pool.query('insert into queued_click_batches (id, batch) values ($1, $2)', [batch.id, encode(batch)])
    const { status, body } = await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: click.id })
    t.is(status, 200, JSON.stringify(body))
    t.true((await leads()).some((lead) => lead.click_id === click.id && lead.domain === link.domain))
  }
})

test('clicks and links that cannot be credited are rejected, and nothing is stored', async (t) => {
  const [own, foreignTenant] = [await tracker(api), await tracker(api)]
  const foreign = await api.make.click(foreignTenant.link)
  const disabled = await api.make.click(await api.make.link(own.workspace, { disabledAt: new Date() }))
  const lead = (clickId: string) => own.track('lead', { clickId, eventName: 'Sign up', customerExternalId: 'u1' })
  for (const id of [foreign.id, disabled.id, newClickId(), 'nonsense']) t.is((await lead(id)).status, 404, id)
  t.is((await lead('')).status, 400)
  t.is((await own.track('lead', { clickId: foreign.id, eventName: 'Sign up' })).status, 400)
  t.deepEqual([(await own.customers()).length, (await own.leads()).length, await own.usage()], [0, 0, 0])
})

test('leads require a plan with conversion tracking and a member with write access', async (t) => {
  const proTenant = await tracker(api, { plan: 'pro' })
  t.is((await proTenant.track('lead', { clickId: '', eventName: 'x', customerExternalId: 'u' })).status, 403)
  const { workspace } = await tracker(api)
  const viewer = await api.make.user()
  await api.make.member(workspace, viewer, 'viewer')
  const { key } = await api.make.token(viewer, workspace)
  t.is((await api.call('POST /track/lead', { key, body: { clickId: '', eventName: 'x', customerExternalId: 'u' } })).status, 403)
})

test('a job creates future partitions of all event tables', async (t) => {
  await runJobByName(api.resources, 'tracking.create-partitions')
  const { rows: names } = await api.resources.database.pool.query(
    `select inhparent::regclass::text as parent, count(*)::int from pg_inherits where inhparent::regclass::text like '%\\_events' group by 1`,
  )
  t.deepEqual(names.map(({ parent, count }) => [parent, count >= 3]).sort(), [
    ['click_events', true],
    ['lead_events', true],
    ['sale_events', true],
  ])
})
