/** Redirects while clicks can be stored nowhere: the click queue is interrupted, and the data directory cannot be written. */
import test from 'ava'
import { testApi, type TestApi } from '../../support/api.js'
import { interruptClickQueue } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { visitShortLink } from '../../support/visit-short-link.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', DATA_DIR: '/proc/tributary' })
})
test.after.always(() => api?.close())

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const ready = () => api.call('GET /ready')
const lostClicks = async () => Number(/^tributary_clicks_lost_total (\d+)$/m.exec((await api.call('GET /metrics')).body)?.[1])
const clickIdIn = (location = '') => new URL(location).searchParams.get('svc_id')

test.serial('a visitor whose click can be stored nowhere is redirected without a click id, and the process is not ready', async (t) => {
  const { link, track } = await tracker(api)
  const lostBefore = await lostClicks()
  t.is((await ready()).status, 200)

  const resume = await interruptClickQueue(api.resources)
  const lost = await visitShortLink(api, link, browser)
  t.is(lost.status, 302)
  t.is(lost.headers.location, link.url)
  t.is(lost.headers['set-cookie'], undefined)
  t.is(await lostClicks(), lostBefore + 1)
  const notReady = await ready()
  t.is(notReady.status, 503)
  t.like(notReady.body, { ready: false, clicks: 'not stored' })

  await resume()
  await waitUntil(async () => (await ready()).status === 200)
  const stored = await visitShortLink(api, link, browser)
  const clickId = clickIdIn(stored.headers.location)
  t.regex(stored.headers['set-cookie'] ?? '', new RegExp(`=${clickId};`))
  t.is((await track('lead', { clickId, eventName: 'Sign up', customerExternalId: 'ada' })).status, 200)
})

test.serial('the same visitor is counted by the next click, also when a page reports it', async (t) => {
  const { link, domain, track } = await tracker(api)
  const resume = await interruptClickQueue(api.resources)
  t.is((await visitShortLink(api, link, browser)).headers.location, link.url)
  await resume()
  const report = () => api.call('POST /track/click', { body: { domain: domain.slug, key: link.key }, headers: { 'user-agent': browser } })
  const { body } = await waitUntil(async () => {
    const response = await report()
    return response.status === 200 ? response : null
  })
  t.is((await track('lead', { clickId: body.clickId, eventName: 'Sign up', customerExternalId: 'ada' })).status, 200)
})
