/**
 * Editors of the web console in a real browser: what is not stored is not lost, and what is stored is stored once. Skipped without a
 * browser.
 */
import { browserTest as test, type TestConsole, testConsole, toast } from '../support/console.js'
import { openInConsole, type Seed } from '../support/open-in-console.js'

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole()
})
test.after.always(() => webConsole?.close())

const inConsole = (page: string, seed?: Seed) => openInConsole(webConsole, page, seed)

test.serial('a reward is created once, however often the button is pressed', async (t) => {
  const { call } = webConsole.api
  const { context, tab, key, path } = await inConsole('', ({ key }, domain) =>
    call('POST /programs', { key, body: { name: 'Acme', domain, url: 'https://acme.example/' } }),
  )
  await webConsole.open(tab, `${path}rewards/new`)
  let sent = 0
  tab.on('request', (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/rewards' && sent++)
  await tab.getByLabel('Percent', { exact: true }).fill('20')
  await tab.getByRole('button', { name: 'Create reward' }).dblclick()
  await toast(tab, 'Reward created')
  t.is(sent, 1)
  t.is((await call('GET /rewards', { key })).body.length, 1)
  await context.close()
})

test.serial('a campaign that was not stored stays while something else is opened, and is given up only after a question', async (t) => {
  const { call } = webConsole.api
  let id = ''
  const { context, tab, path, key } = await inConsole('', async ({ key }, domain) => {
    await call('POST /programs', { key, body: { name: 'Acme', domain, url: 'https://acme.example/' } })
    id = (await call('POST /campaigns', { key, body: { type: 'marketing', name: 'Spring' } })).body.id
  })
  await webConsole.open(tab, `${path}campaigns/${id}`)
  const subject = tab.getByLabel('Subject')
  await subject.fill('Typed')
  await tab.keyboard.press('Control+K')
  await tab.getByRole('combobox').waitFor()
  await tab.keyboard.press('Escape')
  t.is(await subject.inputValue(), 'Typed')

  const questions: string[] = []
  let isAccepted = false
  tab.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void (isAccepted ? dialog.accept() : dialog.dismiss())
  })
  const parts = tab.getByRole('navigation', { name: 'Parts of the campaign' })
  await parts.getByRole('button', { name: 'Preview' }).click()
  await tab.getByRole('link', { name: 'Tags', exact: true }).click()
  await tab.getByRole('button', { name: 'Schedule' }).click()
  t.deepEqual(questions, Array(3).fill('Continue without saving? What you entered on this page is lost.'))
  t.is(await subject.inputValue(), 'Typed')
  t.regex(tab.url(), new RegExp(`/campaigns/${id}$`))

  await tab.getByRole('form', { name: 'Content' }).getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  await parts.getByRole('button', { name: 'Preview' }).click()
  t.is(questions.length, 3, 'what is stored can be left')
  await parts.getByRole('button', { name: 'Content' }).click()
  t.is((await call(`GET /campaigns/${id}`, { key })).body.subject, 'Typed')

  await subject.fill('Typed again')
  isAccepted = true
  await tab.getByRole('link', { name: 'Tags', exact: true }).click()
  await tab.getByRole('heading', { name: 'Tags' }).waitFor()
  t.is(questions.length, 4)
  await context.close()
})
