import test from 'ava'
import { newPublishableKey } from '../../../shared/accounts/index.js'
import type { Link } from '../../../shared/links/link.entity.js'
import { type TestApi, testApi } from '../../support/api.js'
import { tracker } from '../../support/conversions.js'
import { partnerProgram } from '../../support/earnings.js'
import { readClicks } from '../../support/events.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { visitShortLink } from '../../support/visit-short-link.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

let visitors = 0
const browser = () => ({
  'user-agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 test/${++visitors}`,
})
const clicksOf = async ({ id }: Link) => {
  await runQueuedJobs(api.resources)
  const rows = await readClicks(api.resources.database.pool, 'link_id', id)
  const {
    rows: [{ clicks }],
  } = await api.resources.database.pool.query('select clicks from links where id = $1', [id])
  return { rows, clicks }
}
const report = (kind: 'click' | 'visit' | 'open', body: object, headers: Record<string, string> = browser()) =>
  api.call(`POST /track/${kind}`, { body, headers })
const setAllowedHosts = (workspaceId: string, hosts: string[]) =>
  api.resources.database.pool.query('update workspaces set allowed_hostnames = $2 where id = $1', [workspaceId, JSON.stringify(hosts)])

test.serial('a click reported by a page counts once per visitor and hour', async (t) => {
  const { link, domain } = await tracker(api)
  const visitor = browser()
  const body = {
    domain: domain.slug,
    key: link.key,
    url: 'https://shop.example/?via=x&dub_id=abc',
    referrer: 'https://news.example/story?x=1',
  }
  const first = await report('click', body, visitor)
  t.is(first.status, 200, JSON.stringify(first.body))
  t.deepEqual(Object.keys(first.body), ['clickId'])
  t.regex(first.body.clickId, /^[A-Za-z0-9]{16}$/)
  t.deepEqual((await report('click', body, visitor)).body, first.body)
  const { rows, clicks } = await clicksOf(link)
  t.is(clicks, 1)
  t.is(rows.length, 1)
  t.like(rows[0], {
    id: first.body.clickId,
    trigger: 'link',
    url: 'https://shop.example/?via=x',
    referer: 'news.example',
    referer_url: 'https://news.example/story',
    browser: 'Chrome',
  })
  t.deepEqual((await report('click', body, visitor)).body, first.body)
  t.not((await report('click', body)).body.clickId, first.body.clickId)
})

test.serial('a lead can name such a click immediately', async (t) => {
  const { link, domain, track } = await tracker(api)
  const { body } = await report('click', { domain: `https://${domain.slug}/`, key: link.key })
  t.is((await track('lead', { clickId: body.clickId, eventName: 'Sign up', customerExternalId: 'u1' })).status, 200)
})

