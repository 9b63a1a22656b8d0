/** What was entered in the web console is not lost by accident, and errors are shown where they can be seen. Skipped without a browser. */
import { browserQuestions } from '../support/browser-questions.js'
import { browserTest as test, type TestConsole, testConsole, toast } from '../support/console.js'
import { dialogOf, openInConsole, type Seed } from '../support/open-in-console.js'
import { waitUntil } from '../support/wait-until.js'

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole()
})
test.after.always(() => webConsole?.close())

const inConsole = (page: string, seed?: Seed) => openInConsole(webConsole, page, seed)

test.serial('a form in a dialog is not discarded by Escape without a question', async (t) => {
  const { context, tab } = await inConsole('tags')
  const questions = browserQuestions(tab)
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await dialogOf(tab).locator('input:focus').waitFor()
  await tab.keyboard.press('Escape')
  await dialogOf(tab).waitFor({ state: 'detached' })
  t.is(questions.asked, 0, 'nothing was entered')
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Spring')
  for (let times = 0; times < 3; times++) await tab.keyboard.press('Escape')
  await dialogOf(tab).getByRole('button', { name: 'Close' }).click()
  t.is(questions.asked, 4)
  t.is(await dialogOf(tab).getByLabel('Name').inputValue(), 'Spring')
  questions.discard = true
  await tab.keyboard.press('Escape')
  await dialogOf(tab).waitFor({ state: 'detached' })
  t.is(questions.asked, 5)
  await tab.getByRole('link', { name: 'Domains' }).click()
  await tab.getByRole('heading', { name: 'Domains' }).waitFor()
  t.is(questions.asked, 5)
  await context.close()
})

test.serial('the button Back does not discard a form in a dialog without a question', async (t) => {
  const { context, tab } = await inConsole('domains')
  const questions = browserQuestions(tab)
  await tab.getByRole('link', { name: 'Tags' }).click()
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Spring')
  await tab.goBack()
  await waitUntil(() => questions.asked === 1)
  t.is(await dialogOf(tab).getByLabel('Name').inputValue(), 'Spring')
  await dialogOf(tab).getByRole('button', { name: 'Create tag' }).click()
  await toast(tab, 'Tag created')
  await tab.goBack()
  await tab.getByRole('heading', { name: 'Domains' }).waitFor()
  t.is(questions.asked, 1)
  await context.close()
})

test.serial('a field that is refused gets the focus, also in a closed section, and its error can be seen', async (t) => {
  const { context, tab } = await inConsole('links')
  await tab.setViewportSize({ width: 1280, height: 500 })
  await tab.getByRole('button', { name: 'Create link' }).click()
  const dialog = dialogOf(tab)
  await dialog.getByLabel('Destination', { exact: true }).fill('https://acme.example')
  await dialog.getByText('Access', { exact: true }).click()
  await dialog.getByLabel('Destination afterwards').fill('no address')
  await dialog.getByText('Access', { exact: true }).click()
  const submit = dialog.getByRole('button', { name: 'Create link' })
  await submit.click()
  t.true(await dialog.getByLabel('Destination afterwards').evaluate((field) => field.matches(':focus')))
  await dialog.getByLabel('Destination afterwards').fill('')
  await dialog.getByText('Organise', { exact: true }).click()
  await dialog.getByLabel('External ID').fill('x'.repeat(5000))
  await dialog.getByText('Organise', { exact: true }).click()
  await dialog.getByText('Preview', { exact: true }).last().scrollIntoViewIfNeeded()
  await submit.click()
  const error = dialog.getByRole('alert')
  await error.waitFor()
  t.regex((await error.textContent()) ?? '', /^External ID must have at most/)
  t.true(await dialog.getByLabel('External ID').evaluate((field) => field.matches(':focus')))
  t.is(await dialog.getByLabel('External ID').getAttribute('aria-invalid'), 'true')
  const { y } = (await error.boundingBox()) ?? { y: -1 }
  t.true(y > 0 && y < 500, String(y))
  await context.close()
})

test.serial('the focus returns to the button of a form that failed', async (t) => {
  const { context, tab } = await inConsole('tags')
  await tab.route('**/api/tags?*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { error: { code: 'internal_server_error', message: 'It failed.' } } })
      : route.continue(),
  )
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Spring')
  const submit = dialogOf(tab).getByRole('button', { name: 'Create tag' })
  await submit.focus()
  await tab.keyboard.press('Enter')
  await dialogOf(tab).getByText('It failed.').waitFor()
  await tab.waitForTimeout(100)
  t.true(await submit.evaluate((button) => button.matches(':focus')))
  await context.close()
})

test.serial('a time keeps its seconds when other fields of a link are changed', async (t) => {
  const expiresAt = new Date('2031-05-06T07:08:09.123Z')
  const testCompletedAt = new Date('2031-05-06T07:08:00.000Z')
  const { context, tab, key } = await inConsole('links', ({ workspace }, domain) =>
    webConsole.api.make.link(workspace, { domain, key: 'expires', expiresAt, testCompletedAt }),
  )
  await tab.getByRole('button', { name: /Actions of .*expires/ }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  await dialogOf(tab).getByText('Preview', { exact: true }).last().click()
  await dialogOf(tab).getByLabel('Title').fill('Spring')
  await dialogOf(tab).getByRole('button', { name: 'Save' }).click()
  await dialogOf(tab).waitFor({ state: 'detached' })
  const { body } = await webConsole.api.call('GET /links', { key })
  t.like(body[0], { title: 'Spring', expiresAt: expiresAt.toISOString(), testCompletedAt: testCompletedAt.toISOString() })
  await context.close()
})

test.serial('the error of a form that was closed while it was sent is shown as a message', async (t) => {
  const { context, tab } = await inConsole('tags')
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  await tab.route('**/api/tags?*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await released
    await route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'The tag exists.' } } })
  })
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Spring')
  await tab.keyboard.press('Enter')
  await dialogOf(tab).getByRole('button', { name: 'Cancel' }).click()
  release()
  await toast(tab, 'The tag exists.')
  t.pass()
  await context.close()
})
