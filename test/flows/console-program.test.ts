/** The partner program in the web console, in a real browser. Skipped without a browser. */
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import type { TestApi } from '../support/api.js'
import { browserQuestions } from '../support/browser-questions.js'
import { assertAccessible, browserTest as test, type TestConsole, testConsole, toast } from '../support/console.js'
import { type FullProgram, fullProgram, hiddenPages } from '../support/full-program.js'

let webConsole: TestConsole
let api: TestApi
// Each test changes other rows of it.
let full: FullProgram
test.before(async () => {
  webConsole = await testConsole()
  api = webConsole.api
  full = await fullProgram(api)
})
test.after.always(() => webConsole?.close())

// A partner without payout settings of the workspace has none, which is a 404.
const isUnexpected = (problem: string) => !problem.includes('status of 404')

const money = (cents: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

test.serial('a program is created step by step', async (t) => {
  const { user, workspace, key } = await api.make.caller({ plan: 'enterprise' })
  await api.make.domain(workspace, { verified: false })
  const domain = await api.make.domain(workspace)
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/partners`)
  await tab.getByRole('link', { name: 'Create a program' }).click()
  await tab.getByLabel('Name', { exact: true }).fill('Acme')
  await tab.getByLabel('Website').fill('https://acme.example')
  // The first choice is a domain on which links can be opened.
  t.is(await tab.getByLabel('Domain of the links').inputValue(), domain.slug)
  await tab.getByRole('button', { name: 'Create program' }).click()
  await tab.getByLabel('Percent of a sale, or dollars for a lead').fill('25')
  await tab.getByRole('button', { name: 'Create reward' }).click()
  await tab.getByLabel('Email addresses').fill('ada@example.com\ngrace@example.com')
  await tab.getByRole('button', { name: 'Send invites' }).click()
  await tab.getByRole('heading', { name: 'Partners by state' }).waitFor()
  const { body: rewards } = await api.call('GET /rewards', { key })
  t.like(rewards[0], { event: 'sale', type: 'percentage', amountInPercentage: 25 })
  t.is((await api.call('GET /partners/invites', { key })).body.length, 2)
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a program is created with a new domain after an attempt whose name was refused', async (t) => {
  const { user, workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/program`)
  await tab.getByLabel('Name', { exact: true }).fill('x'.repeat(300))
  await tab.getByLabel('Website').fill('https://acme.example')
  await tab.getByLabel('Domain of the links').fill('wizard.acme.example')
  await tab.getByRole('button', { name: 'Create program' }).click()
  await tab.getByRole('alert').waitFor()
  await tab.getByLabel('Name', { exact: true }).fill('Acme')
  await tab.getByRole('button', { name: 'Create program' }).click()
  await tab.getByRole('button', { name: 'Create reward' }).waitFor()
  const { body } = await api.call(`GET /workspaces/${workspace.id}`, { key })
  t.like((await api.call(`GET /programs/${body.defaultProgramId}`, { key })).body, { name: 'Acme', domain: 'wizard.acme.example' })
  await context.close()
})

