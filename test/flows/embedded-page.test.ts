/** The embedded referral page in a real browser. Skipped without a browser. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import anyTest, { type TestFn } from 'ava'
import type { Browser } from 'playwright-core'
import { days } from '../../shared/kernel/time.js'
import { type TestApi, testApi } from '../support/api.js'
import { chromiumPath, newVisitor, openBrowser } from '../support/browser.js'

const test = (chromiumPath ? anyTest : { ...anyTest, serial: anyTest.serial.skip, before: anyTest.before.skip }) as TestFn & {
  serial: typeof anyTest.serial
}
if (!chromiumPath) anyTest('skipped: no Chromium found (set CHROMIUM to its path)', (t) => t.pass())

let api: TestApi
let site: Server
let browser: Browser
let sitePort: number
let page: string
let shortLink: string

test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  const { workspace, key } = await api.make.caller({ plan: 'advanced', allowedHostnames: ['shop.example'] })
  const domain = await api.make.domain(workspace)
  const program = await api.make.program(workspace, {
    name: 'Ambassadors',
    domain: domain.slug,
    url: 'https://shop.example/',
    embedData: { faq: [{ question: 'When am I paid?', answer: 'Monthly.' }] },
  })
  const group = await api.make.partnerGroup(program, {
    maxPartnerLinks: 5,
    brandColor: '#aa0000',
    additionalLinks: [{ domain: 'shop.example', path: '', validationMode: 'domain' }],
  })
  const partner = await api.make.partner()
  await api.make.enrolment(program, partner, { groupId: group.id, totalClicks: 12, totalCommissions: 4250 })
  await api.make.bounty(program, { name: 'Film a review', endsAt: new Date(Date.now() + days(7)) })
  const link = await api.make.link(workspace, { programId: program.id, partnerId: partner.id, domain: domain.slug })
  shortLink = `${domain.slug}/${link.key}`
  const { body } = await api.call('POST /tokens/embed/referrals', { key, body: { partnerId: partner.id } })
  page = `http://api.example:${new URL(api.url).port}/embed/referrals?token=${body.publicToken}`
  site = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(`<!doctype html><iframe src="${page}" width="320" height="900" style="border:0" allow="clipboard-write"></iframe>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  sitePort = (site.address() as AddressInfo).port
  browser = await openBrowser()
})
test.after.always(async () => {
  await browser?.close()
  site?.close()
  await api?.close()
})

test.serial('an allowed website shows the links and figures of the partner in a frame of 320 pixels', async (t) => {
  const visitor = await newVisitor(browser)
  const tab = await visitor.newPage()
  await tab.goto(`http://shop.example:${sitePort}/`)
  const frame = tab.frameLocator('iframe')
  await frame.getByText('Powered by Tributary').waitFor()
  t.is(await frame.locator('h1').textContent(), 'Ambassadors')
  t.true((await frame.locator('dl').textContent())?.includes('$42.50'))
  t.regex((await frame.getByText('Film a review').locator('../..').textContent()) ?? '', /Film a review.*\$50\.00, until /)
  await frame.locator('li strong').getByText(shortLink, { exact: true }).waitFor()
  t.is(await frame.locator('li strong').first().textContent(), shortLink)
  await frame.getByLabel('Destination').fill('https://shop.example/spring')
  await frame.getByRole('button', { name: 'Create link' }).click()
  await frame.locator('section').first().locator('li').nth(1).waitFor()
  const width = await tab.frames()[1]?.evaluate('document.documentElement.scrollWidth')
  t.is(width, 320)
  t.is(await tab.frames()[1]?.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--brand')`), '#aa0000')
  t.regex(
    String(await tab.frames()[1]?.evaluate(`getComputedStyle(document.querySelector('button')).backgroundColor`)),
    /^oklch\(0\.4\d+ 0\.1\d+ 2\d/,
  )
  await visitor.close()
})

test.serial('the website shows it on its name with www as well', async (t) => {
  const visitor = await newVisitor(browser)
  const tab = await visitor.newPage()
  await tab.goto(`http://www.shop.example:${sitePort}/`)
  await tab.frameLocator('iframe').getByText('Powered by Tributary').waitFor()
  t.is(tab.frames()[1]?.url(), page)
  await visitor.close()
})

test.serial('the copy button puts the short link on the clipboard, and dark mode has a dark page', async (t) => {
  const context = await browser.newContext({ colorScheme: 'dark', permissions: ['clipboard-read', 'clipboard-write'] })
  const tab = await context.newPage()
  await tab.goto(page.replace('api.example', 'localhost'))
  await tab.getByRole('button', { name: `Copy ` }).first().click()
  await tab.getByText('Copied').waitFor()
  t.true(String(await tab.evaluate('navigator.clipboard.readText()')).endsWith(shortLink))
  t.is(await tab.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`), true)
  t.is(await tab.evaluate(`getComputedStyle(document.documentElement).colorScheme`), 'light dark')
  await context.close()
})

test.serial('other websites cannot show the page, and an expired token gets a message', async (t) => {
  const visitor = await newVisitor(browser)
  const tab = await visitor.newPage()
  await tab.goto(`http://other.example:${sitePort}/`)
  await tab.waitForLoadState('networkidle')
  t.not(tab.frames()[1]?.url(), page)
  const response = await tab.goto(page.replace(/token=.*/, 'token=svc_embed_wrong'))
  t.is(response?.status(), 401)
  await tab.getByRole('alert').waitFor()
  t.regex((await tab.getByRole('alert').textContent()) ?? '', /token/)
  await visitor.close()
})
