/** The published loader of the client script (`@dub/analytics`) in a real browser. Only the URLs of script and service are configured. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
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

const loader = readFileSync(fileURLToPath(import.meta.resolve('@dub/analytics')), 'utf8')

let api: TestApi
let shop: Server
let browser: Browser
let origin: { shop: string; other: string; short: string }
let tenant: Tracker

test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  const service = `http://api.example:${new URL(api.url).port}`
  const key = newPublishableKey()
  tenant = await tracker(api)
  await api.resources.database.pool.query('update workspaces set publishable_key = $2 where id = $1', [tenant.workspace.id, key])
  shop = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://shop.example').searchParams
    response.writeHead(200, {
      'Content-Type': 'text/html',
      ...(query.has('sandbox') ? { 'Content-Security-Policy': 'sandbox allow-scripts' } : {}),
    })
    const props = {
      apiHost: service,
      publishableKey: key,
      scriptProps: { src: `${service}/script/${query.get('file') ?? 'analytics.js'}` },
      ...JSON.parse(query.get('props') ?? '{}'),
    }
    // Inline, because a sandboxed page cannot load modules from its own origin.
    response.end(
      `<!doctype html><head></head><script ` +
        `type="module">${loader}\ninject(${JSON.stringify(props)});\n${query.get('after') ?? ''}</script><a id="out" ` +
        `href="http://partner.example/x">out</a>`,
    )
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const { port } = shop.address() as AddressInfo
  origin = {
    shop: `http://www.shop.example:${port}`,
    other: `http://shop.example:${port}`,
    short: `http://${tenant.domain.slug}:${new URL(api.url).port}`,
  }
  browser = await openBrowser()
})
test.after.always(async () => {
  await browser?.close()
  shop?.close()
  await api?.close()
})

/** Path of a page of the shop with options for the loader, and a script to run after it. */
const page = (options: { file?: string; props?: object; after?: string; sandbox?: string } = {}) =>
  `/?${new URLSearchParams({ ...options, ...(options.props ? { props: JSON.stringify(options.props) } : {}) } as Record<string, string>).toString()}`

async function linkTo(path: string) {
  const link = await api.make.link(tenant.workspace, { domain: tenant.domain.slug, trackConversion: true, url: origin.shop + path })
  return { link, address: `${origin.short}/${link.key}` }
}

async function open(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(address)
  await tab.evaluate(`new Promise((resolve) => dubAnalytics('ready', resolve))`)
  return tab
}

const call = (tab: Page, name: string, options: unknown) =>
  tab.evaluate<{ answer?: any; error?: string }>(
    `dubAnalytics.${name}(${JSON.stringify(options)}).then((answer) => ({ answer }), (error) => ({ error: String(error.error?.code ?? error) }))`,
  )
const cookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.endsWith('_id')).map(({ name, value }) => [name, value])

for (const file of ['analytics.js', 'script.conversion-tracking.js', 'script.site-visit.outbound-domains.conversion-tracking.js']) {
  test.serial(`${file}: attributes arrival, sign-up and a purchase in a second tab to the short link`, async (t) => {
    const { link, address } = await linkTo(page({ file, props: { domainsConfig: { outbound: ['partner.example'] } } }))
    const context = await newVisitor(browser)
    const tab = await open(context, address)
    const id = new URL(tab.url()).searchParams.get('svc_id')
    t.deepEqual(await cookies(context), [['svc_id', id]])
    t.is(await tab.getAttribute('#out', 'href'), `http://partner.example/x?svc_id=${id}`)
    t.like((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: file })).answer, {
      click: { id },
      link: { id: link.id },
    })
    const second = await open(context, origin.other + page({ file }))
    t.like((await call(second, 'trackSale', { customerExternalId: file, amount: 4900, invoiceId: file })).answer, {
      sale: { amount: 4900 },
    })
    t.deepEqual(await tenant.counters(link.id), { leads: 1, conversions: 1, sales: 1, saleAmount: 4900 })
    await context.close()
  })
}

