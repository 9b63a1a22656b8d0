/** What a partner sees and can do in the portal. Skipped without a browser. */
import { browserTest as test, type TestConsole, testConsole } from '../support/console.js'
import { png, signedInPartner } from '../support/signed-in-partner.js'

let portal: TestConsole
test.before(async () => {
  portal = await testConsole()
})
test.after.always(() => portal?.close())

const dayMs = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs)

test.serial('a partner who missed a week of a bounty submits for the current one, and sees when the next one begins', async (t) => {
  const { context, tab, owner, partner } = await signedInPartner(portal)
  const bounty = await portal.api.make.bounty(owner.program, {
    name: 'Write every week',
    startsAt: daysFromNow(-8),
    endsAt: daysFromNow(30),
    submissionFrequency: 'week',
    maxSubmissions: 4,
  })
  await portal.api.make.submission(bounty, partner, { status: 'draft', completedAt: null, periodNumber: 1 })
  await portal.open(tab, `/portal/programs/${owner.program.slug}/bounties`)
  await tab.getByRole('button', { name: 'Open' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Submission 2 of 4' }).waitFor()
  await dialog.getByLabel('Addresses').fill('my blog')
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await dialog.getByText('Addresses must be an address, such as https://acme.example', { exact: true }).waitFor()
  await dialog.getByLabel('Addresses').fill('')
  await dialog.getByLabel('Description').fill('About this week')
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await dialog.getByText(/^You can submit again from /).waitFor()
  t.is(await dialog.getByRole('button', { name: 'Submit', exact: true }).count(), 0)
  const { rows } = await portal.api.resources.database.pool.query(
    `select period_number from bounty_submissions where bounty_id = $1 and status = 'submitted'`,
    [bounty.id],
  )
  t.deepEqual(rows, [{ period_number: 2 }])
  await context.close()
})

test.serial('a partner sees how far it is from the goal of a bounty about revenue, in dollars', async (t) => {
  const { context, tab, owner, partner } = await signedInPartner(portal)
  const bounty = await portal.api.make.bounty(owner.program, {
    type: 'performance',
    performanceCondition: { attribute: 'totalSaleAmount', operator: 'gte', value: 200_000 },
    performanceScope: 'new',
  })
  await portal.api.make.submission(bounty, partner, { status: 'draft', completedAt: null, performanceCount: 123_456 })
  await portal.open(tab, `/portal/programs/${owner.program.slug}/bounties`)
  await tab.getByRole('button', { name: /^Open/ }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByText('counted so far: $1,234.56').waitFor()
  t.is(await dialog.getByText('$2,000.00 of sales').count(), 1)
  await context.close()
})

test.serial('a post for a bounty that counts its views cannot be saved as a draft, because it is submitted at once', async (t) => {
  const { context, tab, owner } = await signedInPartner(portal)
  await portal.api.make.bounty(owner.program, {
    submissionRequirements: { socialMetrics: { platform: 'youtube', metric: 'views', minCount: 100 } },
  })
  await portal.open(tab, `/portal/programs/${owner.program.slug}/bounties`)
  await tab.getByRole('button', { name: /^Open/ }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Address of your post').waitFor()
  t.is(await dialog.getByRole('button', { name: 'Submit', exact: true }).count(), 1)
  t.is(await dialog.getByRole('button', { name: 'Save draft' }).count(), 0)
  await context.close()
})

test.serial('a partner completes its profile and requests to be listed in the network', async (t) => {
  const { context, tab, partner } = await signedInPartner(portal)
  await portal.open(tab, '/portal/profile')
  await tab.getByLabel('About you').fill('Developers read my blog.')
  await tab.getByLabel('Country').fill('DE')
  await tab.getByText('How you work').click()
  await tab.getByRole('group', { name: 'Industries' }).getByLabel('Development').check()
  await tab.getByText('Website and social media').click()
  await tab.getByLabel('Website', { exact: true }).fill('https://blog.example')
  await tab.getByRole('button', { name: 'Save', exact: true }).click()
  await tab.getByText('Profile saved').waitFor()
  await tab.getByRole('button', { name: 'Ask to be listed' }).click()
  await tab.getByText('The operator is reviewing your profile.').waitFor()
  const { rows } = await portal.api.resources.database.pool.query('select network_status, industry_interests from partners where id = $1', [
    partner.id,
  ])
  t.deepEqual(rows, [{ network_status: 'submitted', industry_interests: ['Development'] }])
  await context.close()
})

test.serial('a message takes five of six chosen images, each of which can be removed before it is sent', async (t) => {
  const { context, tab } = await signedInPartner(portal)
  await portal.open(tab, '/portal/messages')
  await tab.getByRole('button', { name: /Write the first message/ }).click()
  const files = Array.from({ length: 6 }, (_, index) => ({ name: `image-${index}.png`, mimeType: 'image/png', buffer: png }))
  await tab.getByLabel('Attach images').setInputFiles(files)
  await tab.getByText('Only 5 more images can be added.').waitFor()
  t.is(await tab.getByRole('button', { name: /^Remove image-/ }).count(), 5)
  await tab.getByRole('button', { name: 'Remove image-0.png' }).click()
  await tab.getByRole('textbox', { name: 'Message' }).fill('Look at these')
  await tab.getByRole('button', { name: 'Send' }).click()
  const bubble = tab.locator('.bubble', { hasText: 'Look at these' })
  await bubble.waitFor()
  t.is(await bubble.getByRole('link').count(), 4)
  await context.close()
})

test.serial('a payout that is processed is not shown as part of a payout', async (t) => {
  const { context, tab, owner, partner } = await signedInPartner(portal)
  await portal.api.make.payout(owner.program, partner, { status: 'processed', amount: 900 })
  await portal.open(tab, '/portal/payouts')
  await tab.locator('tbody tr', { hasText: 'Processed' }).waitFor()
  t.is(await tab.getByText('In a payout').count(), 0)
  await context.close()
})

test.serial('the earnings of links are those of the chart, whatever earned them', async (t) => {
  const { context, tab, owner, partner } = await signedInPartner(portal)
  const [link] = (await owner.call(`GET /partners/links?partnerId=${partner.id}`)).body
  for (const [fields, earnings] of [
    [{ type: 'lead', linkId: link.id }, 300],
    [{ type: 'sale', linkId: link.id, status: 'paid' }, 200],
    [{ type: 'sale', linkId: link.id, status: 'canceled' }, 9900],
    [{ type: 'custom' }, 150],
  ] as const)
    await portal.api.make.commission(owner.program, partner, { ...fields, earnings })
  await portal.open(tab, `/portal/programs/${owner.program.slug}?measure=earnings`)
  await tab.locator('[data-measure=earnings]', { hasText: '$6.50' }).waitFor()
  const bars = tab.getByRole('region', { name: 'Links', exact: true }).locator('.bars li')
  await bars.filter({ hasText: '$5.00' }).waitFor()
  t.is(await bars.filter({ hasText: 'Without a link' }).filter({ hasText: '$1.50' }).count(), 1)
  await context.close()
})

test.serial('a new link may go to the default page of the program, and a changed one names its destination', async (t) => {
  const { context, tab, owner, partner } = await signedInPartner(portal)
  const additionalLinks = [{ domain: 'acme.example', path: '', validationMode: 'domain' }]
  await owner.call(`PATCH /groups/${owner.program.defaultGroupId}`, { additionalLinks })
  await owner.call('POST /partners/links', { partnerId: partner.id, url: 'https://acme.example/sale', key: 'own-link' })
  await portal.open(tab, `/portal/programs/${owner.program.slug}/links`)
  await tab.getByRole('button', { name: /^Actions of .*own-link$/ }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Destination').fill('')
  t.is(await dialog.locator('input:invalid').count(), 1)
  await dialog.getByLabel('Destination').fill('https://acme.example/other')
  await dialog.getByLabel('Short link').fill('')
  t.is(await dialog.locator('input:invalid').count(), 1)
  await dialog.getByLabel('Short link').fill('own-link')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await tab.getByText('acme.example/other').waitFor()
  await tab.getByRole('button', { name: 'Create link' }).click()
  await tab.getByRole('dialog').getByLabel('Short link').fill('second-link')
  await tab.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await tab.getByText('Link created').waitFor()
  await context.close()
})

test.serial('the marketplace offers no application to a program that the partner cannot apply to again', async (t) => {
  const { context, tab, owner } = await signedInPartner(portal)
  const { pool } = portal.api.resources.database
  await pool.query('update programs set added_to_marketplace_at = now() where id = $1', [owner.program.id])
  const card = tab.getByRole('article', { name: owner.program.name })
  for (const status of ['rejected', 'declined']) {
    await pool.query('update enrolments set status = $2 where program_id = $1', [owner.program.id, status])
    await portal.open(tab, '/portal/marketplace')
    await card.getByRole('link', { name: 'Open' }).waitFor()
    t.is(await card.getByRole('button').count(), 0)
  }
  await pool.query('delete from enrolments where program_id = $1', [owner.program.id])
  await portal.open(tab, '/portal/marketplace')
  await card.getByRole('button', { name: `Apply to ${owner.program.name}` }).waitFor()
  await context.close()
})

test.serial('charts name the days of the chosen time zone, whatever that of the viewer is', async (t) => {
  const { context, tab, owner } = await signedInPartner(portal)
  const timeZone = 'Pacific/Kiritimati'
  await portal.open(tab, `/portal/programs/${owner.program.slug}?interval=7d&timezone=${encodeURIComponent(timeZone)}`)
  const days = tab.getByRole('region', { name: 'Totals' }).locator('time')
  await days.first().waitFor({ state: 'attached' })
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' })
  for (const day of await days.all()) t.is(await day.textContent(), format.format(new Date(String(await day.getAttribute('datetime')))))
  await context.close()
})

test.serial('an answer of a submitted lead that is refused is named by its question', async (t) => {
  const { context, tab, owner } = await signedInPartner(portal)
  const question = { key: 'd', label: 'Start of the project', type: 'date', required: true, locked: false, position: 0 }
  await owner.call(`PATCH /programs/${owner.program.id}`, { referralFormData: { fields: [question] } })
  await portal.open(tab, `/portal/programs/${owner.program.slug}/leads`)
  await tab.getByRole('button', { name: 'Submit lead' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Ada')
  await dialog.getByLabel('Email').fill('ada@shop.example')
  await dialog.getByLabel('Start of the project').fill('soon')
  await dialog.getByRole('button', { name: 'Submit lead' }).click()
  await dialog.getByText('Start of the project: Must be a date.', { exact: true }).waitFor()
  t.true(await dialog.getByLabel('Start of the project').evaluate((input) => input.matches(':focus')))
  await context.close()
})

test.serial('events are exported for the chosen days', async (t) => {
  const { context, tab, owner } = await signedInPartner(portal)
  await portal.open(tab, `/portal/programs/${owner.program.slug}?start=2026-01-05&end=2026-01-09&timezone=Asia%2FTokyo`)
  const requested = tab.waitForRequest(/\/events\/export\?/)
  await tab.getByRole('button', { name: 'Export events' }).click()
  const { searchParams } = new URL((await requested).url())
  t.like(Object.fromEntries(searchParams), { start: '2026-01-05', end: '2026-01-09', timezone: 'Asia/Tokyo' })
  await context.close()
})
