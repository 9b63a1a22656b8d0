/** The first minute of a new installation in a real browser. Skipped without a browser. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { newVisitor, openBrowser } from '../support/browser.js'
import { browserTest as test, settled } from '../support/console.js'
import { freePort, startInstallation } from '../support/installation.js'

let browser: Browser
test.before(async () => {
  browser = await openBrowser()
})
test.after.always(() => browser?.close())

test.serial('the printed link signs in once; a link is created, followed, seen live and found in analytics', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-console-'))
  const installation = startInstallation(dataDir, await freePort(), {}, { onTerminal: true })
  t.teardown(async () => {
    await installation.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await installation.ready
  const [address] = /http:\S+\/auth\/sign-in\?token=\S+/.exec(installation.output()) ?? []
  const context = await newVisitor(browser)
  const tab = await context.newPage()
  await tab.goto(String(address))
  await settled(tab)
  t.regex(tab.url(), /\/console\/acme$/)
  const { origin } = new URL(tab.url())

  await tab.getByPlaceholder('Paste a URL').fill('https://destination.example/page')
  await tab.keyboard.press('Enter')
  const created = tab.locator('[data-created]')
  await created.waitFor()
  const shortLink = String(await created.getAttribute('href'))

  await tab.goto(`${origin}/console/acme/events`)
  await tab.getByText('Live').first().waitFor()
  const visitor = await newVisitor(browser)
  await (await visitor.newPage()).goto(shortLink).catch(() => undefined) // the destination does not exist
  const events = tab.locator('tbody tr', { hasText: 'destination.example' })
  await events.first().waitFor()
  await tab.getByRole('button', { name: 'Pause' }).click()
  await tab.getByText('Paused').waitFor()
  const second = await context.newPage()
  await second.goto(`${origin}/console/acme/events`)
  await second.getByText('Live').first().waitFor()
  const shop = await newVisitor(browser, { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' })
  await (await shop.newPage()).goto(shortLink).catch(() => undefined)
  await second.locator('tbody tr', { hasText: 'destination.example' }).nth(1).waitFor()
  t.is(await events.count(), 1, 'nothing moves while the list is paused')
  await tab.getByRole('button', { name: 'Continue' }).click()
  await events.nth(1).waitFor()

  await tab.goto(`${origin}/console/acme/analytics`)
  await tab
    .getByText(shortLink.replace(/^https?:\/\//, ''))
    .first()
    .waitFor()
  await tab.locator('main', { hasText: /Clicks\s*2/ }).waitFor()

  const other = await newVisitor(browser)
  const again = await other.newPage()
  t.not((await again.goto(String(address)))?.status(), 200)
})