test.serial('the program page says why partners have no working links, and what to do', async (t) => {
  const { user, workspace } = await api.make.caller({ plan: 'enterprise' })
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/program`)
  await tab.getByLabel('Name', { exact: true }).fill('Acme')
  await tab.getByLabel('Website').fill('https://acme.example')
  await tab.getByRole('button', { name: 'Create program' }).click()
  await tab.getByRole('button', { name: 'Create reward' }).waitFor()
  await webConsole.open(tab, `/console/${workspace.slug}/program`)
  const notice = tab.getByRole('region', { name: 'Domain of the links' })
  await notice.getByText('Partners have no links yet, because the program has no domain.').waitFor()
  const domain = await api.make.domain(workspace, { verified: false, primary: true })
  await notice.getByRole('link', { name: 'Choose a domain' }).click()
  const form = tab.getByRole('form', { name: 'Program', exact: true })
  await form.getByLabel('Domain of the links').selectOption({ label: `${domain.slug} (not verified)` })
  await form.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  await webConsole.open(tab, `/console/${workspace.slug}/program`)
  await notice.getByText(`Links of partners are on ${domain.slug}, which is not verified`).waitFor()
  await assertAccessible(t, tab, 'program')
  await notice.getByRole('link', { name: 'Show domains' }).click()
  await tab.getByText('Links that the API creates without a domain are on this one, and may not open until it is verified.').waitFor()
  await context.close()
})

test.serial('a reward with conditions is written, previewed and read as a sentence', async (t) => {
  const { user, workspace, call } = full
  const group = await call('POST /groups', { name: 'Creators', slug: 'creators' })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/rewards/new?groupId=${group.id}`)
  await tab.locator('[data-stat=earnings]', { hasText: '$20.00' }).waitFor()
  await tab.getByRole('button', { name: 'Add a conditional amount' }).click()
  await tab.locator('[data-stat=earnings]').waitFor({ state: 'detached' })
  const modifier = tab.getByRole('group', { name: 'Conditional amount 1' })
  await modifier.getByLabel('Percent').first().fill('30')
  await modifier.getByLabel('Value').fill('150')
  await modifier.getByRole('button', { name: 'Add a condition' }).click()
  const second = modifier.getByRole('group', { name: 'Condition', exact: true }).nth(1)
  await second.getByLabel('What is compared').selectOption('customer.country')
  await second.getByLabel('Comparison').selectOption('in')
  await second.getByLabel('Values').fill('DE, FR')
  await tab.locator('[data-example="sale.amount"]').fill('200')
  await tab.locator('[data-example="customer.country"]').fill('FR')
  await tab.locator('[data-stat=earnings]', { hasText: '$60.00' }).waitFor()
  await tab.locator('[data-example="customer.country"]').fill('US')
  await tab.locator('[data-stat=earnings]', { hasText: '$40.00' }).waitFor()
  await tab.getByRole('button', { name: 'Create reward' }).click()
  await tab.waitForURL(({ pathname }) => pathname.endsWith('/rewards'))
  await tab
    .getByText('30 % if the amount of the sale is at least $150.00 and the country of the customer is one of Germany, France')
    .waitFor()
  const created = (await call('GET /rewards')).find(({ modifiers }: { modifiers: unknown }) => modifiers)
  t.like(created.modifiers[0], { operator: 'AND', type: 'percentage', amountInPercentage: 30 })
  t.deepEqual(
    created.modifiers[0].conditions.map(({ operator, value }: { operator: string; value: unknown }) => [operator, value]),
    [
      ['greater_than_or_equal', 15_000],
      ['in', ['DE', 'FR']],
    ],
  )
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('payouts are confirmed after their cost was shown, and reported as paid', async (t) => {
  const { user, workspace, program, other, call } = full
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/payouts`)
  await tab.getByRole('button', { name: 'Review and confirm' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Select Grace').uncheck()
  const grace = (await call(`GET /programs/${program.id}/payouts/eligible`)).find(
    (payout: { partner: { id: string } }) => payout.partner.id === other.id,
  )
  const cost = await call(`GET /programs/${program.id}/payouts/eligible/count?excludedPayoutIds=${grace.id}`)
  await dialog.locator('[data-stat=total]', { hasText: money(cost.total) }).waitFor()
  t.is(await dialog.locator('[data-stat=fee]').textContent(), money(cost.fee))
  await dialog.getByRole('button', { name: `Pay ${money(cost.total)}` }).click()
  await tab.getByRole('dialog', { name: 'Payouts confirmed' }).waitFor()
  t.is(await tab.getByRole('link', { name: 'File of payments' }).count(), 1)
  await tab.getByRole('button', { name: 'Done' }).click()
  await tab
    .getByRole('button', { name: /^Actions of/ })
    .first()
    .waitFor()
  await webConsole.open(tab, `/console/${workspace.slug}/payouts?status=processing`)
  await tab.getByRole('button', { name: /^Actions of/ }).click()
  await tab.getByRole('menuitem', { name: 'Report as paid' }).click()
  await tab.getByLabel('Reference of the payment').fill('WIRE-1')
  await tab.getByRole('dialog').getByRole('button', { name: 'Report as paid' }).click()
  await toast(tab, 'Payout completed')
  const payouts: { status: string; traceId: string | null }[] = await call('GET /payouts')
  t.deepEqual(payouts.map(({ status, traceId }) => `${status} ${traceId}`).toSorted(), ['completed WIRE-1', 'pending null'])
  t.deepEqual(problems, [])
  await context.close()
})

async function decide(tab: Page, row: string | RegExp, action: string) {
  await tab.getByRole('button', { name: row }).first().click()
  await tab.getByRole('menuitem', { name: action }).click()
}

test.serial('emptied fields of a bounty are cleared, and others stay', async (t) => {
  const { user, workspace, program, call } = full
  const bounty = await webConsole.api.make.bounty(program, { description: 'Long', rewardDescription: 'A shirt', maxSubmissions: 2 })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/bounties`)
  await decide(tab, `Actions of ${bounty.name}`, 'Edit')
  const dialog = tab.getByRole('dialog')
  await call(`PATCH /bounties/${bounty.id}`, { rewardDescription: 'A cap' })
  await dialog.getByLabel('Description').fill('')
  await dialog.getByLabel('Submissions of a partner').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  t.like(await call(`GET /bounties/${bounty.id}`), { description: null, maxSubmissions: 1, rewardDescription: 'A cap', rewardAmount: 5000 })
  await decide(tab, `Actions of ${bounty.name}`, 'Edit')
  await dialog.getByLabel('Name').fill('Write again')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await tab.getByRole('button', { name: 'Actions of Write again' }).waitFor()
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('an approval asks for an amount only if the bounty has none, because that of the bounty is paid', async (t) => {
  const { user, workspace, program, partner, call } = full
  const { make } = webConsole.api
  const [fixed, open] = [await make.bounty(program, { rewardAmount: 5000 }), await make.bounty(program, { rewardAmount: null })]
  for (const bounty of [fixed, open]) await make.submission(bounty, partner)
  const { context, tab, problems } = await webConsole.signedIn(user)
  const dialog = tab.getByRole('dialog')
  const approve = async ({ id }: { id: string }, dollars: string | null) => {
    await webConsole.open(tab, `/console/${workspace.slug}/bounties/${id}`)
    await decide(tab, /^Actions of the submission/, 'Approve')
    await dialog.getByRole('button', { name: 'Approve and reward' }).waitFor()
    t.is(await dialog.getByLabel('Reward in dollars').count(), dollars === null ? 0 : 1)
    if (dollars !== null) await dialog.getByLabel('Reward in dollars').fill(dollars)
    await dialog.getByRole('button', { name: 'Approve and reward' }).click()
    await toast(tab, 'Submission approved')
    const [{ id: submissionId }] = await call(`GET /bounties/${id}/submissions`)
    return (await call(`GET /bounties/${id}/submissions/${submissionId}`)).commission.earnings
  }
  t.is(await approve(fixed, null), 5000)
  t.is(await approve(open, '70'), 7000)
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('what a bounty about revenue counted is shown in dollars', async (t) => {
  const { user, workspace, program, partner } = full
  const { make } = webConsole.api
  const bounty = await make.bounty(program, {
    type: 'performance',
    performanceCondition: { attribute: 'totalSaleAmount', operator: 'gte', value: 100_000 },
    performanceScope: 'new',
  })
  await make.submission(bounty, partner, { performanceCount: 123_456 })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/bounties/${bounty.id}`)
  await tab.getByRole('table', { name: 'Submissions' }).getByText('$1,234.56', { exact: true }).waitFor()
  await decide(tab, /^Actions of the submission/, 'Review')
  await tab.getByRole('dialog').getByText('$1,234.56', { exact: true }).waitFor()
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a submission for a partner names which of several it is', async (t) => {
  const { user, workspace, program, other, call } = full
  const bounty = await webConsole.api.make.bounty(program, { maxSubmissions: 3 })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/bounties/${bounty.id}`)
  await tab.getByRole('button', { name: 'Submit for a partner' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Partner' }).fill('Grace')
  await dialog.getByRole('option', { name: /^Grace/ }).click()
  await dialog.getByLabel('Which submission').fill('2')
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await toast(tab, 'Submission added')
  t.deepEqual(
    (await call(`GET /bounties/${bounty.id}/submissions`)).map(
      ({ partnerId, periodNumber }: { partnerId: string; periodNumber: number }) => [partnerId, periodNumber],
    ),
    [[other.id, 2]],
  )
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('the console says how much a submission may contain, and which bounties cannot be deleted', async (t) => {
  const { user, workspace, program, partner } = full
  const bounty = await webConsole.api.make.bounty(program, { name: 'Photos', submissionRequirements: { image: {}, url: {} } })
  await webConsole.api.make.submission(bounty, partner, { status: 'draft', completedAt: null })
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/bounties/${bounty.id}`)
  const terms = tab.getByRole('region', { name: 'Terms' })
  await terms.getByText('At most 4', { exact: true }).waitFor()
  await terms.getByText('At most 100', { exact: true }).waitFor()
  await webConsole.open(tab, `/console/${workspace.slug}/bounties`)
  await decide(tab, 'Actions of Photos', 'Delete')
  const dialog = tab.getByRole('dialog')
  await dialog.getByText(/^A bounty with submissions, also drafts and rejected ones, cannot be deleted/).waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText(/^The bounty has submissions and cannot be deleted/).waitFor()
  await context.close()
  t.pass()
})

test.serial('a discount code is created for a link that has none', async (t) => {
  const { user, workspace, other, call } = full
  const links: { id: string }[] = await call(`GET /partners/links?partnerId=${other.id}`)
  await call('POST /discount-codes', { partnerId: other.id, linkId: links[0]?.id, code: 'FIRST' })
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/discount-codes`)
  const dialog = tab.getByRole('dialog')
  const create = async (code: string) => {
    await tab.getByRole('button', { name: 'Create code' }).click()
    await dialog.getByRole('combobox', { name: 'Partner' }).fill('Grace')
    await dialog.getByRole('option', { name: /^Grace/ }).click()
    await dialog.getByLabel('Code', { exact: true }).fill(code)
    await dialog.getByRole('button', { name: 'Create' }).click()
  }
  await create('SECOND')
  await dialog.getByText('The partner has no link without a code. Create one on the page of the partner.').waitFor()
  const second = await call('POST /partners/links', { partnerId: other.id, key: 'grace-again' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await toast(tab, 'Code created')
  t.like((await call('GET /discount-codes?code=second'))[0], { linkId: second.id })
  await context.close()
})

test.serial('applications, bounty submissions and suspicions are decided', async (t) => {
  const { user, workspace, bounty, applicant, other, call } = full
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/applications`)
  await decide(tab, /^Actions of/, 'Approve')
  await tab.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await toast(tab, 'Application approved')
  t.is((await call(`GET /partners/${applicant.id}`)).status, 'approved')
  await webConsole.open(tab, `/console/${workspace.slug}/bounties/${bounty.id}`)
  await decide(tab, /^Actions of the submission/, 'Approve')
  await tab.getByRole('dialog').getByRole('button', { name: 'Approve and reward' }).click()
  await toast(tab, 'Submission approved')
  t.is((await call(`GET /bounties/${bounty.id}/submissions`))[0].status, 'approved')
  await webConsole.open(tab, `/console/${workspace.slug}/fraud`)
  await decide(tab, /^Actions of/, 'Show events')
  await tab.getByRole('dialog').getByText('No events are stored any more').waitFor()
  await tab.keyboard.press('Escape')
  await tab.getByLabel('Select all').check()
  await tab.getByRole('button', { name: 'No fraud', exact: true }).click()
  await tab.getByLabel('Why it is no fraud').fill('Known campaign')
  await tab.getByRole('dialog').getByRole('button', { name: 'No fraud' }).click()
  await toast(tab, /suspicions? resolved/)
  t.is(await call('GET /fraud/groups/count?status=pending'), 0)
  await tab.getByText('No pending suspicions of fraud yet').waitFor()
  await tab.getByLabel('Pending', { exact: true }).selectOption('resolved')
  await tab.getByText('Known campaign').waitFor()
  await webConsole.open(tab, `/console/${workspace.slug}/partners/${other.id}?tab=fraud`)
  await tab.getByText('Known campaign').waitFor()
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('filters name the state that is listed without a choice', async (t) => {
  const { user, workspace, campaign } = full
  const { context, tab } = await webConsole.signedIn(user)
  const choicesAt = async (path: string, label: string) => {
    await webConsole.open(tab, `/console/${workspace.slug}/${path}`)
    return tab.getByRole('combobox', { name: label }).locator('option').allTextContents()
  }
  t.deepEqual(await choicesAt(`campaigns/${campaign.id}?tab=results`, 'Delivered'), ['Delivered', 'Opened', 'Bounced'])
  t.deepEqual(await choicesAt('discover', 'Discover'), ['Discover', 'Invited', 'Recruited', 'Ignored'])
  await context.close()
})

test.serial('a text that the editor cannot show stays as it is when the campaign is saved', async (t) => {
  const { user, workspace, campaign, call } = full
  const { bodyJson } = await call(`GET /campaigns/${campaign.id}`)
  const unusual = { type: 'doc', content: [{ type: 'bulletList', content: [{ type: 'text', text: 'Text without an item' }] }] }
  await call(`PATCH /campaigns/${campaign.id}`, { bodyJson: unusual })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/campaigns/${campaign.id}`)
  await tab.getByText('This text has a form that the editor cannot show.').waitFor()
  await tab.getByLabel('Subject').fill('Tea')
  await tab.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const saved = await call(`GET /campaigns/${campaign.id}`)
  t.is(saved.subject, 'Tea')
  t.deepEqual(saved.bodyJson, unusual)
  await call(`PATCH /campaigns/${campaign.id}`, { bodyJson })
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('messages are read and written, and a campaign is edited, previewed and scheduled', async (t) => {
  const { user, workspace, other, campaign, call } = full
  const { context, tab, problems } = await webConsole.signedIn(user)
  const questions = browserQuestions(tab)
  await webConsole.open(tab, `/console/${workspace.slug}/messages`)
  await tab.getByRole('button', { name: 'New message' }).click()
  await tab.getByRole('combobox', { name: 'Partner' }).fill('Grace')
  await tab.getByRole('option', { name: /^Grace/ }).click()
  await tab.getByRole('button', { name: 'Write', exact: true }).click()
  t.is(questions.asked, 0)
  await tab.getByRole('textbox', { name: 'Message' }).fill('Hello Grace')
  await tab.keyboard.press('Control+Enter')
  await tab.locator('.messages li', { hasText: 'Hello Grace' }).waitFor()
  t.is((await call(`GET /messages?partnerId=${other.id}`))[0].messages[0].text, 'Hello Grace')
  await webConsole.open(tab, `/console/${workspace.slug}/campaigns/${campaign.id}`)
  await tab.getByLabel('Subject').fill('Hello {{PartnerName|there}}')
  const text = tab.getByRole('textbox', { name: 'Text' })
  await text.click()
  await tab.keyboard.press('Control+A')
  await tab.keyboard.type('# News\n- ')
  await tab.getByRole('button', { name: /^Bold/ }).click()
  await tab.keyboard.type('First')
  await tab.keyboard.press('Control+b')
  await tab.keyboard.type('\nSecond\n\nHello ')
  await tab.getByRole('button', { name: 'Variable', exact: true }).click()
  await tab.getByRole('menuitem', { name: 'PartnerName' }).click()
  await tab.keyboard.type(', read on: ')
  await tab.getByRole('button', { name: 'Link', exact: true }).click()
  await tab.getByLabel('Address of the link').fill('https://acme.example/')
  await tab.keyboard.press('Enter')
  await assertAccessible(t, tab, 'editor')
  await tab.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const { bodyJson } = await call(`GET /campaigns/${campaign.id}`)
  t.deepEqual(
    bodyJson.content.map(({ type }: { type: string }) => type),
    ['heading', 'bulletList', 'paragraph'],
  )
  await tab.getByRole('button', { name: 'Preview', exact: true }).click()
  const email = tab.frameLocator('iframe[title=Email]')
  await email.locator('li strong', { hasText: 'First' }).waitFor()
  await email.getByRole('link', { name: 'https://acme.example/' }).waitFor()
  await tab.getByRole('button', { name: 'Schedule' }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await toast(tab, 'Campaign scheduled')
  t.not((await call(`GET /campaigns/${campaign.id}`)).status, 'draft')
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a viewer sees the program and no control that changes it', async (t) => {
  const viewer = await api.make.user()
  await api.make.member(full.workspace, viewer, 'viewer')
  const { context, tab, problems } = await webConsole.signedIn(viewer)
  for (const path of hiddenPages(full)) {
    await webConsole.open(tab, path)
    await assertNoChange(t, tab, path)
  }
  for (const path of ['partners', 'commissions', 'payouts', 'bounties', 'fraud', 'campaigns', 'program-settings']) {
    await webConsole.open(tab, `/console/${full.workspace.slug}/${path}`)
    await assertNoChange(t, tab, path)
  }
  t.deepEqual(problems.filter(isUnexpected), [])
  await context.close()
})

test.serial('partners are selected, moved and banned, and only possible actions are offered', async (t) => {
  const { user, workspace, partner, other, call } = full
  const group = await call('POST /groups', { name: 'Publishers', slug: 'publishers' })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/partners?status=approved`)
  await tab.getByLabel('Select all').check()
  await tab.getByRole('button', { name: 'Move', exact: true }).click()
  await tab.getByRole('dialog').getByLabel('Group').selectOption(group.id)
  await tab.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
  await toast(tab, /partners moved/)
  t.is((await call(`GET /partners/${partner.id}`)).groupId, group.id)
  await webConsole.open(tab, `/console/${workspace.slug}/partners/${other.id}`)
  await tab.getByRole('button', { name: 'Actions', exact: true }).click()
  const items = async () => tab.getByRole('menuitem').allTextContents()
  t.deepEqual(await items(), ['Move to a group', 'Archive', 'Deactivate', 'Ban'])
  await tab.getByRole('menuitem', { name: 'Ban' }).click()
  await tab.getByRole('dialog').getByLabel('Reason').selectOption('spam')
  await tab.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
  await toast(tab, 'Partner banned')
  t.like(await call(`GET /partners/${other.id}`), { status: 'banned', bannedReason: 'spam' })
  await tab.getByText('Banned', { exact: true }).first().waitFor()
  await tab.getByRole('button', { name: 'Actions', exact: true }).click()
  t.deepEqual(await items(), ['Lift the ban', 'Delete'])
  t.deepEqual(problems.filter(isUnexpected), [])
  await context.close()
})

async function assertNoChange(t: ExecutionContext, tab: Page, path: string) {
  t.is(await tab.locator('[role=alert]').count(), 0, path)
  t.is(await tab.locator('main button.primary:enabled, main a.button.primary').count(), 0, path)
  t.is(await tab.locator('main input[type=checkbox]:enabled').count(), 0, path)
}
