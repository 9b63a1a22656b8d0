/** The web console by keyboard and on narrow screens, in a real browser. Skipped without a browser. */
import type { Locator, Page } from 'playwright-core'
import { assertFits, browserTest as test, type TestConsole, testConsole, toast } from '../support/console.js'
import { type FullProgram, fullProgram } from '../support/full-program.js'
import { openInProgram } from '../support/open-in-console.js'
import { waitUntil } from '../support/wait-until.js'

let webConsole: TestConsole
let full: FullProgram
test.before(async () => {
  webConsole = await testConsole()
  full = await fullProgram(webConsole.api)
})
test.after.always(() => webConsole?.close())

const inProgram = (page: string, width?: number) => openInProgram(webConsole, full, page, width === undefined ? {} : { width })
const isFocused = (field: Locator) => field.evaluate((element) => element.matches(':focus'))
const waitForFocus = (field: Locator) => waitUntil(() => isFocused(field))

test.serial('a button keeps the focus when its work is done', async (t) => {
  const { context, tab } = await inProgram('program-settings')
  const contact = tab.getByRole('form', { name: 'Contact' })
  await contact.getByLabel('Help page').fill('https://acme.example/help')
  const save = contact.getByRole('button', { name: 'Save' })
  await save.focus()
  await tab.keyboard.press('Enter')
  await toast(tab, 'Saved')
  await waitForFocus(save)
  await webConsole.open(tab, `/console/${full.workspace.slug}/partners/${full.other.id}?tab=comments`)
  const add = tab.getByRole('button', { name: 'Add comment' })
  await tab.getByLabel('New comment').fill('By keyboard')
  await tab.route('**/comments?*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { error: { code: 'internal_server_error', message: 'It failed.' } } })
      : route.continue(),
  )
  await add.focus()
  await tab.keyboard.press('Enter')
  await toast(tab, 'It failed.')
  await waitForFocus(add)
  t.pass()
  await context.close()
})

test.serial('the focus moves to the content of the page that a link of the content opens', async (t) => {
  const { context, tab } = await inProgram('partners')
  await tab.getByRole('link', { name: 'Grace' }).focus()
  await tab.keyboard.press('Enter')
  await tab.getByRole('heading', { name: 'Grace' }).waitFor()
  await waitForFocus(tab.locator('main'))
  await tab.keyboard.press('Tab')
  await waitForFocus(tab.locator('a.back'))
  t.pass()
  await context.close()
})

test.serial('arrow keys scroll what is wider than the screen, where there is no period', async (t) => {
  const { context, tab } = await inProgram(`groups/${full.groupId}`, 360)
  const tabs = tab.getByRole('navigation', { name: 'Parts of the group' })
  await tabs.getByRole('button').first().focus()
  for (let times = 0; times < 3; times++) await tab.keyboard.press('ArrowRight')
  await waitUntil(() => tabs.evaluate((bar) => bar.scrollLeft > 0))
  t.pass()
  await context.close()
})

test.serial('the documents of an invoice can be opened on a telephone', async (t) => {
  const { context, tab } = await inProgram('payouts', 360)
  const openInvoices = async () => tab.getByRole('button', { name: 'Invoices' }).click()
  await full.call('POST /payouts/confirm', {})
  await openInvoices()
  const dialog = tab.getByRole('dialog', { name: 'Invoices' })
  await dialog.getByRole('link', { name: 'File of payments' }).waitFor()
  t.true(await fits(dialog))
  await context.close()
})

const fits = (dialog: ReturnType<Page['getByRole']>) => dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)

test.serial('the journey of a customer by a link with a long key fits on a telephone', async (t) => {
  const { make } = webConsole.api
  const customer = await make.customer(full.workspace)
  await make.sale(await make.link(full.workspace, { key: 'k'.repeat(180) }), customer)
  const { context, tab } = await inProgram(`customers/${customer.id}`, 360)
  await tab.getByText('kkkk').first().waitFor()
  await assertFits(t, tab, 'customer')
  await context.close()
})

test.serial('Escape clears the selection first, then the search and the filters of every list', async (t) => {
  const { context, tab } = await inProgram('partners?status=approved')
  await tab.getByLabel('Select all').check()
  await tab.getByText(/^\d+ selected$/).waitFor()
  await tab.getByLabel('Select all').blur()
  await tab.keyboard.press('Escape')
  await tab.getByText(/^\d+ selected$/).waitFor({ state: 'detached' })
  t.regex(tab.url(), /status=approved/)
  await tab.keyboard.press('Escape')
  await tab.waitForURL(/partners$/)
  await tab.getByRole('searchbox').fill('grace')
  await tab.waitForURL(/search=grace/)
  await tab.keyboard.press('Escape')
  await tab.waitForURL(/partners$/)
  t.is(await tab.getByRole('searchbox').inputValue(), '')
  await context.close()
})