test.serial('a reported click that cannot be stored gets 503 with Retry-After, and counts when it is reported again', async (t) => {
  const { pool } = api.resources.database
  const { link, domain, track } = await tracker(api)
  const visitor = browser()
  const body = { domain: domain.slug, key: link.key }
  await pool.query(`create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
  await pool.query('create trigger full_disk before insert on outbox execute function refuse_row()')
  const refused = await report('click', body, visitor)
  await pool.query('drop trigger full_disk on outbox')
  t.is(refused.status, 503)
  t.truthy(refused.headers.get('retry-after'))
  t.is(refused.body.clickId, undefined)

  const accepted = await report('click', body, visitor)
  t.is(accepted.status, 200)
  t.is((await track('lead', { clickId: accepted.body.clickId, eventName: 'Sign up', customerExternalId: 'u1' })).status, 200)
  t.is((await clicksOf(link)).clicks, 1)
})

test.serial('the same click reported ten times concurrently counts once', async (t) => {
  const { link, domain } = await tracker(api)
  const visitor = browser()
  const responses = await Promise.all(Array.from({ length: 10 }, () => report('click', { domain: domain.slug, key: link.key }, visitor)))
  t.is(new Set(responses.map(({ body }) => body.clickId)).size, 1)
  t.is((await clicksOf(link)).clicks, 1)
})

test.serial('bots and visitors who opt out get a click id and are not counted', async (t) => {
  const { link, domain } = await tracker(api)
  const body = { domain: domain.slug, key: link.key }
  t.regex((await report('click', body, { 'user-agent': 'curl/8' })).body.clickId, /^\w{16}$/)
  t.regex((await report('click', body, { ...browser(), 'svc-no-track': '1' })).body.clickId, /^\w{16}$/)
  t.is((await clicksOf(link)).clicks, 0)
  const { rows } = await api.resources.database.pool.query(
    'select reason, count::int from excluded_requests where link_id = $1 order by 1',
    [link.id],
  )
  t.deepEqual(rows, [
    { reason: 'no-track', count: 1 },
    { reason: 'user-agent', count: 1 },
  ])
})

test.serial('a click on a partner link also returns the partner and its discount, to every visitor', async (t) => {
  const { program, enrol, domain } = await partnerProgram(api)
  const discount = await api.make.discount(program, { amount: 12.5, type: 'percentage', maxDuration: 3, couponId: 'co_1' })
  const { partner, enrolment, link } = await enrol(
    { name: 'Ann Müller', image: 'https://cdn.example/ann.png' },
    { discountId: discount.id, tenantId: 'tenant_1' },
  )
  const visitor = browser()
  const click = (headers?: Record<string, string>, { key } = link) => report('click', { domain: domain.slug, key }, headers)
  const first = await click(visitor)
  t.is(first.status, 200, JSON.stringify(first.body))
  const referral = {
    partner: { id: partner.id, name: 'Ann Müller', image: 'https://cdn.example/ann.png', groupId: enrolment.groupId, tenantId: 'tenant_1' },
    discount: { id: discount.id, amount: 12.5, type: 'percentage', maxDuration: 3, couponId: 'co_1', couponTestId: null },
  }
  t.deepEqual(first.body, { clickId: first.body.clickId, ...referral })
  t.deepEqual((await click(visitor)).body, first.body)
  t.like((await click({ 'user-agent': 'curl/8' })).body, referral)

  const other = await enrol({ image: null }, { groupId: null })
  const { body } = await click(browser(), other.link)
  t.deepEqual(body.partner, { id: other.partner.id, name: other.partner.name, image: null })
  t.is(body.discount, null)
  await api.resources.database.pool.query('delete from enrolments where id = $1', [other.enrolment.id])
  t.like((await click(browser(), other.link)).body, { partner: null, discount: null })
})

test('returns 404 for a missing link and for a link without a workspace', async (t) => {
  const { domain } = await tracker(api)
  t.is((await report('click', { domain: domain.slug, key: 'nothing' })).status, 404)
  t.is((await report('click', { domain: 'nowhere.example', key: 'x' })).status, 404)
  const shared = await api.make.domain(null)
  const unclaimed = await api.make.link(null, { domain: shared.slug })
  t.is((await report('click', { domain: shared.slug, key: unclaimed.key })).status, 404)
  t.is((await report('click', { key: 'x' })).status, 422)
})

test.serial('clicks from hosts that are not allowed are rejected', async (t) => {
  const { workspace, link, domain } = await tracker(api)
  await setAllowedHosts(workspace.id, ['shop.example'])
  const body = { domain: domain.slug, key: link.key }
  t.is((await report('click', body, { ...browser(), referer: 'https://evil.example/' })).status, 403)
  t.is((await report('click', body)).status, 403)
  t.is((await report('visit', { domain: domain.slug, url: `https://x.example/${link.key}` })).status, 200)
  t.is((await clicksOf(link)).clicks, 0)
  t.is((await report('click', body, { ...browser(), referer: 'https://www.shop.example/page' })).status, 200)
  t.is((await clicksOf(link)).clicks, 1)
})

test.serial('a page view counts for the link whose key is the path of the page', async (t) => {
  const { workspace, domain } = await tracker(api)
  const link = await api.make.link(workspace, { domain: domain.slug, key: 'blog/post' })
  const visitor = browser()
  const reported = await report('visit', { domain: domain.slug, url: 'https://site.example/blog/post?svc_id=1&b=2' }, visitor)
  t.is(reported.status, 200)
  t.deepEqual((await report('visit', { domain: domain.slug, url: 'https://site.example/blog/post' }, visitor)).body, reported.body)
  const { rows, clicks } = await clicksOf(link)
  t.is(clicks, 1)
  t.like(rows[0], { id: reported.body.clickId, trigger: 'pageview', url: 'https://site.example/blog/post?b=2' })
  t.is((await report('visit', { domain: domain.slug, url: 'https://site.example/else' })).status, 404)
  t.is((await report('visit', { domain: domain.slug })).status, 400)
})

test.serial('an app opened by a link records one click', async (t) => {
  const { link } = await tracker(api)
  const app = { 'user-agent': `ShopApp/${++visitors} CFNetwork` }
  const opened = await report('open', { deepLink: link.shortLink }, app)
  t.deepEqual(opened.body.link, { id: link.id, domain: link.domain, key: link.key, url: link.url })
  t.deepEqual((await report('open', { deepLink: link.shortLink }, app)).body, opened.body)
  const { rows } = await clicksOf(link)
  t.deepEqual(
    rows.map(({ id, trigger }) => [id, trigger]),
    [[opened.body.clickId, 'deeplink']],
  )
  t.is((await report('open', { deepLink: `https://${link.domain}/nothing` })).status, 404)
  t.is((await report('open', {})).status, 422)
})

test.serial('an app that opens a link with a password, or a banned one, does not get its destination', async (t) => {
  const { link, key } = await tracker(api)
  t.is((await api.call(`PATCH /links/${link.id}`, { key, body: { password: 'sesame' } })).status, 200)
  t.like((await report('open', { deepLink: link.shortLink })).body, { link: { id: link.id, url: '' } })
  t.is((await api.call(`PATCH /links/${link.id}`, { key, body: { password: null } })).status, 200)
  t.like((await report('open', { deepLink: link.shortLink })).body, { link: { id: link.id, url: link.url } })
  await api.resources.database.pool.query('update links set banned_at = now() where id = $1', [link.id])
  t.like((await report('open', { deepLink: link.shortLink })).body, { link: { id: link.id, url: '' } })
})

test.serial('visitors who opt out by header, by the query of the request or by that of the deep link are not counted', async (t) => {
  const { link, domain } = await tracker(api)
  const opened = { clickId: null, link: { id: link.id, domain: link.domain, key: link.key, url: link.url } }
  const deepLink = link.shortLink
  t.deepEqual((await report('open', { deepLink }, { ...browser(), 'dub-no-track': '1' })).body, opened)
  for (const query of ['dub-no-track=1', 'svc-no-track']) {
    const send = async (kind: string, body: object) => (await api.call(`POST /track/${kind}?${query}`, { body, headers: browser() })).body
    t.deepEqual((await report('open', { deepLink: `${deepLink}?${query}` })).body, opened, query)
    t.deepEqual(await send('open', { deepLink }), opened, query)
    t.regex((await send('click', { domain: domain.slug, key: link.key })).clickId, /^\w{16}$/)
    t.regex((await send('visit', { domain: domain.slug, url: `https://site.example/${link.key}` })).clickId, /^\w{16}$/)
  }
  t.is((await clicksOf(link)).clicks, 0)
  const { rows } = await api.resources.database.pool.query('select reason, count::int from excluded_requests where link_id = $1', [link.id])
  t.deepEqual(rows, [{ reason: 'no-track', count: 4 }])
})

test.serial('an app opened after its installation gets the link of its visitor', async (t) => {
  const { workspace } = await tracker(api)
  const domain = await api.make.domain(workspace, { slug: 'localhost' })
  const link = await api.make.link(workspace, { domain: domain.slug, trackConversion: true, ios: 'https://apps.apple.com/app/id1' })
  const phone = {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  }
  t.deepEqual((await report('open', { dubDomain: domain.slug }, phone)).body, { clickId: null, link: null })
  const followed = await visitShortLink(api, link, phone['user-agent'])
  const clickId = new URL(followed.headers.location as string).searchParams.get('svc_id')
  const { body } = await report('open', { dubDomain: domain.slug }, { 'user-agent': 'ShopApp/1' })
  t.deepEqual(body, { clickId, link: { id: link.id, domain: link.domain, key: link.key, url: link.url } })
})

test.serial(
  'a lead can name the click of an app whose visitor went to its store twice, from a link without conversion tracking',
  async (t) => {
    const { workspace, track } = await tracker(api)
    const { slug: domain } = await api.make.domain(workspace)
    const link = await api.make.link(workspace, { domain, url: 'https://play.google.com/store/apps/details?id=shop' })
    const agent = browser()['user-agent']
    for (let visits = 0; visits < 2; visits++) {
      await visitShortLink(api, link, agent)
      await runJobByName(api.resources, 'tracking.ingest-queued-clicks')
    }
    t.is((await clicksOf(link)).clicks, 1)
    const { body } = await report('open', { dubDomain: domain }, { 'user-agent': 'ShopApp/1' })
    t.is(body.link?.id, link.id, JSON.stringify(body))
    t.is((await track('lead', { clickId: body.clickId, eventName: 'Install', customerExternalId: 'ann' })).status, 200)
  },
)

test('allows requests from any origin, and lets pages read errors', async (t) => {
  for (const path of ['click', 'visit', 'open', 'lead/client', 'sale/client']) {
    const preflight = await api.call(`OPTIONS /track/${path}`)
    t.is(preflight.status, 204)
    t.is(preflight.headers.get('access-control-allow-origin'), '*')
    t.is(preflight.headers.get('access-control-allow-methods'), 'POST, OPTIONS')
    t.is(preflight.headers.get('access-control-allow-headers'), 'Content-Type, Authorization')
    t.is((await api.call(`POST /track/${path}`, { body: {} })).headers.get('access-control-allow-origin'), '*')
  }
  t.is((await api.call('OPTIONS /track/lead')).headers.get('access-control-allow-origin'), null)
})

test('a page tracks leads and sales with the publishable key from allowed hosts', async (t) => {
  const { workspace, link, counters } = await tracker(api)
  const key = newPublishableKey()
  await api.resources.database.pool.query('update workspaces set publishable_key = $2 where id = $1', [workspace.id, key])
  const click = await api.make.click(link)
  const lead = { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1' }
  t.is((await api.call('POST /track/lead/client', { key, body: lead })).body.link.id, link.id)
  const sale = await api.call('POST /track/sale/client', { key, body: { customerExternalId: 'u1', amount: 500, invoiceId: 'inv_1' } })
  t.like(sale.body, { customer: { externalId: 'u1' }, sale: { amount: 500, metadata: null } })
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 500 })
  t.is((await api.call('POST /track/lead/client', { key, body: { clickId: click.id, eventName: 'x', externalId: 'u1' } })).status, 422)
  t.is((await api.call('POST /track/refund', { key, body: { invoiceId: 'inv_1' } })).status, 401)

  await setAllowedHosts(workspace.id, ['*.shop.example'])
  const from = (referer: string) =>
    api.call('POST /track/lead/client', { key, body: { ...lead, eventName: referer }, headers: { referer } })
  t.deepEqual([(await from('https://evil.example/')).status, (await from('https://app.shop.example/')).status], [403, 200])
})
