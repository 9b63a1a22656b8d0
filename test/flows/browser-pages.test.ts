/** Client script on pages with unusual content, in a real browser. Skipped without a browser. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import anyTest, { type TestFn } from 'ava'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newPublishableKey } from '../../shared/accounts/index.js'
import { type TestApi, testApi } from '../support/api.js'
import { chromiumPath, openBrowser, newVisitor } from '../support/browser.js'
import { tracker, type Tracker } from '../support/conversions.js'
import { waitUntil } from '../support/wait-until.js'

const test = (chromiumPath ? anyTest : { ...anyTest, serial: anyTest.serial.skip, before: anyTest.before.skip }) as TestFn & {
  serial: typeof anyTest.serial
}
if (!chromiumPath) anyTest('skipped: no Chromium found (set CHROMIUM to its path)', (t) => t.pass())

let api: TestApi
let shop: Server
let browser: Browser
let origin: { shop: string; api: string }
let tenant: Tracker
let key: string

test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  const { port } = new URL(api.url)
  tenant = await tracker(api)
  key = newPublishableKey()
  await api.resources.database.pool.query('update workspaces set publishable_key = $2 where id = $1', [tenant.workspace.id, key])
  shop = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://shop.example').searchParams
    const policy = query.get('policy')
    response.writeHead(200, { 'Content-Type': 'text/html', ...(policy ? { 'Content-Security-Policy': policy } : {}) })
    response.end(`<!doctype html>${query.get('html') ?? ''}`)
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  origin = { shop: `http://shop.example:${(shop.address() as AddressInfo).port}`, api: `http://api.example:${port}` }
  browser = await openBrowser()
})
test.after.always(async () => {
  await browser?.close()
  shop?.close()
  await api?.close()
})

const script = (attributes = '') =>
  `<script defer src="${origin.api}/script/analytics.js" data-publishable-key="${key}" data-domains='${JSON.stringify({
    refer: tenant.domain.slug,
    outbound: ['partner.example'],
  })}' ${attributes}></script>`

/** Opens a page of the shop with this content by a link of the workspace. */
async function arrive(context: BrowserContext, html: string, query: Record<string, string> = {}) {
  const link = await api.make.link(tenant.workspace, { domain: tenant.domain.slug, trackConversion: true, url: origin.shop })
  const tab = await context.newPage()
  await tab.goto(`${origin.shop}/?${new URLSearchParams({ html, via: link.key, ...query }).toString()}`)
  return { link, tab }
}

/** Fails where the script never becomes ready. */
const ready = (tab: Page) => tab.evaluate(`new Promise((resolve, reject) => { tributary('ready', resolve); setTimeout(reject, 20000) })`)
const storedId = async (context: BrowserContext) => (await context.cookies()).find(({ name }) => name === 'svc_id')?.value

test.serial('an invalid address among the links of a page does not disturb the others', async (t) => {
  const context = await newVisitor(browser)
  const { tab } = await arrive(context, `${script()}<a href="https://">a</a><a id="out" href="//partner.example/x">b</a>`)
  await ready(tab)
  t.is(await tab.getAttribute('#out', 'href'), `http://partner.example/x?svc_id=${await storedId(context)}`)
  await context.close()
})

test.serial('a link whose address the page changes gets the click id again', async (t) => {
  const context = await newVisitor(browser)
  const { tab } = await arrive(context, `${script()}<a id="out" href="https://partner.example/x">b</a>`)
  await ready(tab)
  await tab.evaluate(`document.getElementById('out').href = 'https://partner.example/y'`)
  await tab.waitForFunction(`document.getElementById('out').href.includes('svc_id')`)
  t.is(await tab.getAttribute('#out', 'href'), `https://partner.example/y?svc_id=${await storedId(context)}`)
  await context.close()
})

test.serial('a callback of the page that throws does not lose a lead', async (t) => {
  const context = await newVisitor(browser)
  const early =
    `<script>window.tributary = function () { (window.tributary.q = window.tributary.q || []).push(arguments) };` +
    `tributary('ready', () => { throw new Error('of the page') });` +
    `tributary('trackLead', { eventName: 'Sign up', customerExternalId: 'thrown' })</script>`
  const response = context.waitForEvent('response', { predicate: (one) => one.url().includes('/track/lead'), timeout: 20_000 })
  const { link } = await arrive(context, early + script())
  t.is((await response).status(), 200)
  t.is((await tenant.counters(link.id)).leads, 1)
  await context.close()
})

test.serial('a cookie that cannot be decoded is ignored', async (t) => {
  const context = await newVisitor(browser)
  await context.addCookies([{ name: 'svc_id', value: '%E0%A4%A', domain: '.shop.example', path: '/' }])
  const { tab } = await arrive(context, script())
  await ready(tab)
  t.regex((await storedId(context)) ?? '', /^\w{16}$/)
  await context.close()
})

test.serial('two scripts on a page record one click', async (t) => {
  const context = await newVisitor(browser)
  const ids: string[] = []
  context.on(
    'response',
    (response) => void (response.url().includes('/track/') && response.json().then(({ clickId }) => ids.push(clickId))),
  )
  const { tab } = await arrive(context, script() + script())
  await ready(tab)
  await waitUntil(() => ids.length === 2)
  t.deepEqual(ids, [ids[0], ids[0]])
  await context.close()
})

test.serial('a page whose policy allows the service tracks', async (t) => {
  const context = await newVisitor(browser)
  const policy = `default-src 'none'; script-src ${origin.api}; connect-src ${origin.api}; require-trusted-types-for 'script'`
  const { tab } = await arrive(context, script(), { policy })
  await tab.waitForFunction('window.tributary')
  await ready(tab)
  t.regex((await storedId(context)) ?? '', /^\w{16}$/)
  await context.close()
})

test.serial('consent that is given twice sends one click', async (t) => {
  const context = await newVisitor(browser)
  const requests: string[] = []
  context.on('request', (request) => void (request.url().includes('/track/') && requests.push(request.url())))
  const { tab } = await arrive(context, script('data-consent="required"'))
  await tab.waitForFunction('window.tributary')
  await tab.evaluate('tributary.consent(true), tributary.consent(true)')
  await ready(tab)
  t.is(requests.length, 1)
  t.regex((await storedId(context)) ?? '', /^\w{16}$/)
  await context.close()
})

test.serial('attributes that contain null have their defaults', async (t) => {
  const context = await newVisitor(browser)
  const nulls = `data-cookie-options="null" data-query-params="null" data-domains="null" data-short-domain="${tenant.domain.slug}"`
  const { tab } = await arrive(context, `<script defer src="${origin.api}/script/analytics.js" ${nulls}></script>`)
  await ready(tab)
  t.regex((await storedId(context)) ?? '', /^\w{16}$/)
  await context.close()
})
