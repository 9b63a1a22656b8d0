/** Visitors of a link before and after it was transferred to another workspace. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { queuedBatches } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { runJobByName } from '../../support/jobs.js'
import { visitShortLink } from '../../support/visit-short-link.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: 'short.example' })
})
test.after.always(() => api?.close())

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

const ingestVisits = async () => {
  for (const batch of await queuedBatches(api.resources)) await runJobByName(api.resources, 'tracking.ingest-clicks', batch)
}

/** A link that its workspace can give to the workspace of `to`. */
async function transferableLink() {
  const [from, to] = [await tracker(api), await tracker(api)]
  await api.make.member(to.workspace, from.user, 'member')
  const link = await api.make.link(from.workspace, { domain: 'short.example', trackConversion: true })
  const visit = async (cookie?: string) => {
    const { headers } = await visitShortLink(api, link, browser, cookie)
    const clickId = new URL(headers.location ?? '').searchParams.get('svc_id')
    return { clickId, cookie: (headers['set-cookie'] ?? '').split(';')[0] }
  }
  const transfer = () => api.call(`POST /links/${link.id}/transfer`, { key: from.key, body: { newWorkspaceId: to.workspace.id } })
  return { to, link, visit, transfer }
}

for (const [visitor, keepsCookies] of [
  ['a visitor with the click cookie', true],
  ['a visitor without cookies', false],
] as const)
  test.serial(`${visitor} counts again for the workspace that a link was transferred to, and can become its customer`, async (t) => {
    const { to, link, visit, transfer } = await transferableLink()
    const before = await visit()
    await ingestVisits()
    t.is((await transfer()).status, 200)
    const after = await visit(keepsCookies ? before.cookie : undefined)
    t.not(after.clickId, before.clickId)
    t.is((await visit(keepsCookies ? after.cookie : undefined)).clickId, after.clickId)
    await ingestVisits()
    const lead = { clickId: after.clickId, eventName: 'Sign up', customerExternalId: 'ada' }
    t.is((await to.track('lead', lead)).status, 200)
    const { rows } = await api.resources.database.pool.query('select clicks, leads from links where id = $1', [link.id])
    t.deepEqual(rows, [{ clicks: 1, leads: 1 }])
  })

test.serial('a visitor of an anonymous link counts again for the workspace that claims it, and can become its customer', async (t) => {
  const claimer = await tracker(api)
  const link = await api.make.link(null, { domain: 'short.example', trackConversion: true })
  const visit = async (cookie: string) => {
    const { headers } = await visitShortLink(api, link, browser, cookie)
    return { clickId: new URL(headers.location ?? '').searchParams.get('svc_id'), cookie: (headers['set-cookie'] ?? '').split(';')[0] }
  }
  const before = await visit('')
  await ingestVisits()
  const claim = await api.call('POST /links/sync', { key: claimer.key, body: [{ domain: link.domain, key: link.key }] })
  t.deepEqual([claim.status, claim.body.length], [200, 1])
  const after = await visit(before.cookie ?? '')
  t.not(after.clickId, before.clickId)
  await ingestVisits()
  t.is((await claimer.track('lead', { clickId: after.clickId, eventName: 'Sign up', customerExternalId: 'eve' })).status, 200)
  const { rows } = await api.resources.database.pool.query('select clicks, leads from links where id = $1', [link.id])
  t.deepEqual(rows, [{ clicks: 2, leads: 1 }])
})

test.serial('a click that a page reports after the transfer of its link counts for the new workspace', async (t) => {
  const { link, transfer, to } = await transferableLink()
  const report = async () =>
    (await api.call('POST /track/click', { body: { domain: link.domain, key: link.key }, headers: { 'user-agent': browser } })).body.clickId
  const before = await report()
  t.is((await transfer()).status, 200)
  const after = await report()
  t.not(after, before)
  t.is((await to.track('lead', { clickId: after, eventName: 'Sign up', customerExternalId: 'bob' })).status, 200)
})
