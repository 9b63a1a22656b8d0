/**
 * Dialogs and forms of the web console in a real browser: focus, errors, and input that must not be lost or sent twice. Skipped without a
 * browser.
 */
import type { Page } from 'playwright-core'
import { browserTest as test, type TestConsole, testConsole, toast } from '../support/console.js'
import { dialogOf, openInConsole, type Seed } from '../support/open-in-console.js'

/** Globals of the page. */
interface InPage {
  navigator: object
  document: { execCommand(): boolean }
}

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole()
})
test.after.always(() => webConsole?.close())

const inConsole = (page: string, seed?: Seed) => openInConsole(webConsole, page, seed)
const isFocused = (tab: Page, name: string | RegExp) =>
  tab.getByRole('button', { name, exact: true }).evaluate((button) => button.matches(':focus'))

test.serial('a dialog returns the focus to the button that opened it, also from a menu', async (t) => {
  const { context, tab } = await inConsole('tags', ({ workspace }) => webConsole.api.make.tag(workspace, { name: 'Spring' }))
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await dialogOf(tab).getByRole('button', { name: 'Cancel' }).click()
  await dialogOf(tab).waitFor({ state: 'detached' })
  t.true(await isFocused(tab, 'Create tag'))
  await tab.getByRole('button', { name: 'Actions of Spring' }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  await dialogOf(tab).locator('input:focus').waitFor()
  await tab.keyboard.press('Escape')
  await dialogOf(tab).waitFor({ state: 'detached' })
  t.true(await isFocused(tab, 'Actions of Spring'))
  await context.close()
})

test.serial('the first field of a form has the focus', async (t) => {
  const { context, tab, path } = await inConsole('tags')
  const focusedField = dialogOf(tab).locator('input:focus')
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await focusedField.waitFor()
  await tab.keyboard.type('Spring')
  t.is(await dialogOf(tab).getByLabel('Name').inputValue(), 'Spring')
  await tab.keyboard.press('Enter')
  await toast(tab, 'Tag created')
  await webConsole.open(tab, path.replace(/tags$/, 'links'))
  await tab.keyboard.press('c')
  await focusedField.waitFor()
  await tab.keyboard.type('https://acme.example')
  t.is(await dialogOf(tab).getByLabel('Destination', { exact: true }).inputValue(), 'https://acme.example')
  await context.close()
})

test.serial('a form leaves fields as they are that were changed elsewhere since it was opened', async (t) => {
  const { context, tab, path, key, workspace } = await inConsole('tags', ({ workspace }) =>
    webConsole.api.make.tag(workspace, { name: 'Spring', color: 'blue' }),
  )
  const call = async (methodAndPath: string, body?: object) => (await webConsole.api.call(methodAndPath, { key, body })).body
  const [tag] = await call('GET /tags')
  await tab.getByRole('button', { name: 'Actions of Spring' }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  await call(`PATCH /tags/${tag.id}`, { color: 'red' })
  await dialogOf(tab).getByLabel('Name').fill('Summer')
  await dialogOf(tab).getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  t.like((await call('GET /tags'))[0], { name: 'Summer', color: 'red' })

  await webConsole.open(tab, path.replace(/tags$/, 'settings'))
  const account = tab.getByRole('form', { name: 'Workspace' })
  const window = account.getByLabel('Attribution window in days')
  await window.waitFor()
  await call(`PATCH /workspaces/${workspace.id}`, { name: 'Changed elsewhere' })
  await window.fill('30')
  const saved = tab.waitForResponse((response) => response.request().method() === 'PATCH')
  await account.getByRole('button', { name: 'Save' }).click()
  t.is((await saved).status(), 200)
  t.like(await call(`GET /workspaces/${workspace.id}`), { name: 'Changed elsewhere', attributionWindowDays: 30 })
  await context.close()
})

test.serial(
  'settings of an integration begin with their defaults, can be emptied, and leave those as they are that were changed elsewhere',
  async (t) => {
    const { context, tab, key } = await inConsole('integrations/stripe')
    const call = async (methodAndPath: string, body?: object) => (await webConsole.api.call(methodAndPath, { key, body })).body
    await tab.getByRole('button', { name: 'Add connection' }).first().click()
    await dialogOf(tab).getByLabel('Name', { exact: true }).fill('Shop')
    t.true(await dialogOf(tab).getByLabel('Free trials').isChecked())
    await dialogOf(tab).getByLabel('Click id field').fill('ref')
    await dialogOf(tab).getByRole('button', { name: 'Add connection' }).click()
    await toast(tab, 'Connection saved')
    const [connection] = await call('GET /integrations/connections')
    t.like(connection.settings, { freeTrials: true, clickIdField: 'ref' })

    await tab.getByRole('button', { name: 'Actions of Shop' }).click()
    await tab.getByRole('menuitem', { name: 'Edit' }).click()
    await call(`PATCH /integrations/connections/${connection.id}`, { settings: { freeTrials: false } })
    await dialogOf(tab).getByLabel('Click id field').fill('')
    await dialogOf(tab).getByRole('button', { name: 'Save' }).click()
    await dialogOf(tab).waitFor({ state: 'detached' })
    const { settings } = await call(`GET /integrations/connections/${connection.id}`)
    t.is(settings.freeTrials, false)
    t.false('clickIdField' in settings)
    await context.close()
  },
)

test.serial('the menu of a telephone closes by Escape and at the link of the page itself', async (t) => {
  const { context, tab } = await inConsole('tags')
  await tab.setViewportSize({ width: 375, height: 700 })
  const menu = tab.getByRole('button', { name: 'Menu', exact: true })
  const link = tab.getByRole('link', { name: 'Tags', exact: true })
  await menu.click()
  t.is(await menu.getAttribute('aria-expanded'), 'true')
  await tab.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  await menu.click()
  await link.click()
  await link.waitFor({ state: 'hidden' })
  await context.close()
})

test.serial('the link to the content moves the focus there', async (t) => {
  const { context, tab } = await inConsole('tags')
  await tab.keyboard.press('Tab')
  await tab.locator('a.skip:focus').waitFor()
  await tab.keyboard.press('Enter')
  await tab.locator('main:focus').waitFor()
  t.regex(tab.url(), /\/tags#content$/)
  await context.close()
})

test.serial('a form is sent once, however often Enter is pressed', async (t) => {
  const { context, tab, key } = await inConsole('folders')
  let sent = 0
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  await tab.route('**/api/folders?*', async (route) => {
    if (route.request().method() === 'POST') sent++
    await released
    await route.continue()
  })
  await tab.getByRole('button', { name: 'Create folder' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Spring')
  for (let times = 0; times < 3; times++) await tab.keyboard.press('Enter')
  release()
  await toast(tab, 'Folder created')
  t.is(sent, 1)
  const { body } = await webConsole.api.call('GET /folders', { key })
  t.is(body.filter(({ name }: { name: string }) => name === 'Spring').length, 1)
  await context.close()
})

test.serial('a form keeps its input when the session has ended, and is sent after another sign-in', async (t) => {
  const { context, tab, user } = await inConsole('tags')
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Spring')
  await context.clearCookies()
  await tab.keyboard.press('Enter')
  await dialogOf(tab).getByText('Your session has ended. Sign in in another tab').waitFor()
  const { secret } = await webConsole.api.make.session(user)
  await context.addCookies([{ name: 'svc_session', value: secret, url: webConsole.api.url }])
  t.is(await dialogOf(tab).getByLabel('Name').inputValue(), 'Spring')
  await tab.keyboard.press('Enter')
  await toast(tab, 'Tag created')
  await context.clearCookies()
  await tab.getByRole('link', { name: 'Domains' }).click()
  await tab.waitForURL(/\/auth\/login\?next=/)
  await context.close()
})

test.serial('an error of a confirmation is shown in its dialog, and one of an undo as a message', async (t) => {
  const { context, tab } = await inConsole('links', ({ workspace }, domain) =>
    webConsole.api.make.link(workspace, { domain, key: 'dialog-error' }),
  )
  const fail = (message: string) =>
    tab.route('**/api/links/*', (route) => route.fulfill({ status: 409, json: { error: { code: 'conflict', message } } }))
  await fail('The link is locked.')
  await tab.getByRole('button', { name: /Actions of .*dialog-error/ }).click()
  await tab.getByRole('menuitem', { name: 'Delete' }).click()
  await dialogOf(tab).getByRole('button', { name: 'Delete' }).click()
  await dialogOf(tab).getByRole('alert').getByText('The link is locked.').waitFor()
  await dialogOf(tab).getByRole('button', { name: 'Cancel' }).click()
  await tab.unroute('**/api/links/*')
  await tab.getByRole('button', { name: /Actions of .*dialog-error/ }).click()
  await tab.getByRole('menuitem', { name: 'Archive' }).click()
  await tab.getByText('Link archived').waitFor()
  await fail('The link is gone.')
  await tab.getByRole('button', { name: 'Undo' }).click()
  await toast(tab, 'The link is gone.')
  t.pass()
  await context.close()
})

test.serial('a message can be seen and dismissed in front of a dialog', async (t) => {
  const { context, tab } = await inConsole('domains', ({ workspace }) =>
    webConsole.api.make.domain(workspace, { slug: 'in-front.example' }),
  )
  await tab.getByRole('button', { name: 'Actions of in-front.example' }).click()
  await tab.getByRole('menuitem', { name: 'DNS records' }).click()
  await dialogOf(tab).getByRole('button', { name: 'Copy the value' }).first().waitFor()
  await tab.evaluate(() => {
    const page = globalThis as unknown as InPage
    Object.defineProperty(page.navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('Not allowed')) } })
    page.document.execCommand = () => false
  })
  await dialogOf(tab).getByRole('button', { name: 'Copy the value' }).first().click()
  const message = dialogOf(tab).locator('.toast', { hasText: 'The browser does not permit copying.' })
  await message.getByRole('button', { name: 'Dismiss' }).click()
  await message.waitFor({ state: 'detached' })
  t.pass()
  await context.close()
})

test.serial('a link is created once, and copied, where the browser has no clipboard interface', async (t) => {
  const { context, tab, key, problems, path } = await inConsole('')
  // As on a page without HTTPS.
  await context.addInitScript(() => Object.defineProperty((globalThis as unknown as InPage).navigator, 'clipboard', { value: undefined }))
  await webConsole.open(tab, path)
  await tab.getByLabel('Destination').fill('https://acme.example/insecure')
  await tab.keyboard.press('Enter')
  await tab.getByText('is on the clipboard').waitFor()
  t.is(await tab.getByLabel('Destination').inputValue(), '')
  const { body } = await webConsole.api.call('GET /links', { key })
  t.is(body.length, 1)
  await tab.getByLabel('Key of the short link').focus()
  await tab.keyboard.press('Control+V')
  t.is(await tab.getByLabel('Key of the short link').inputValue(), body[0].shortLink)
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('an address that is not encoded as one shows that the page does not exist', async (t) => {
  const { context, tab, path, problems } = await inConsole('customers')
  await tab.goto(`${webConsole.api.url}${path}/%E0%A4%A`)
  await tab.getByText('This page does not exist').waitFor()
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a page whose code cannot be loaded can be tried again', async (t) => {
  const { context, tab } = await inConsole('tags')
  await tab.route('**/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await tab.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await tab.getByText('This page cannot be loaded.').waitFor()
  await tab.unroute('**/*.js')
  await tab.getByRole('button', { name: 'Try again' }).click()
  await tab.getByRole('button', { name: 'Add webhook' }).waitFor()
  t.pass()
  await context.close()
})

test.serial('several people are invited at once, and their links are shown where no email is sent', async (t) => {
  const { context, tab, key, workspace } = await inConsole('members')
  await tab.getByRole('button', { name: 'Invite members' }).click()
  await dialogOf(tab).getByLabel('Email addresses').fill('grace@acme.example\nalan@acme.example')
  await dialogOf(tab).getByLabel('Role').selectOption('viewer')
  await dialogOf(tab).getByRole('button', { name: 'Invite members' }).click()
  const links = dialogOf(tab).locator('code')
  await links.nth(1).waitFor()
  t.regex((await links.first().textContent()) ?? '', /\/auth\/invite\?token=/)
  const { body } = await webConsole.api.call(`GET /workspaces/${workspace.id}/invites`, { key })
  t.deepEqual(body.map(({ email, role }: { email: string; role: string }) => `${email} ${role}`).toSorted(), [
    'alan@acme.example viewer',
    'grace@acme.example viewer',
  ])
  await context.close()
})

test.serial('what the service refuses in a form is told in plain words', async (t) => {
  const { context, tab } = await inConsole('folders')
  await tab.getByRole('button', { name: 'Create folder' }).click()
  const name = dialogOf(tab).getByLabel('Name')
  const refused = dialogOf(tab).getByRole('alert')
  await name.fill('x'.repeat(500))
  await tab.keyboard.press('Enter')
  await refused.getByText('Name must have at most 190 characters', { exact: true }).waitFor()
  await name.fill('   ')
  await tab.keyboard.press('Enter')
  await refused.getByText('Name is required', { exact: true }).waitFor()
  t.is(await name.inputValue(), '   ')
  await context.close()
})

test.serial('an error of a field of several inputs names it by its label and focuses the first', async (t) => {
  const { context, tab } = await inConsole('links')
  await tab.keyboard.press('c')
  await dialogOf(tab).getByLabel('Destination', { exact: true }).fill('https://acme.example')
  const variants = dialogOf(tab).getByRole('group', { name: 'A/B test' })
  await dialogOf(tab).locator('summary', { hasText: 'Targets' }).click()
  await variants.getByRole('button', { name: 'Add' }).click()
  await variants.getByLabel('Destination 1').fill('https://acme.example/a')
  await dialogOf(tab).getByRole('button', { name: 'Create link' }).click()
  const refused = dialogOf(tab).getByRole('alert')
  await refused.waitFor()
  t.regex((await refused.textContent()) ?? '', /^A\/B test/)
  t.true(await variants.getByLabel('Share 1').evaluate((input) => input.matches(':focus')))
  await context.close()
})

test.serial('a viewer is told that a link is not shared', async (t) => {
  const { make } = webConsole.api
  const { workspace } = await make.caller({ plan: 'enterprise' })
  await make.link(workspace, { key: 'not-shared' })
  const viewer = await make.user()
  await make.member(workspace, viewer, 'viewer')
  const { context, tab } = await webConsole.signedIn(viewer)
  await webConsole.open(tab, `/console/${workspace.slug}/links`)
  await tab.getByRole('button', { name: /Actions of .*not-shared/ }).click()
  await tab.getByRole('menuitem', { name: 'Share analytics' }).click()
  await dialogOf(tab).getByText('They are not shared, and your role does not include sharing them.').waitFor()
  t.pass()
  await context.close()
})

test.serial('a new name of the account is shown after another page', async (t) => {
  const { context, tab, path } = await inConsole('settings')
  const form = tab.getByRole('form', { name: 'Your account' })
  await form.getByLabel('Name').fill('Grace Hopper')
  await form.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  await webConsole.follow(tab, path.replace(/settings$/, 'tags'))
  await webConsole.follow(tab, path)
  t.is(await form.getByLabel('Name').inputValue(), 'Grace Hopper')
  await context.close()
})
