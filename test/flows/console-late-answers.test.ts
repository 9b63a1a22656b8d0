/** What the user does in the web console while an answer is on its way, in a real browser. Skipped without a browser. */
import { newId } from '../../shared/kernel/ids.js'
import { batchOf, rawClick } from '../support/clicks.js'
import { browserTest as test, settled, type TestConsole, testConsole, toast } from '../support/console.js'
import { type FullProgram, fullProgram } from '../support/full-program.js'
import { holdRequests } from '../support/hold-requests.js'
import { runJobByName } from '../support/jobs.js'
import { dialogOf, openInConsole, openInProgram, type Seed } from '../support/open-in-console.js'
import { waitUntil } from '../support/wait-until.js'

let webConsole: TestConsole
let full: FullProgram
test.before(async () => {
  webConsole = await testConsole()
  full = await fullProgram(webConsole.api)
})
test.after.always(() => webConsole?.close())

const inConsole = (page: string, seed?: Seed) => openInConsole(webConsole, page, seed)
const inProgram = (page: string) => openInProgram(webConsole, full, page)

test.serial('the answer to a form that was closed leaves the next form open', async (t) => {
  const { context, tab } = await inConsole('tags')
  const requests = await holdRequests(tab, 'POST', /\/tags$/)
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Spring')
  await tab.keyboard.press('Enter')
  await requests.isHolding()
  await dialogOf(tab).getByRole('button', { name: 'Cancel' }).click()
  await tab.getByRole('button', { name: 'Create tag' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Summer')
  requests.release()
  await tab.locator('td', { hasText: 'Spring' }).waitFor()
  t.is(await dialogOf(tab).getByLabel('Name').inputValue(), 'Summer')
  await context.close()
})

test.serial('a new key is shown after the form that was opened meanwhile', async (t) => {
  const { context, tab } = await inConsole('api-keys')
  const requests = await holdRequests(tab, 'POST', /\/tokens$/)
  const start = async (name: string) => {
    await tab.getByRole('button', { name: 'Create key' }).click()
    await dialogOf(tab).getByLabel('Name').fill(name)
  }
  await start('First')
  await tab.keyboard.press('Enter')
  await requests.isHolding()
  await dialogOf(tab).getByRole('button', { name: 'Cancel' }).click()
  await start('Second')
  requests.release()
  await tab.locator('td', { hasText: 'First' }).waitFor()
  t.is(await dialogOf(tab).getByLabel('Name').inputValue(), 'Second')
  await dialogOf(tab).getByRole('button', { name: 'Cancel' }).click()
  await tab.getByRole('dialog', { name: 'New API key' }).locator('code').waitFor()
  await context.close()
})

test.serial('another attempt after a failed request changes only the rows that are left', async (t) => {
  const api = webConsole.api
  const { user, workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const program = (await api.call('POST /programs', { key, body: { name: 'Acme', url: 'https://acme.example/' } })).body
  const partner = (await api.call('POST /partners', { key, body: { name: 'Ada', email: `ada-${workspace.id}@example.com` } })).body
  for (let count = 0; count < 120; count++) await api.make.commission(program, partner)
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/commissions`)
  await tab.locator('.list-end').scrollIntoViewIfNeeded()
  await tab.getByText('120 shown, nothing more').waitFor()
  const sent: number[] = []
  await tab.route('**/api/commissions/bulk?*', (route) => {
    sent.push(route.request().postDataJSON().commissionIds.length)
    if (sent.length !== 2) return route.continue()
    return route.fulfill({ status: 500, json: { error: { code: 'internal_server_error', message: 'It failed.' } } })
  })
  await tab.getByLabel('Select all').check()
  await tab.getByRole('toolbar').getByRole('button', { name: 'Mark as duplicate' }).click()
  const confirm = dialogOf(tab).getByRole('button', { name: 'Mark as duplicate' })
  await confirm.click()
  await dialogOf(tab).getByText('It failed.').waitFor()
  await toast(tab, '100 commissions changed')
  await confirm.click()
  await toast(tab, '20 commissions changed')
  t.deepEqual(sent, [100, 20, 20])
  await context.close()
})

test.serial('a comment that is written while another is sent stays', async (t) => {
  const { context, tab } = await inProgram(`partners/${full.other.id}?tab=comments`)
  const requests = await holdRequests(tab, 'POST', /\/comments$/)
  const comment = tab.getByLabel('New comment')
  await comment.fill('First')
  await tab.getByRole('button', { name: 'Add comment' }).click()
  await requests.isHolding()
  await comment.fill('Second')
  requests.release()
  await tab.locator('.comment-list', { hasText: 'First' }).waitFor()
  t.is(await comment.inputValue(), 'Second')
  await context.close()
})

test.serial('a campaign is saved without what changed elsewhere, and keeps what is typed meanwhile', async (t) => {
  const { id } = await full.call('POST /campaigns', { type: 'marketing', name: 'News', subject: 'News' })
  const { context, tab } = await inProgram(`campaigns/${id}`)
  await full.call(`PATCH /campaigns/${id}`, { preview: 'Changed elsewhere' })
  const requests = await holdRequests(tab, 'PATCH', /\/campaigns\//)
  await tab.getByLabel('Subject').fill('Spring')
  await tab.getByRole('button', { name: 'Save', exact: true }).click()
  await requests.isHolding()
  await tab.getByLabel('Name', { exact: true }).fill('Spring news')
  requests.release()
  await toast(tab, 'Saved')
  await settled(tab)
  t.is(await tab.getByLabel('Name', { exact: true }).inputValue(), 'Spring news')
  t.like(await full.call(`GET /campaigns/${id}`), { name: 'News', subject: 'Spring', preview: 'Changed elsewhere' })
  await context.close()
})

test.serial('a destination that is pasted while another link is created stays', async (t) => {
  const { context, tab } = await inConsole('')
  const requests = await holdRequests(tab, 'POST', /\/links$/)
  const destination = tab.getByLabel('Destination')
  await destination.fill('https://acme.example/first')
  await tab.keyboard.press('Enter')
  await requests.isHolding()
  await destination.fill('https://acme.example/second')
  requests.release()
  await tab.locator('[data-created]').waitFor()
  t.is(await destination.inputValue(), 'https://acme.example/second')
  await context.close()
})

test.serial('Enter in the command palette opens nothing that was found by an earlier text', async (t) => {
  const { context, tab } = await inConsole('tags', ({ workspace }, domain) =>
    webConsole.api.make.link(workspace, { domain, key: 'spring-sale' }),
  )
  await tab.keyboard.press('Control+k')
  const text = tab.getByRole('combobox', { name: /^Find/ })
  await text.fill('spring-sale')
  await tab.getByRole('option', { name: /spring-sale/ }).waitFor()
  const requests = await holdRequests(tab, 'GET', /\/links$/)
  await text.fill('no such link')
  await tab.keyboard.press('Enter')
  await requests.isHolding()
  requests.release()
  await tab.getByText('Nothing found').waitFor()
  t.regex(tab.url(), /\/tags$/)
  await context.close()
})

test.serial('the thread that is answered stays when another one becomes the newest', async (t) => {
  const { call, partner, other, program } = full
  await call('POST /messages', { partnerId: other.id, text: 'Welcome' })
  await webConsole.api.resources.database.pool.query(
    `insert into messages (id, program_id, partner_id, sender_partner_id, text, created_at, updated_at)
     values ($3, $1, $2, $2, 'A question', now(), now())`,
    [program.id, other.id, newId('msg_')],
  )
  const { context, tab } = await webConsole.signedIn(full.user)
  const requests = await holdRequests(tab, 'POST', /\/messages\/read$/)
  await tab.goto(`${webConsole.api.url}/console/${full.workspace.slug}/messages`)
  await tab.locator('.messages li', { hasText: 'A question' }).waitFor()
  await requests.isHolding()
  await call('POST /messages', { partnerId: partner.id, text: 'Now the newest' })
  await tab.getByRole('textbox', { name: 'Message' }).fill('An answer')
  requests.release()
  await tab.locator('.threads button', { hasText: 'Now the newest' }).waitFor()
  t.is(await tab.getByRole('textbox', { name: 'Message' }).inputValue(), 'An answer')
  await context.close()
})

test.serial('nothing is paid if more is due than was shown, and the new total is shown', async (t) => {
  const { context, tab } = await inProgram('payouts')
  await tab.getByRole('button', { name: 'Review and confirm' }).click()
  const pay = dialogOf(tab).getByRole('button', { name: /^Pay \$/ })
  const shown = await pay.textContent()
  await webConsole.api.make.commission(full.program, full.partner, { earnings: 500 })
  await runJobByName(webConsole.api.resources, 'earnings.aggregate-payouts', { programId: full.program.id })
  await pay.click()
  await toast(tab, /^Nothing was paid: with the fee, \$/)
  await waitUntil(async () => (await pay.textContent()) !== shown)
  t.is((await full.call(`GET /payouts?status=processing`)).length, 0)
  await context.close()
})

test.serial('payouts are reported as confirmed if the dialog was closed while they were', async (t) => {
  const { context, tab } = await inProgram('payouts')
  const requests = await holdRequests(tab, 'POST', /\/payouts\/confirm$/)
  await tab.getByRole('button', { name: 'Review and confirm' }).click()
  await dialogOf(tab)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await requests.isHolding()
  await dialogOf(tab).getByRole('button', { name: 'Cancel' }).click()
  requests.release()
  await toast(tab, /^Payouts confirmed, invoice /)
  await tab.getByRole('heading', { name: 'Due now' }).waitFor({ state: 'detached' })
  t.pass()
  await context.close()
})

/** Globals of the page. */
interface InPage {
  EventSource: new (url: string) => { addEventListener(name: string, run: () => void): void }
  received: number
}

/** Runs in the page: counts the clicks that it receives. */
function countEvents(): void {
  const page = globalThis as unknown as InPage
  page.received = 0
  page.EventSource = class extends page.EventSource {
    constructor(url: string) {
      super(url)
      this.addEventListener('click', () => page.received++)
    }
  }
}

test.serial('clicks that arrived during a pause are not listed among sales', async (t) => {
  const { api } = webConsole
  const { user, workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const link = await api.make.link(workspace)
  const { context, tab } = await webConsole.signedIn(user)
  await context.addInitScript(countEvents)
  await webConsole.open(tab, `/console/${workspace.slug}/events`)
  await tab.getByText('Live', { exact: true }).waitFor()
  await tab.getByRole('button', { name: 'Pause' }).click()
  await tab.getByText('Paused').waitFor()
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([rawClick(link)]))
  await waitUntil(() => tab.evaluate(() => (globalThis as unknown as InPage).received > 0))
  await tab.locator('.filters select').selectOption('sales')
  await tab.getByText('No sales yet').waitFor()
  await tab.getByRole('button', { name: 'Continue' }).click()
  await tab.getByText('Live', { exact: true }).waitFor()
  await settled(tab)
  t.is(await tab.locator('tbody tr').count(), 0)
  t.is((await api.call('GET /events?event=clicks', { key })).body.length, 1)
  await context.close()
})
