/** The web console in a real browser. Skipped without a browser. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '../../shared/accounts/index.js'
import type { TestApi } from '../support/api.js'
import { newVisitor } from '../support/browser.js'
import {
  assertAccessible,
  assertWellShown,
  attack,
  browserTest as test,
  settled,
  type TestConsole,
  testConsole,
} from '../support/console.js'
import { hiddenPages } from '../support/full-program.js'
import { freePort, startInstallation } from '../support/installation.js'
import { unopenedRows } from '../support/page-table.js'

let webConsole: TestConsole
let api: TestApi
test.before(async () => {
  webConsole = await testConsole()
  api = webConsole.api
})
test.after.always(() => webConsole?.close())

/** A workspace with a program and a row of every kind whose texts are attacks. */
async function fullWorkspace() {
  const caller = await api.make.caller({ plan: 'enterprise' })
  const { workspace, key } = caller
  const call = async (row: string, body: object) => {
    const response = await api.call(row, { key, body })
    if (response.status >= 300) throw new Error(`${row}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const domain = await api.make.domain(workspace)
  await call('POST /tags', { name: attack.slice(0, 45) })
  await call('POST /folders', { name: attack.slice(0, 45) })
  await call('POST /links', { domain: domain.slug, key: 'full', url: 'https://acme.example/', title: attack, comments: attack })
  const customer = await call('POST /customers', { externalId: attack, name: attack, email: 'grace@example.com' })
  await call('POST /memories', { memories: [{ text: attack, user_id: 'ada' }] })
  await call('POST /programs', { name: attack.slice(0, 45), domain: domain.slug, url: 'https://acme.example/' })
  const partner = await call('POST /partners', { email: `ada-${workspace.id}@example.com`, name: attack })
  await call('POST /commissions', { type: 'custom', partnerId: partner.id, amount: 1500, description: attack })
  await call('POST /webhooks', { name: attack.slice(0, 40), url: 'https://hooks.example/', triggers: ['link.created'] })
  await api.make.inboundDelivery(workspace)
  const job = await api.make.backgroundOperation(workspace, { userId: caller.user.id })
  const hidden = ['links/bulk', `customers/${customer.id}`, 'integrations/segment', `jobs/${job.id}`]
  return { ...caller, hidden: hidden.map((path) => `/console/${workspace.slug}/${path}`) }
}

for (const { name, width, dark } of [
  { name: 'on a computer', width: 1280, dark: false },
  { name: 'on a telephone in the dark', width: 360, dark: true },
]) {
  test.serial(`every page shows its data ${name}, accessibly and without executing texts of users`, async (t) => {
    const { user, workspace, hidden } = await fullWorkspace()
    const { context, tab, problems } = await webConsole.signedIn(user, { width, dark })
    const pages = await webConsole.pagesOf(tab, workspace.slug)
    t.true(pages.length >= 18, pages.join())
    for (const path of [...pages, ...hidden]) {
      await webConsole.open(tab, path)
      await assertWellShown(t, tab, path)
    }
    t.deepEqual(problems, [])
    await context.close()
  })
}

test.serial('the browser tests open every row of the page tables', async (t) => {
  const { user, workspace, hidden } = await fullWorkspace()
  const { context, tab } = await webConsole.signedIn(user)
  const home = `/console/${workspace.slug}`
  const one = { id: '1' }
  // The tests of the program open its pages, those of the administration theirs.
  const ofProgram = hiddenPages({ workspace, partner: one, groupId: '1', reward: one, bounty: one, campaign: one })
  const opened = [...(await webConsole.pagesOf(tab, workspace.slug)), ...hidden, ...ofProgram]
  t.deepEqual(
    unopenedRows(opened, home).filter((path) => !path.startsWith('admin')),
    [],
  )
  await context.close()
})

test.serial('every page of an empty workspace is shown', async (t) => {
  const { user, workspace } = await api.make.caller({ plan: 'enterprise' })
  const { context, tab, problems } = await webConsole.signedIn(user)
  const pages = await webConsole.pagesOf(tab, workspace.slug)
  for (const path of pages) {
    await webConsole.open(tab, path)
    await assertAccessible(t, tab, path)
  }
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('an error of the API can be tried again', async (t) => {
  const { user, workspace } = await fullWorkspace()
  const { context, tab } = await webConsole.signedIn(user)
  const pages = await webConsole.pagesOf(tab, workspace.slug)
  const home = pages[0] as string
  for (const path of pages.filter((one) => one !== home && !one.endsWith('/settings'))) {
    const failing = (url: URL) =>
      url.origin === api.url && !url.pathname.startsWith('/console') && !/^\/api\/(user|user\/platform-role|workspaces)$/.test(url.pathname)
    await tab.route(failing, (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal_server_error', message: 'It failed.' } } }),
    )
    await webConsole.open(tab, path)
    const alert = tab.locator('[role=alert]').first()
    await alert.waitFor()
    t.regex((await alert.textContent()) ?? '', /It failed\./, path)
    await tab.unroute(failing)
  }
  await context.close()
})

test.serial('members see what their role permits', async (t) => {
  const { workspace } = await fullWorkspace()
  for (const role of ['viewer', 'billing'] as Role[]) {
    const user = await api.make.user()
    await api.make.member(workspace, user, role)
    const { context, tab, problems } = await webConsole.signedIn(user)
    const pages = await webConsole.pagesOf(tab, workspace.slug)
    for (const path of pages) await webConsole.open(tab, path)
    t.deepEqual(problems, [], role)
    await webConsole.open(tab, `/console/${workspace.slug}/links`)
    t.is(await tab.getByRole('button', { name: 'Create link' }).count(), 0)
    if (role === 'billing') {
      await webConsole.open(tab, `/console/${workspace.slug}/customers`)
      t.regex((await tab.textContent('main')) ?? '', /not available to you/)
    }
    await context.close()
  }
})

test.serial('a visitor without a session is sent to the log-in page and back', async (t) => {
  const context = await newVisitor(webConsole.browser)
  const tab = await context.newPage()
  await tab.goto(`${api.url}/console/acme/links`)
  await tab.waitForURL(/\/auth\/login\?next=%2Fconsole%2Facme%2Flinks/)
  t.pass()
  await context.close()
})

test.serial('the printed link signs in once; a link is created, followed, seen live and found in analytics', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-console-'))
  const installation = startInstallation(dataDir, await freePort(), {}, { onTerminal: true })
  t.teardown(async () => {
    await installation.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await installation.ready
  const [address] = /http:\S+\/auth\/sign-in\?token=\S+/.exec(installation.output()) ?? []
  const context = await newVisitor(webConsole.browser)
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
  const visitor = await newVisitor(webConsole.browser)
  await (await visitor.newPage()).goto(shortLink).catch(() => undefined) // the destination does not exist
  await tab.locator('tbody tr', { hasText: 'destination.example' }).first().waitFor()

  await tab.goto(`${origin}/console/acme/analytics`)
  await tab
    .getByText(shortLink.replace(/^https?:\/\//, ''))
    .first()
    .waitFor()
  await tab.locator('main', { hasText: /Clicks\s*1/ }).waitFor()

  const other = await newVisitor(webConsole.browser)
  const again = await other.newPage()
  t.not((await again.goto(String(address)))?.status(), 200)
})
