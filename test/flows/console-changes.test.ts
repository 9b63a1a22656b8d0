/** Changes of the partner program through the web console, in a real browser: the API shows each of them. Skipped without a browser. */
import type { Page } from 'playwright-core'
import type { TestApi } from '../support/api.js'
import { browserTest as test, type TestConsole, testConsole, toast, twoFrames } from '../support/console.js'
import { type FullProgram, fullProgram } from '../support/full-program.js'
import { runQueuedJobs } from '../support/jobs.js'

let webConsole: TestConsole
let api: TestApi
let full: FullProgram
test.before(async () => {
  webConsole = await testConsole()
  api = webConsole.api
  full = await fullProgram(api)
})
test.after.always(() => webConsole?.close())

async function inConsole(path: string) {
  const { context, tab, problems } = await webConsole.signedIn(full.user)
  await webConsole.open(tab, `/console/${full.workspace.slug}/${path}`)
  return { context, tab, problems, open: (path: string) => webConsole.open(tab, `/console/${full.workspace.slug}/${path}`) }
}

async function choosePartner(tab: Page, name: string) {
  const partner = tab.getByRole('combobox', { name: 'Partner' })
  await partner.fill(name)
  await tab.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test.serial('move rules and the application form of a group, and the settings of the program, are changed', async (t) => {
  const { call, program } = full
  const group = await call('POST /groups', { name: 'Creators', slug: 'creators' })
  const { context, tab, problems, open } = await inConsole(`groups/${group.id}?tab=rules`)
  await tab.getByRole('button', { name: 'Add a rule' }).click()
  await tab.getByLabel('Comparison').selectOption('between')
  await tab.getByLabel('Value').fill('100')
  await tab.getByLabel('Up to').fill('250.50')
  await tab.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const [rule] = (await call(`GET /groups/${group.id}`)).moveRules
  t.like(rule, { attribute: 'totalSaleAmount', operator: 'between', value: { min: 10_000, max: 25_050 } })

  await open(`groups/${group.id}?tab=form`)
  await tab.getByRole('button', { name: 'Add a question' }).click()
  await tab.getByLabel('Question', { exact: true }).fill('Where do you publish?')
  await tab.getByLabel('Kind of answer').selectOption('select')
  await tab.getByLabel('Choices').fill('Blog, YouTube')
  await tab.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const [question] = (await call(`GET /groups/${group.id}`)).applicationFormData.fields
  t.like(question, { label: 'Where do you publish?', type: 'select', required: true })
  t.deepEqual(
    question.data.options.map(({ value }: { value: string }) => value),
    ['Blog', 'YouTube'],
  )

  await open('program-settings')
  const contact = tab.getByRole('form', { name: 'Contact' })
  await contact.getByLabel('Email for partners').fill('partners@acme.example')
  await contact.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  const payouts = tab.getByRole('form', { name: 'Payouts' })
  await payouts.getByLabel('Least amount of a payout').selectOption('5000')
  await payouts.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  t.like(await call(`GET /programs/${program.id}`), { supportEmail: 'partners@acme.example', minPayoutAmount: 5000 })
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a discount, a code and commissions are created', async (t) => {
  const { call, other } = full
  const group = await call('POST /groups', { name: 'Shops', slug: 'shops' })
  const { context, tab, problems, open } = await inConsole('discounts')
  const dialog = tab.getByRole('dialog')
  await tab.getByRole('button', { name: 'Create discount' }).click()
  await dialog.getByLabel('Group').selectOption(group.id)
  await dialog.getByLabel('Kind of amount').selectOption('flat')
  await dialog.getByLabel('Percent, or dollars of a flat amount').fill('12.5')
  await dialog.getByLabel('Months').fill('3')
  await dialog.getByRole('button', { name: 'Create discount' }).click()
  await toast(tab, 'Discount created')
  const discount = (await call('GET /discounts')).find(({ type }: { type: string }) => type === 'flat')
  t.like(discount, { amount: 1250, maxDuration: 3, provider: 'custom' })

  await open('discount-codes')
  await tab.getByRole('button', { name: 'Create code' }).click()
  await choosePartner(tab, 'Grace')
  await dialog.getByLabel('Code').fill('GRACE10')
  await dialog.getByRole('button', { name: 'Create code' }).click()
  await toast(tab, 'Code created')
  const codes = await call('GET /discount-codes')
  t.like(codes[0], { code: 'GRACE10', partnerId: other.id })

  await open('commissions')
  await tab.getByRole('button', { name: 'Create commission' }).click()
  await choosePartner(tab, 'Grace')
  await dialog.getByLabel('Amount in dollars').fill('42.50')
  await dialog.getByLabel('Description').fill('Talk at a conference')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  // A job creates it.
  await runQueuedJobs(api.resources)
  await open('commissions')
  await tab.locator('tbody tr', { hasText: '$42.50' }).waitFor()
  const commissions = await call(`GET /commissions?partnerId=${other.id}&type=custom`)
  t.true(
    commissions.some(({ earnings, description }: Record<string, unknown>) => earnings === 4250 && description === 'Talk at a conference'),
  )
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a submission for a partner carries images, and one that was refused can be sent again', async (t) => {
  const { call, other, program } = full
  const bounty = await api.make.bounty(program, { submissionRequirements: { image: { max: 2 }, url: { max: 1 } } })
  const { context, tab, problems, open } = await inConsole(`bounties/${bounty.id}`)
  await tab.getByRole('button', { name: 'Submit for a partner' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Partner' }).fill('Grace')
  await dialog.getByRole('option', { name: /^Grace/ }).click()
  const files = ['post.png', 'shop.png', 'more.png'].map((name) => ({ name, mimeType: 'image/png', buffer: pixel }))
  await dialog.getByLabel('Add images').setInputFiles(files)
  await dialog.getByText('Only 2 more images can be added.').waitFor()
  await dialog.getByRole('button', { name: 'Remove post.png' }).click()
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await dialog.getByText('Address of the proof is required: the bounty asks for an address.').waitFor()
  await dialog.getByLabel('Address of the proof').fill('https://blog.example/post')
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await toast(tab, 'Submission added')
  const [submission] = await call(`GET /bounties/${bounty.id}/submissions`)
  t.like(submission, { partnerId: other.id, files: [{ fileName: 'shop.png' }], urls: ['https://blog.example/post'] })
  await open(`bounties/${bounty.id}`)
  await tab.getByRole('button', { name: /^Actions of the submission/ }).click()
  await tab.getByRole('menuitem', { name: 'Review' }).click()
  await dialog.locator('img[alt="shop.png"]').waitFor()
  t.deepEqual(
    problems.filter((problem) => !problem.includes('status of 4')),
    [],
  )
  await context.close()
})

test.serial('a message carries an image, a partner of the network is invited, and a sender domain is added and deleted', async (t) => {
  const { call, other } = full
  await api.make.partner({ name: 'Iris', email: 'iris@example.com', networkStatus: 'approved', country: 'IS' })
  const { context, tab, problems, open } = await inConsole(`messages?partnerId=${other.id}`)
  await tab.getByLabel('Attach images').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: pixel })
  await tab.getByRole('button', { name: 'Remove plan.png' }).waitFor()
  await tab.getByRole('textbox', { name: 'Message' }).fill('Our plan')
  await tab.getByRole('button', { name: 'Send' }).click()
  await tab.locator('.messages img[alt^="plan.png"]').waitFor()
  const [{ messages }] = await call(`GET /messages?partnerId=${other.id}`)
  const sent = messages.find(({ text }: { text: string }) => text === 'Our plan')
  t.like(sent.attachments[0], { fileName: 'plan.png' })

  await open('discover')
  await tab.getByRole('button', { name: 'Actions of Iris' }).click()
  await tab.getByRole('menuitem', { name: 'Invite' }).click()
  await tab.getByLabel('Subject of the email').fill('Work with us')
  await tab.getByRole('button', { name: 'Send invite' }).click()
  await toast(tab, 'Invite sent')
  t.is((await call('GET /network/partners/invites-usage')).usage, 1)

  await open('campaigns')
  await tab.getByRole('button', { name: 'Sender domains' }).click()
  await tab.getByRole('button', { name: 'Add domain' }).click()
  await tab.getByRole('dialog', { name: 'Add domain' }).getByLabel('Domain').fill('news.acme.example')
  await tab.getByRole('dialog', { name: 'Add domain' }).getByRole('button', { name: 'Add', exact: true }).click()
  const domain = tab.getByRole('region', { name: 'news.acme.example' })
  await domain.waitFor()
  t.deepEqual(
    (await call('GET /email-domains')).map(({ slug }: { slug: string }) => slug),
    ['news.acme.example'],
  )
  await domain.getByRole('button', { name: 'Delete' }).click()
  await tab.getByRole('dialog', { name: 'Delete news.acme.example?' }).getByRole('button', { name: 'Delete' }).click()
  await domain.waitFor({ state: 'detached' })
  t.deepEqual(await call('GET /email-domains'), [])
  t.deepEqual(
    // The base URL of the tests is another origin, whose private address is refused.
    problems.filter((problem) => !/status of 422/.test(problem)),
    [],
  )
  await context.close()
})

/** What another editor of rich text may have stored. */
const richText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'News of *May*' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Hello ' },
        { type: 'mention', attrs: { id: 'PartnerName', fallback: 'there' } },
        { type: 'text', text: ', ' },
        { type: 'text', text: 'read', marks: [{ type: 'bold' }, { type: 'underline' }] },
        { type: 'text', text: ' it', marks: [{ type: 'bold' }] },
      ],
    },
    { type: 'image', attrs: { src: 'https://images.acme.example/may.png', alt: 'May' } },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'One' }] },
            {
              type: 'orderedList',
              content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Nested' }] }] }],
            },
          ],
        },
      ],
    },
    { type: 'codeBlock', content: [{ type: 'text', text: 'GRACE10\n\n  once' }] },
    // Blank lines and spaces within a text stay.
    { type: 'paragraph', content: [{ type: 'text', text: ' a\n\nb' }] },
  ],
}

