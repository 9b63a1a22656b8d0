/** Every page of the web console in a real browser, as the page tables list them. Skipped without a browser. */
import type { Page } from 'playwright-core'
import type { Role } from '../../shared/accounts/index.js'
import { figureComparison } from '../support/compare-figures.js'
import { consoleFigures, zeroFigures } from '../support/console-figures.js'
import {
  assertAccessible,
  assertWellShownEverywhere,
  browserTest as test,
  settled,
  type TestConsole,
  testConsole,
} from '../support/console.js'
import { hiddenPages } from '../support/full-program.js'
import { fullWorkspace } from '../support/full-workspace.js'
import { unopenedRows } from '../support/page-table.js'

type Full = Awaited<ReturnType<typeof fullWorkspace>>

let webConsole: TestConsole
let full: Full
test.before(async () => {
  webConsole = await testConsole()
  full = await fullWorkspace(webConsole.api)
})
test.after.always(() => webConsole?.close())

/** Pages that the navigation does not list. */
const pagesOfObjects = (full: Full) => {
  const { workspace, user, customer, job } = full
  return [
    ...['links/bulk', `customers/${customer.id}`, 'integrations/segment', `jobs/${job.id}`],
    ...[`admin/users?email=${user.email}`, `admin/workspaces?slug=${workspace.slug}`],
  ]
    .map((path) => `/console/${workspace.slug}/${path}`)
    .concat(hiddenPages(full))
}

/** The key of a page among the figures: its path below the workspace, without ids. */
function nameOf(path: string): string {
  const [, page = '', search = ''] = /^\/console\/[^/?]+\/?([^?]*)(\?.*)?$/.exec(path) ?? []
  const name = page.replace(/\/[a-z]+_\w+$/, '/{id}')
  const full = name + search.replace(/(email|slug)=.*/, '$1={$1}')
  return full in consoleFigures ? full : name
}

// A partner without payout settings of the workspace has none, which is a 404.
const isUnexpected = (problem: string) => !problem.includes('status of 404')

test.serial(
  'every page shows its data and the figures of the API, on a computer and on a telephone in the dark, accessibly and without executing texts',
  async (t) => {
    const { context, tab, problems, traffic } = await webConsole.signedIn(full.user)
    const home = `/console/${full.workspace.slug}`
    const pages = [...(await webConsole.pagesOf(tab, home)), ...pagesOfObjects(full)]
    t.deepEqual(unopenedRows(pages, home), [], 'rows of the page tables without a page here')
    const compare = figureComparison(consoleFigures)
    for (const path of pages) {
      await webConsole.follow(tab, path)
      await compare.page(tab, traffic, nameOf(path))
      await assertWellShownEverywhere(t, tab, path)
    }
    t.deepEqual(compare.differences, [], 'figures that differ from the answers of the API, or have no case')
    t.deepEqual(compare.onlyZero().toSorted(), zeroFigures.toSorted(), 'figures that are only zero')
    t.deepEqual(problems.filter(isUnexpected), [])
    await context.close()
  },
)

