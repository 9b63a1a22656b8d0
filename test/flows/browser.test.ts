/** Client script in a real browser, from a short link to a purchase. Skipped without a browser. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import anyTest, { type TestFn } from 'ava'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newPublishableKey } from '../../shared/accounts/index.js'
import { type TestApi, testApi } from '../support/api.js'
import { chromiumPath, openBrowser, newVisitor } from '../support/browser.js'
import { tracker, type Tracker } from '../support/conversions.js'

const test = (chromiumPath ? anyTest : { ...anyTest, serial: anyTest.serial.skip, before: anyTest.before.skip }) as TestFn & {
  serial: typeof anyTest.serial
}
if (!chromiumPath) anyTest('skipped: no Chromium found (set CHROMIUM to its path)', (t) => t.pass())

let api: TestApi
let shop: Server
let browser: Browser
let origin: { shop: string; other: string; api: string; short: string }
let tenant: Tracker
let key: string

test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  const port = new URL(api.url).port
  shop = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop.example')
    const attributes = url.searchParams.get('attributes') ?? ''
    const head = url.searchParams.has('sandbox') ? { 'Content-Security-Policy': 'sandbox allow-scripts' } : {}
    response.writeHead(200, { 'Content-Type': 'text/html', ...head })
    response.end(
      `<!doctype html><script defer src="http://api.example:${port}/script/analytics.js" data-publishable-key="${key}" ` +
        `${attributes}></script><a id="out" href="http://partner.example/x">out</a>`,
    )
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const shopPort = (shop.address() as AddressInfo).port
  origin = {
    shop: `http://www.shop.example:${shopPort}`,
    other: `http://shop.example:${shopPort}`,
    api: `http://api.example:${port}`,
    short: '',
  }
  key = newPublishableKey()
  tenant = await tracker(api)
  await api.resources.database.pool.query('update workspaces set publishable_key = $2 where id = $1', [tenant.workspace.id, key])
  origin.short = `http://${tenant.domain.slug}:${port}`
  browser = await openBrowser()
})
test.after.always(async () => {
  await browser?.close()
  shop?.close()
  await api?.close()
})

/** Creates a short link to a page of the shop. */
async function linkTo(path: string) {
  const link = await api.make.link(tenant.workspace, { domain: tenant.domain.slug, trackConversion: true, url: origin.shop + path })
  return { link, address: `${origin.short}/${link.key}` }
}
const page = (attributes: string) => `/?attributes=${encodeURIComponent(attributes)}`

async function open(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(address)
  return tab
}

/** Evaluated as text, because it runs in the page. */
const call = (tab: Page, name: string, input: unknown) =>
  tab.evaluate<{ answer?: any; error?: string }>(
    `tributary.${name}(${JSON.stringify(input)}).then((answer) => ({ answer }), (error) => ({ error: String(error.error?.code ?? error) }))`,
  )
const ready = (tab: Page) => tab.evaluate(`new Promise((resolve) => tributary('ready', resolve))`)
const cookies = async (context: BrowserContext) =>
  Object.fromEntries(
    (await context.cookies()).filter(({ name }) => name.endsWith('_id')).map(({ name, value, domain }) => [name, [value, domain]]),
  )

test.serial('a visitor who arrives by a short link, signs up and buys in a second tab is attributed to the link', async (t) => {
  const { link, address } = await linkTo(page(''))
  const context = await newVisitor(browser)
  const tab = await open(context, address)
  await ready(tab)
  const id = new URL(tab.url()).searchParams.get('svc_id')
  t.deepEqual(await cookies(context), { svc_id: [id, '.shop.example'] })
  const lead = await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'b1' })
  t.like(lead.answer, { click: { id }, link: { id: link.id } })
  const second = await open(context, `${origin.other}/`)
  await ready(second)
  t.like((await call(second, 'trackLead', { eventName: 'Trial', customerExternalId: 'b1' })).answer, {
    click: { id },
    link: { id: link.id },
  })
  t.like((await call(second, 'trackSale', { customerExternalId: 'b1', amount: 4900, invoiceId: 'inv_b1' })).answer, {
    sale: { amount: 4900 },
  })
  t.deepEqual(await tenant.counters(link.id), { leads: 2, conversions: 1, sales: 1, saleAmount: 4900 })
  await context.close()
})

