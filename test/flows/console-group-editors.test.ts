/** Editors of the program keep what they cannot show, in a real browser. Skipped without a browser. */
import { browserTest as test, settled, type TestConsole, testConsole, toast } from '../support/console.js'
import { type FullProgram, fullProgram } from '../support/full-program.js'
import { holdRequests } from '../support/hold-requests.js'
import { openInProgram } from '../support/open-in-console.js'

let webConsole: TestConsole
let full: FullProgram
test.before(async () => {
  webConsole = await testConsole()
  full = await fullProgram(webConsole.api)
})
test.after.always(() => webConsole?.close())

const inProgram = (page: string) => openInProgram(webConsole, full, page)

test.serial('choices and questions of an application form have ids of their own, in any script and of any length', async (t) => {
  const { call } = full
  const group = await call('POST /groups', { name: 'Asia', slug: 'asia' })
  const { context, tab } = await inProgram(`groups/${group.id}?tab=form`)
  const label = 'How do you plan to promote our product, to whom, and on which channels, websites and social networks do you publish?'
  await tab.getByRole('button', { name: 'Add a question' }).click()
  await tab.getByLabel('Question', { exact: true }).fill(label)
  await tab.getByLabel('Kind of answer').selectOption('select')
  await tab.getByLabel('Choices').fill('日本, 中国, C, C++, C#')
  await tab.getByRole('button', { name: 'Add a question' }).click()
  await tab.getByLabel('Question', { exact: true }).nth(1).fill(label)
  await tab.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const { fields } = (await call(`GET /groups/${group.id}`)).applicationFormData
  const ids = fields.map(({ id }: { id: string }) => id)
  t.is(new Set(ids).size, 2)
  t.true(ids.every((id: string) => id.length <= 100))
  const { options } = fields[0].data
  t.is(new Set(options.map(({ id }: { id: string }) => id)).size, 5)
  await context.close()
})

test.serial('a form that was stored with ids that are too long or the same gets others when it is saved', async (t) => {
  const { call } = full
  const group = await call('POST /groups', { name: 'Earlier', slug: 'earlier' })
  const question = { label: 'Where', type: 'select', required: true }
  const options = ['日本', '中国'].map((value) => ({ id: '-', value }))
  const fields = ['x'.repeat(120), 'same', 'same'].map((id) => ({ ...question, id, data: { options } }))
  await call(`PATCH /groups/${group.id}`, { applicationFormData: { fields } })
  const { context, tab } = await inProgram(`groups/${group.id}?tab=form`)
  await tab.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const stored: { id: string; data: { options: { id: string }[] } }[] = (await call(`GET /groups/${group.id}`)).applicationFormData.fields
  t.is(new Set(stored.map(({ id }) => id)).size, 3)
  t.is(stored[1]?.id, 'same')
  t.true(stored.every(({ id }) => id.length <= 100))
  t.deepEqual(
    stored.map(({ data }) => new Set(data.options.map(({ id }) => id)).size),
    [2, 2, 2],
  )
  await context.close()
})

test.serial('a question that is not changed keeps what the editor does not show', async (t) => {
  const { call } = full
  const group = await call('POST /groups', { name: 'Kept', slug: 'kept' })
  const fields = [
    {
      id: 'social',
      label: 'Channels',
      type: 'website-and-socials',
      required: true,
      data: { fields: [{ type: 'youtube', required: true }] },
    },
    { id: 'plan', label: 'Plan', type: 'long-text', required: true, data: { maxLength: 300, placeholder: 'In short' } },
    { id: 'when', label: 'When', type: 'select', required: true, data: { options: [{ id: 'a', value: 'Today, at once' }] } },
  ]
  await call(`PATCH /groups/${group.id}`, { applicationFormData: { fields } })
  const { context, tab } = await inProgram(`groups/${group.id}?tab=form`)
  await tab.getByLabel('Question', { exact: true }).nth(1).fill('Your plan')
  await tab.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const stored = (await call(`GET /groups/${group.id}`)).applicationFormData.fields
  t.deepEqual(stored, [fields[0], { ...fields[1], label: 'Your plan' }, fields[2]])
  await context.close()
})