test.serial(
  'the editor of a campaign keeps rich text that it did not write, and the preview shows the email without other origins',
  async (t) => {
    const { call } = full
    const { id } = await call('POST /campaigns', { type: 'marketing', name: 'May', subject: 'May', bodyJson: richText })
    const shown = async () => (await call(`POST /campaigns/${id}/preview`, {})).html
    const before = await shown()
    const { context, tab, problems, open } = await inConsole(`campaigns/${id}`)
    const text = tab.getByRole('textbox', { name: 'Text' })
    await text.locator('pre').waitFor()
    await text.locator('> p').last().click()
    // The editor learns of a movement after it.
    await twoFrames(tab)
    await tab.keyboard.press('Control+End')
    await twoFrames(tab)
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('The ')
    await tab.keyboard.press('Control+i')
    await tab.keyboard.type('end')
    // The next key takes over what was typed.
    await tab.keyboard.press('End')
    await tab.getByRole('button', { name: 'Save' }).click()
    await toast(tab, 'Saved')
    t.is(await shown(), before.replace('<hr><p style', '<p>The <em>end</em></p><hr><p style'))
    await open(`campaigns/${id}?tab=preview`)
    const email = tab.frameLocator('iframe[title=Email]')
    await email.locator('h1', { hasText: 'News of *May*' }).waitFor()
    t.regex(
      (await email.locator('img').getAttribute('src')) ?? '',
      /^\/api\/links\/metatags\/image\?.*url=https%3A%2F%2Fimages\.acme\.example%2Fmay\.png$/,
    )
    t.deepEqual(
      // The image does not exist.
      problems.filter((problem) => !/status of 422/.test(problem)),
      [],
    )
    await context.close()
  },
)
