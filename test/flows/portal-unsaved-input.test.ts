/** What a partner entered in the portal is not lost by accident. Skipped without a browser. */
import { browserTest as test, type TestConsole, testConsole } from '../support/console.js'
import { png, signedInPartner } from '../support/signed-in-partner.js'
import { waitUntil } from '../support/wait-until.js'

let portal: TestConsole
test.before(async () => {
  portal = await testConsole()
})
test.after.always(() => portal?.close())

test.serial('a changed profile and a message that was not sent are not left without a question', async (t) => {
  const { context, tab, owner, partner, questions } = await signedInPartner(portal)
  await owner.call('POST /messages', { partnerId: partner.id, text: 'Welcome' })
  await portal.open(tab, '/portal/profile')
  await tab.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await tab.getByRole('link', { name: 'Payouts' }).click()
  await waitUntil(() => questions.asked === 1)
  t.is(await tab.getByLabel('Name', { exact: true }).inputValue(), 'Grace Hopper')
  await tab.getByRole('button', { name: 'Save' }).click()
  await tab.getByText('Profile saved').waitFor()
  await tab.getByRole('link', { name: 'Messages' }).click()
  t.is(questions.asked, 1)
  await tab.getByRole('button', { name: /Welcome/ }).click()
  await tab.getByRole('textbox', { name: 'Message' }).fill('Thank you')
  await tab.getByRole('link', { name: 'Payouts' }).click()
  await waitUntil(() => questions.asked === 2)
  await tab.getByRole('button', { name: 'Send' }).click()
  await tab.locator('.bubble', { hasText: 'Thank you' }).waitFor()
  await tab.getByRole('link', { name: 'Payouts' }).click()
  await tab.getByRole('heading', { name: 'Payouts' }).waitFor()
  t.is(questions.asked, 2)
  await context.close()
})

test.serial('a submission of a bounty is not discarded by Escape without a question', async (t) => {
  const { context, tab, owner, questions } = await signedInPartner(portal)
  await portal.api.make.bounty(owner.program, { name: 'Write about us' })
  await portal.open(tab, `/portal/programs/${owner.program.slug}/bounties`)
  await tab.getByRole('button', { name: 'Open' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Description').fill('A long text about it')
  await tab.keyboard.press('Escape')
  await waitUntil(() => questions.asked === 1)
  t.is(await dialog.getByLabel('Description').inputValue(), 'A long text about it')
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await tab.getByText('Draft saved').waitFor()
  await tab.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  t.is(questions.asked, 1)
  await context.close()
})

test.serial('a submission is not sent before its images', async (t) => {
  const { context, tab, owner } = await signedInPartner(portal)
  await portal.api.make.bounty(owner.program, { name: 'Write about us' })
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  await tab.route(/\/bounties\/[^/]+\/upload/, async (route) => {
    await released
    await route.continue()
  })
  await portal.open(tab, `/portal/programs/${owner.program.slug}/bounties`)
  await tab.getByRole('button', { name: 'Open' }).click()
  const submit = tab.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true })
  await submit.waitFor()
  t.false(await submit.isDisabled())
  await tab.getByLabel('Add images').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: png })
  await waitUntil(() => submit.isDisabled())
  release()
  await tab.getByRole('button', { name: 'Remove proof.png' }).waitFor()
  t.false(await submit.isDisabled())
  await context.close()
})
