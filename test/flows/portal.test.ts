/** The partner portal in a real browser. Skipped without a browser. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import type { Browser, Page } from 'playwright-core'
import { type TestApi, testApi } from '../support/api.js'
import { chromiumPath, newVisitor, openBrowser } from '../support/browser.js'
import { runQueuedJobsAndSubscribers } from '../support/jobs.js'
import { programOwner } from '../support/program-owner.js'

const test = (chromiumPath ? anyTest : { ...anyTest, serial: anyTest.serial.skip, before: anyTest.before.skip }) as TestFn & {
  serial: typeof anyTest.serial
}
if (!chromiumPath) anyTest('skipped: no Chromium found (set CHROMIUM to its path)', (t) => t.pass())

let api: TestApi
let browser: Browser
let axe: string

test.before(async () => {
  api = await testApi()
  browser = await openBrowser()
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})
test.after.always(async () => {
  await browser?.close()
  await api?.close()
})

/** Runs when a text of a user is taken for markup. */
const attack = `<img src=x onerror="document.title='attacked'"><script>document.title='attacked'</script>`

/** A partner of a program with rows of every kind, whose texts are attacks. */
async function fullAccount() {
  const owner = await programOwner(api, { plan: 'enterprise' })
  const { program, call } = owner
  const expectOk = async (row: string, body: object) => {
    const response = await call(row, body)
    if (response.status >= 300) throw new Error(`${row}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const fields = [{ key: 'notes', label: 'Notes', type: 'textarea', required: false, locked: false, position: 1 }]
  await expectOk(`PATCH /programs/${program.id}`, {
    description: attack.slice(0, 90),
    messagingEnabledAt: new Date().toISOString(),
    referralFormData: { fields },
  })
  await expectOk('POST /rewards', { event: 'sale', type: 'percentage', amountInPercentage: 20, groupId: program.defaultGroupId })
  const user = await api.make.user()
  const partner = await api.make.partner({ name: attack.slice(0, 90), email: String(user.email).toLowerCase() })
  await api.make.partnerUser(partner, user)
  await expectOk('POST /partners', { email: user.email, name: attack.slice(0, 90) })
  await expectOk('POST /commissions', { type: 'custom', partnerId: partner.id, amount: 1500, description: attack })
  await expectOk('POST /messages', { partnerId: partner.id, text: attack })
  await expectOk(`POST /programs/${program.id}/resources`, {
    resourceType: 'link',
    name: attack.slice(0, 90),
    url: 'https://acme.example/',
  })
  await api.make.bounty(program, { name: attack.slice(0, 90), description: attack })
  await api.make.submittedLead(program, partner)
  await runQueuedJobsAndSubscribers(api.resources)
  return { owner, user, partner, slug: program.slug as string, programId: program.id as string }
}

/** Globals of the page. Texts cannot be evaluated there, because the content security policy forbids it. */
interface InPage {
  axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
  document: { documentElement: { scrollWidth: number } }
  innerWidth: number
}

interface VisitOptions {
  width?: number
  dark?: boolean
}

/** A browser of the user, and errors of scripts and of the content security policy, and requests to other origins. */
async function visitAs(user: { id: string }, { width = 1280, dark = false }: VisitOptions = {}) {
  const context = await newVisitor(browser)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addCookies([{ name: 'svc_session', value: (await api.make.session(user)).secret, url: api.url }])
  await context.addInitScript({ content: axe })
  const tab = await context.newPage()
  await tab.setViewportSize({ width, height: 800 })
  await tab.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const problems: string[] = []
  tab.on('pageerror', (error) => problems.push(String(error)))
  tab.on('console', (message) => message.type() === 'error' && !message.text().includes('429') && problems.push(message.text()))
  tab.on('request', (request) => !/^(data|blob):/.test(request.url()) && !request.url().startsWith(api.url) && problems.push(request.url()))
  return { context, tab, problems }
}

async function open(tab: Page, path: string) {
  await tab.goto(api.url + path)
  await tab.locator('h1').first().waitFor()
  const loading = tab.locator('[role=status][aria-label=Loading]')
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
}

/** The pages of the account and of one program, as the navigation lists them. */
async function pagesOf(tab: Page, slug: string): Promise<string[]> {
  await open(tab, `/portal/programs/${slug}`)
  const links = await tab.locator('nav a').all()
  return Promise.all(links.map(async (link) => String(await link.getAttribute('href'))))
}

async function assertSound(t: ExecutionContext, tab: Page, path: string) {
  t.false((await tab.title()).includes('attacked'), path)
  const fits = await tab.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as InPage
    return document.documentElement.scrollWidth <= innerWidth
  })
  t.true(fits, `${path} is wider than the window`)
  const { violations } = await tab.evaluate(() => (globalThis as unknown as InPage).axe.run())
  t.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`),
    [],
    path,
  )
}

for (const { name, width, dark } of [
  { name: 'on a computer', width: 1280, dark: false },
  { name: 'on a telephone in the dark', width: 360, dark: true },
]) {
  test.serial(`every page of the portal shows its data ${name}, accessibly and without executing texts of users`, async (t) => {
    const { user, slug } = await fullAccount()
    const { context, tab, problems } = await visitAs(user, { width, dark })
    const pages = await pagesOf(tab, slug)
    t.is(pages.length, 15, pages.join())
    for (const path of pages) {
      await open(tab, path)
      t.is(await tab.locator('[role=alert]').count(), 0, path)
      await assertSound(t, tab, path)
    }
    t.deepEqual(problems, [])
    await context.close()
  })
}

test.serial('an account without programs has empty pages, and an error of the API can be tried again', async (t) => {
  const user = await api.make.user()
  await api.make.partnerUser(await api.make.partner(), user)
  const { context, tab, problems } = await visitAs(user)
  const pages = ['', '/marketplace', '/payouts', '/messages', '/referrals', '/postbacks', '/profile'].map((path) => `/portal${path}`)
  for (const path of pages) {
    await open(tab, path)
    await assertSound(t, tab, path)
  }
  t.deepEqual(problems, [])
  const isFailing = (url: URL) => url.pathname.startsWith('/api/') && !/\/api\/(user|partner-profile(\/accounts)?)$/.test(url.pathname)
  await tab.route(isFailing, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_server_error', message: 'It failed.' } } }),
  )
  for (const path of pages) {
    await open(tab, path)
    await tab.getByText('It failed.').first().waitFor()
    t.true(await tab.getByRole('button', { name: 'Try again' }).first().isVisible(), path)
  }
  await context.close()
})

test.serial('a member sees the account and changes nothing about it', async (t) => {
  const { partner, slug } = await fullAccount()
  const user = await api.make.user()
  await api.make.partnerUser(partner, user, 'member')
  const { context, tab, problems } = await visitAs(user)
  const pages = await pagesOf(tab, slug)
  t.false(pages.includes('/portal/postbacks'))
  await open(tab, '/portal/postbacks')
  t.regex((await tab.textContent('main')) ?? '', /not available to you/)
  await open(tab, '/portal/payouts')
  await tab.getByText('Only owners of this partner account change how it is paid.').waitFor()
  t.is(await tab.getByRole('button', { name: 'Save' }).count(), 0)
  await open(tab, '/portal/profile')
  t.is(await tab.getByRole('button', { name: 'Invite' }).count(), 0)
  t.deepEqual(problems, [])
  await context.close()
})
