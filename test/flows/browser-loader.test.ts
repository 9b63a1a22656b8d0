/**
 * The published loader of the client script (`@dub/analytics`) as its users have it, in a real browser: only where the script and the
 * service are is said.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import anyTest, { type TestFn } from 'ava'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newPublishableKey } from '../../shared/accounts/index.js'
import { type TestApi, testApi } from '../support/api.js'
import { chromiumPath, openBrowser, somebody } from '../support/browser.js'
import { tracker, type Tracker } from '../support/conversions.js'

const test = (chromiumPath ? anyTest : { ...anyTest, serial: anyTest.serial.skip, before: anyTest.before.skip }) as TestFn & {
  serial: typeof anyTest.serial
}
if (!chromiumPath) anyTest('there is no Chromium on this machine: pages are not tried (CHROMIUM names one)', (t) => t.pass())

const loader = readFileSync(fileURLToPath(import.meta.resolve('@dub/analytics')), 'utf8')

let api: TestApi
let shop: Server
let browser: Browser
let origin: { shop: string; other: string; short: string }
let some: Tracker

test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  const service = `http://api.example:${new URL(api.url).port}`
  const key = newPublishableKey()
  some = await tracker(api)
  await api.resources.database.pool.query('update workspaces set publishable_key = $2 where id = $1', [some.workspace.id, key])
  shop = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://shop.example').searchParams
    response.writeHead(200, {
      'Content-Type': 'text/html',
      ...(asked.has('sandbox') ? { 'Content-Security-Policy': 'sandbox allow-scripts' } : {}),
    })
    const props = {
      apiHost: service,
      publishableKey: key,
      scriptProps: { src: `${service}/script/${asked.get('file') ?? 'analytics.js'}` },
      ...JSON.parse(asked.get('props') ?? '{}'),
    }
    // Inline, because a page in a sandbox may load no module from its own origin.
    response.end(
      `<!doctype html><head></head><script type="module">${loader}\ninject(${JSON.stringify(props)});\n${asked.get('after') ?? ''}</script><a id="out" href="http://partner.example/x">out</a>`,
    )
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const { port } = shop.address() as AddressInfo
  origin = {
    shop: `http://www.shop.example:${port}`,
    other: `http://shop.example:${port}`,
    short: `http://${some.domain.slug}:${new URL(api.url).port}`,
  }
  browser = await openBrowser()
})
test.after.always(async () => {
  await browser?.close()
  shop?.close()
  await api?.close()
})

/** A page of the shop, with what is given to the loader and what the page does then. */
const page = (given: { file?: string; props?: object; after?: string; sandbox?: string } = {}) =>
  `/?${new URLSearchParams({ ...given, ...(given.props ? { props: JSON.stringify(given.props) } : {}) } as Record<string, string>).toString()}`

async function linkTo(path: string) {
  const link = await api.make.link(some.workspace, { domain: some.domain.slug, trackConversion: true, url: origin.shop + path })
  return { link, address: `${origin.short}/${link.key}` }
}

async function open(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(address)
  await tab.evaluate(`new Promise((resolve) => dubAnalytics('ready', resolve))`)
  return tab
}

const call = (tab: Page, name: string, given: unknown) =>
  tab.evaluate<{ answer?: any; error?: string }>(
    `dubAnalytics.${name}(${JSON.stringify(given)}).then((answer) => ({ answer }), (error) => ({ error: String(error.error?.code ?? error) }))`,
  )
const cookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.endsWith('_id')).map(({ name, value }) => [name, value])

for (const file of ['analytics.js', 'script.conversion-tracking.js', 'script.site-visit.outbound-domains.conversion-tracking.js']) {
  test.serial(`with ${file}: an arrival by a short link, a sign-up and a purchase in a second tab are the link's`, async (t) => {
    const { link, address } = await linkTo(page({ file, props: { domainsConfig: { outbound: ['partner.example'] } } }))
    const context = await somebody(browser)
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
    t.deepEqual(await some.figures(link.id), { leads: 1, conversions: 1, sales: 1, saleAmount: 4900 })
    await context.close()
  })
}

test.serial('what the page tells before the script is there is not lost', async (t) => {
  const { link, address } = await linkTo(
    page({
      after: `window.dubAnalytics.trackLead({ eventName: 'Sign up', customerExternalId: 'early' }); window.dubAnalytics('ready', () => { window.wasReady = true })`,
    }),
  )
  const context = await somebody(browser)
  const told = context.waitForEvent('response', (response) => response.url().includes('/track/lead'))
  const tab = await open(context, address)
  await tab.waitForFunction('window.wasReady')
  t.is((await told).status(), 200)
  t.is((await some.figures(link.id)).leads, 1)
  await context.close()
})

test.serial('where cookies are refused, the page that was arrived at knows its visitor, and no other does', async (t) => {
  const { link, address } = await linkTo(page({ sandbox: '1' }))
  const context = await somebody(browser)
  const tab = await open(context, address)
  t.like((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'blocked' })).answer, { link: { id: link.id } })
  const other = await open(context, origin.shop + page({ sandbox: '1' }))
  t.is((await call(other, 'trackLead', { eventName: 'Sign up', customerExternalId: 'blocked too' })).error, 'bad_request')
  t.is((await some.figures(link.id)).leads, 1)
  await context.close()
})

test.serial('who denies consent is attributed to nobody, and nothing is kept of them', async (t) => {
  const { link, address } = await linkTo(page({ after: `window.dubAnalytics('consent', false)` }))
  const context = await somebody(browser)
  const tab = await context.newPage()
  await tab.goto(address)
  await tab.waitForFunction('dubAnalytics.consent')
  t.deepEqual(await cookies(context), [])
  t.is((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'denied' })).error, 'bad_request')
  t.deepEqual([await cookies(context), await some.figures(link.id)], [[], { leads: 0, conversions: 0, sales: 0, saleAmount: 0 }])
  await context.close()
})

test.serial('a key in the address makes a click, by the query parameter that the page names', async (t) => {
  const link = await api.make.link(some.workspace, { domain: some.domain.slug, url: origin.shop, trackConversion: true })
  const context = await somebody(browser)
  const tab = await open(
    context,
    `${origin.shop}${page({ props: { domainsConfig: { refer: some.domain.slug }, queryParam: 'ref' } })}&ref=${link.key}`,
  )
  t.like((await call(tab, 'trackLead', { eventName: 'Sign up', customerExternalId: 'referred' })).answer, { link: { id: link.id } })
  await context.close()
})