test.serial('every page of an empty workspace is shown, and the menu of a telephone is accessible', async (t) => {
  const { user, workspace } = await webConsole.api.make.caller({ plan: 'enterprise' })
  const { context, tab, problems } = await webConsole.signedIn(user)
  const pages = await webConsole.pagesOf(tab, `/console/${workspace.slug}`)
  for (const path of pages) {
    await webConsole.follow(tab, path)
    await assertAccessible(t, tab, path)
  }
  await tab.setViewportSize({ width: 360, height: 800 })
  await tab.getByRole('button', { name: 'Menu' }).click()
  await tab.locator('nav a').first().waitFor()
  await assertAccessible(t, tab, 'menu')
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('an error of the API can be tried again', async (t) => {
  const { user, workspace } = full
  const { context, tab, traffic } = await webConsole.signedIn(user)
  const pages = await webConsole.pagesOf(tab, `/console/${workspace.slug}`)
  await tab.route(`${webConsole.api.url}/api/**`, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_server_error', message: 'It failed.' } } }),
  )
  let failed = 0
  for (const path of pages.slice(1)) {
    await webConsole.follow(tab, path)
    // A few pages begin with a search.
    if (traffic.count() === 0) continue
    const alert = tab.locator('[role=alert]').first()
    await alert.waitFor()
    t.regex((await alert.textContent()) ?? '', /It failed\./, path)
    t.true(await alert.getByRole('button', { name: 'Try again' }).isVisible(), path)
    failed++
  }
  t.true(failed >= pages.length - 4, `${failed} of ${pages.length}`)
  await context.close()
})

test.serial('members see what their role permits', async (t) => {
  const { make } = webConsole.api
  const home = `/console/${full.workspace.slug}`
  for (const role of ['viewer', 'billing'] as Role[]) {
    const user = await make.user()
    await make.member(full.workspace, user, role)
    const { context, tab, problems } = await webConsole.signedIn(user)
    for (const path of await webConsole.pagesOf(tab, home)) {
      await webConsole.follow(tab, path)
      t.is(await tab.locator('[role=alert]').count(), 0, path)
    }
    t.deepEqual(problems, [], role)
    await webConsole.open(tab, `${home}/links`)
    t.is(await tab.getByRole('button', { name: 'Create link' }).count(), 0)
    if (role === 'billing') {
      await webConsole.open(tab, `${home}/customers`)
      t.regex((await tab.textContent('main')) ?? '', /not available to you/)
    }
    await context.close()
  }
})

test.serial('a visitor without a session is sent to the log-in page and back', async (t) => {
  const { context, tab } = await webConsole.signedIn(null)
  await tab.goto(`${webConsole.api.url}/console/acme/links`)
  await tab.waitForURL(/\/auth\/login\?next=%2Fconsole%2Facme%2Flinks/)
  t.pass()
  await context.close()
})

/** Presses each key as soon as the page has handled the one before, while the event of a closed dialog is still to come. */
const pressAtOnce = (tab: Page, keys: string[]) =>
  tab.evaluate(`(async () => {
    for (const keys of ${JSON.stringify(keys)}) {
      const key = keys.replace('Control+', '')
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: key !== keys, bubbles: true, cancelable: true }))
      await null
    }
  })()`)

test.serial('every shortcut of the help has its effect', async (t) => {
  const { context, tab, problems } = await webConsole.signedIn(full.user)
  const home = `/console/${full.workspace.slug}`
  const press = (key: string) => tab.keyboard.press(key)
  await webConsole.open(tab, `${home}/links?showArchived=true`)
  await press('/')
  t.is(await tab.evaluate(`document.activeElement.getAttribute('data-shortcut')`), 'search')
  await press('Escape')
  await press('Escape')
  await tab.waitForURL(`**${home}/links`)
  await press('c')
  await tab.getByRole('dialog', { name: 'Create link' }).waitFor()
  await pressAtOnce(tab, ['Escape', '?'])
  await tab.getByRole('dialog', { name: 'Create link' }).waitFor({ state: 'detached' })
  await tab.getByRole('dialog').getByText('Last day, week, month, year in charts').waitFor()
  await assertAccessible(t, tab, 'shortcuts')
  await pressAtOnce(tab, ['Escape', 'Control+k'])
  await tab.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await pressAtOnce(tab, ['Escape', '?'])
  await tab.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await pressAtOnce(tab, ['Escape', 'Control+k'])
  await tab.getByRole('combobox', { name: /^Find/ }).fill('analyt')
  await assertAccessible(t, tab, 'command palette')
  await press('Enter')
  await tab.waitForURL(`**${home}/analytics`)
  await settled(tab)
  for (const [key, interval] of ['d 24h', 'w 7d', 'm 30d', 'y 1y'].map((pair) => pair.split(' ') as [string, string])) {
    await press(key)
    await tab.waitForURL(({ searchParams }) => searchParams.get('interval') === interval)
  }
  await press('w')
  await press('ArrowLeft')
  await tab.waitForURL(/start=.*end=/)
  t.deepEqual(problems, [])
  await context.close()
})