test.serial('without cookies only the landing page attributes its visitor', async (t) => {
  const { link, address } = await linkTo('/?sandbox=1')
  const context = await newVisitor(browser)
  const tab = await open(context, address)
  await ready(tab)
  t.like((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'b2' })).answer, { link: { id: link.id } })
  const other = await open(context, `${origin.shop}/?sandbox=1`)
  await ready(other)
  t.is((await call(other, 'trackLead', { eventName: 'Sign up', customerExternalId: 'b2b' })).error, 'bad_request')
  await context.close()
})

test.serial(
  'stores and sends nothing without consent, works with consent, and deletes its cookies when consent is withdrawn',
  async (t) => {
    const { link, address } = await linkTo(page(`data-consent="required" data-domains='{"refer":"${tenant.domain.slug}"}'`))
    const context = await newVisitor(browser)
    const requests: string[] = []
    context.on('request', (request) => void (request.url().includes('/track/') && requests.push(request.url())))
    const tab = await open(context, address)
    await tab.waitForFunction('window.tributary')
    t.deepEqual([await cookies(context), requests], [{}, []])
    t.is((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'b3' })).error, 'bad_request')
    await tab.evaluate('tributary.consent(true)')
    await ready(tab)
    t.deepEqual(Object.keys(await cookies(context)), ['svc_id'])
    t.like((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'b3' })).answer, { link: { id: link.id } })
    await tab.evaluate('tributary.consent(false)')
    t.deepEqual(await cookies(context), {})
    await context.close()
  },
)

test.serial('a link key in the URL records a click and stores its id', async (t) => {
  const link = await api.make.link(tenant.workspace, { domain: tenant.domain.slug, url: origin.shop })
  const context = await newVisitor(browser)
  const tab = await open(
    context,
    `${origin.shop}${page(`data-domains='{"refer":"${tenant.domain.slug}"}' data-query-param="ref"`)}&ref=${link.key}`,
  )
  await ready(tab)
  const { svc_id: [id] = [] } = await cookies(context)
  t.regex(id as string, /^\w{16}$/)
  t.like((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'b4' })).answer, {
    click: { id },
    link: { id: link.id },
  })
  await context.close()
})

for (const [model, expected] of [
  ['last-click', 1],
  ['first-click', 0],
] as const) {
  test.serial(`${model} attribution stores the ${expected === 0 ? 'first' : 'last'} of two links`, async (t) => {
    const links = [await linkTo(page(`data-attribution-model="${model}"`)), await linkTo(page(`data-attribution-model="${model}"`))]
    const context = await newVisitor(browser)
    for (const { address } of links) await ready(await open(context, address))
    const tab = await open(context, `${origin.shop}/`)
    await ready(tab)
    t.like((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: model })).answer, {
      link: { id: links[expected]?.link.id },
    })
    await context.close()
  })
}

test.serial('adds the click id to links to outbound domains, including links added later', async (t) => {
  const { address } = await linkTo(page(`data-domains='{"outbound":["*.example","partner.example"]}'`))
  const context = await newVisitor(browser)
  const tab = await open(context, address)
  await ready(tab)
  const id = new URL(tab.url()).searchParams.get('svc_id')
  t.is(await tab.getAttribute('#out', 'href'), `http://partner.example/x?svc_id=${id}`)
  await tab.evaluate(
    `document.body.insertAdjacentHTML('beforeend', '<a id="late" href="http://a.b.example/y?z=1">y</a><a id="not" href="http://elsewhere.test/">z</a>')`,
  )
  await tab.waitForFunction(`document.getElementById('late').href.includes('svc_id')`)
  t.is(await tab.getAttribute('#late', 'href'), `http://a.b.example/y?z=1&svc_id=${id}`)
  t.is(await tab.getAttribute('#not', 'href'), 'http://elsewhere.test/')
  await context.close()
})

test.serial('runs commands that the page queued before the script was loaded', async (t) => {
  const link = await api.make.link(tenant.workspace, { domain: tenant.domain.slug, url: origin.shop })
  const context = await newVisitor(browser)
  await context.addInitScript(
    `window.dubAnalytics = function () { (window.dubAnalytics.q = window.dubAnalytics.q || []).push(arguments) }; ` +
      `dubAnalytics('ready', () => { window.wasReady = true }); dubAnalytics('trackClick', { domain: '${tenant.domain.slug}', ` +
      `key: '${link.key}' })`,
  )
  const tab = await open(context, `${origin.shop}/`)
  await tab.waitForFunction('window.wasReady')
  await tab.waitForFunction(`document.cookie.includes('svc_id=')`)
  await context.close()
  t.pass()
})