test.serial('passes the click id on to each host of outbound, also if they are one text', async (t) => {
  const { address } = await linkTo(page({ props: { domainsConfig: { outbound: 'other.example, partner.example' } } }))
  const context = await newVisitor(browser)
  const tab = await open(context, address)
  const id = new URL(tab.url()).searchParams.get('svc_id')
  t.is(await tab.getAttribute('#out', 'href'), `http://partner.example/x?svc_id=${id}`)
  await context.close()
})

test.serial('runs commands that the page queued before the script was loaded', async (t) => {
  const { link, address } = await linkTo(
    page({
      after:
        `window.dubAnalytics.trackLead({ eventName: 'Sign up', customerExternalId: 'early' }); window.dubAnalytics('ready', ` +
        `() => { window.wasReady = true })`,
    }),
  )
  const context = await newVisitor(browser)
  const response = context.waitForEvent('response', (one) => one.url().includes('/track/lead'))
  const tab = await open(context, address)
  await tab.waitForFunction('window.wasReady')
  t.is((await response).status(), 200)
  t.is((await tenant.counters(link.id)).leads, 1)
  await context.close()
})

test.serial('without cookies only the landing page attributes its visitor', async (t) => {
  const { link, address } = await linkTo(page({ sandbox: '1' }))
  const context = await newVisitor(browser)
  const tab = await open(context, address)
  t.like((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'blocked' })).answer, { link: { id: link.id } })
  const other = await open(context, origin.shop + page({ sandbox: '1' }))
  t.is((await call(other, 'trackLead', { eventName: 'Sign up', customerExternalId: 'blocked too' })).error, 'bad_request')
  t.is((await tenant.counters(link.id)).leads, 1)
  await context.close()
})

test.serial('without consent nothing is stored and leads are not attributed', async (t) => {
  const { link, address } = await linkTo(page({ after: `window.dubAnalytics('consent', false)` }))
  const context = await newVisitor(browser)
  const tab = await context.newPage()
  await tab.goto(address)
  await tab.waitForFunction('dubAnalytics.consent')
  t.deepEqual(await cookies(context), [])
  t.is((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'denied' })).error, 'bad_request')
  t.deepEqual([await cookies(context), await tenant.counters(link.id)], [[], { leads: 0, conversions: 0, sales: 0, saleAmount: 0 }])
  await context.close()
})

test.serial('a link key in the configured query parameter records a click', async (t) => {
  const link = await api.make.link(tenant.workspace, { domain: tenant.domain.slug, url: origin.shop, trackConversion: true })
  const context = await newVisitor(browser)
  const tab = await open(
    context,
    `${origin.shop}${page({ props: { domainsConfig: { refer: tenant.domain.slug }, queryParam: 'ref' } })}&ref=${link.key}`,
  )
  t.like((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'referred' })).answer, { link: { id: link.id } })
  await context.close()
})

test.serial('the page that a partner link leads to knows the partner and its discount, and stores them', async (t) => {
  const program = await api.make.program(tenant.workspace)
  const partner = await api.make.partner({ name: 'Ann Müller' })
  const discount = await api.make.discount(program, { amount: 15, type: 'percentage' })
  await api.make.enrolment(program, partner, { discountId: discount.id })
  const ofPartner = { programId: program.id, partnerId: partner.id }
  const link = await api.make.link(tenant.workspace, { domain: tenant.domain.slug, url: origin.shop, trackConversion: true, ...ofPartner })
  const context = await newVisitor(browser)
  const tab = await open(context, `${origin.shop}${page({ props: { domainsConfig: { refer: tenant.domain.slug } } })}&via=${link.key}`)
  const known = await tab.evaluate<{ partner: { name: string }; discount: { amount: number } }>('window.DubAnalytics')
  t.deepEqual([known.partner.name, known.discount.amount], ['Ann Müller', 15])
  const stored = (await context.cookies()).find(({ name }) => name === 'svc_partner_data')
  t.like(JSON.parse(decodeURIComponent(stored?.value ?? 'null')), known)
  await tab.goto(`${origin.shop}${page({ props: { domainsConfig: { refer: tenant.domain.slug } } })}`)
  t.deepEqual(
    await tab.evaluate('new Promise((ready) => window.dubAnalytics("ready", () => ready(window.DubAnalytics)))'),
    known,
    'on the next page',
  )
  await context.close()
})