test.serial('rows that were saved are shown as they are stored, and keep the focus and what is typed meanwhile', async (t) => {
  const { call } = full
  const group = await call('POST /groups', { name: 'Links', slug: 'links' })
  const { context, tab } = await inProgram(`groups/${group.id}?tab=additional`)
  const save = tab.getByRole('button', { name: 'Save' })
  const domains = tab.getByLabel('Domain', { exact: true })
  await tab.getByRole('button', { name: 'Add an address' }).click()
  await domains.fill('ACME.example')
  await save.focus()
  await tab.keyboard.press('Enter')
  await toast(tab, 'Saved')
  await settled(tab)
  t.is(await domains.inputValue(), 'acme.example')
  t.true(await save.evaluate((button) => button.matches(':focus')))
  const requests = await holdRequests(tab, 'PATCH', /\/groups\//)
  await domains.fill('shop.example')
  await save.click()
  await requests.isHolding()
  await domains.fill('blog.example')
  requests.release()
  await toast(tab, 'Saved')
  await settled(tab)
  t.is(await domains.inputValue(), 'blog.example')
  t.is((await call(`GET /groups/${group.id}`)).additionalLinks[0].domain, 'shop.example')
  await context.close()
})

test.serial('a move rule about several groups is shown and kept', async (t) => {
  const { call } = full
  const [first, second, group] = [
    await call('POST /groups', { name: 'Bronze', slug: 'bronze' }),
    await call('POST /groups', { name: 'Silver', slug: 'silver' }),
    await call('POST /groups', { name: 'Gold', slug: 'gold' }),
  ]
  const several = { attribute: 'partnerGroup', operator: 'in', value: [first.id, second.id] }
  await call(`PATCH /groups/${group.id}`, { moveRules: [several, { attribute: 'totalLeads', operator: 'gte', value: 10 }] })
  const { context, tab } = await inProgram(`groups/${group.id}?tab=rules`)
  await tab.getByText('Group is one of Bronze, Silver').waitFor()
  await tab.getByLabel('Value').fill('20')
  await tab.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const rules = (await call(`GET /groups/${group.id}`)).moveRules
  t.deepEqual(
    rules.map(({ operator, value }: { operator: string; value: unknown }) => [operator, value]),
    [
      ['in', [first.id, second.id]],
      ['gte', 20],
    ],
  )
  await context.close()
})

test.serial('a bounty keeps requirements without a number, and offers as many images as a submission may have', async (t) => {
  const { call } = full
  const bounty = await call('POST /bounties', {
    type: 'submission',
    name: 'Photos',
    rewardAmount: 5000,
    submissionRequirements: { image: {}, url: { max: 1 } },
  })
  const { context, tab } = await inProgram('bounties')
  await tab.getByRole('button', { name: 'Actions of Photos' }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Addresses', { exact: true }).fill('2')
  await dialog.getByLabel('Images').fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  t.true(await dialog.getByLabel('Images').evaluate((input) => input.matches(':invalid:focus')))
  await dialog.getByLabel('Images').fill('4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.like((await call(`GET /bounties/${bounty.id}`)).submissionRequirements, { image: { max: 4 }, url: { max: 2 } })
  await context.close()
})

test.serial('the links of a program can be on any of many domains, and rewards name any of many groups', async (t) => {
  const { call, workspace, program } = full
  for (let count = 0; count < 60; count++) await webConsole.api.make.domain(workspace, { slug: `many-${count}.example` })
  const domains: string[] = []
  for (const page of [1, 2]) for (const { slug } of await call(`GET /domains?pageSize=50&page=${page}`)) domains.push(slug)
  const { context, tab } = await inProgram('program-settings')
  const choice = tab.getByRole('form', { name: 'Program', exact: true }).getByLabel('Domain of the links')
  t.is(await choice.locator('option').count(), domains.length + 1)
  t.is(await choice.inputValue(), (await call(`GET /programs/${program.id}`)).domain)
  await context.close()
})

test.serial('a setting is copied to all groups whenever its box is checked, also without a change of its own', async (t) => {
  const { call, groupId } = full
  const { id } = await call('POST /groups', { name: 'Copied', slug: 'copied' })
  const { context, tab } = await inProgram(`groups/${groupId}?tab=settings`)
  const form = tab.getByRole('form', { name: 'Links and payment' })
  const box = form.getByLabel('The same holding period for all groups')
  const save = async () => {
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(tab, 'Saved')
  }
  await call(`PATCH /groups/${id}`, { holdingPeriodDays: 90, autoApprovePartners: true })
  await box.check()
  await form.getByLabel('The same for all groups', { exact: true }).check()
  await save()
  const stored = await call(`GET /groups/${groupId}`)
  t.like(await call(`GET /groups/${id}`), { holdingPeriodDays: stored.holdingPeriodDays, autoApprovePartnersEnabledAt: null })
  t.false(await box.isChecked())
  await form.getByLabel('Holding period of commissions').selectOption('7')
  await box.check()
  await save()
  t.is((await call(`GET /groups/${id}`)).holdingPeriodDays, 7)
  await context.close()
})

test.serial('settings of the embedded page keep answers with blank lines, and applicants need a country that exists', async (t) => {
  const { call, program } = full
  const faq = [{ question: 'When?', answer: 'Monthly.\n\nBy PayPal,\nor by Stripe.' }]
  await call(`PATCH /programs/${program.id}`, { embedData: { faq } })
  const { context, tab } = await inProgram('program-settings')
  const page = tab.getByRole('form', { name: 'Embedded referral page' })
  await page.getByLabel('Hide earnings').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const stored = async () => (await call(`GET /programs/${program.id}`)).embedData
  t.like(await stored(), { faq, hideEarnings: true })
  const questions = tab.getByRole('form', { name: 'Questions and answers' })
  await questions.getByLabel('Question', { exact: true }).fill('When am I paid?')
  await questions.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  t.like(await stored(), { faq: [{ ...faq[0], question: 'When am I paid?' }], hideEarnings: true })
  const countries = tab.getByLabel('Countries', { exact: true })
  await countries.fill('Germany')
  await countries.press('Enter')
  await tab.getByText('Countries: GERMANY is not a country code of two letters, such as DE.').waitFor()
  await context.close()
})

test.serial('a reward is saved without what changed elsewhere, and keeps the labels of its conditions', async (t) => {
  const { call } = full
  const { id: groupId } = await call('POST /groups', { name: 'Labels', slug: 'labels' })
  const product = { entity: 'sale', attribute: 'productId', operator: 'equals_to', value: 'prod_1', label: 'Large plan' }
  const modifiers = [{ operator: 'AND', type: 'percentage', amountInPercentage: 30, conditions: [product] }]
  const { id } = await call('POST /rewards', { event: 'sale', type: 'percentage', amountInPercentage: 20, groupId, modifiers })
  const { context, tab } = await inProgram(`rewards/${id}`)
  await call(`PATCH /rewards/${id}`, { description: 'Changed elsewhere' })
  await tab.getByRole('group', { name: 'Conditional amount 1' }).getByLabel('Percent').first().fill('35')
  await tab.getByRole('button', { name: 'Save' }).click()
  await tab.waitForURL(({ pathname }) => pathname.endsWith('/rewards'))
  const stored = await call(`GET /rewards/${id}`)
  t.is(stored.description, 'Changed elsewhere')
  t.like(stored.modifiers[0], { amountInPercentage: 35 })
  t.is(stored.modifiers[0].conditions[0].label, 'Large plan')
  await context.close()
})
