/** The partner portal and the public pages in a real browser. Skipped without a browser. */
import { readFile } from 'node:fs/promises'
import type { TestApi } from '../support/api.js'
import { queuedBatches } from '../support/clicks.js'
import { figureComparison } from '../support/compare-figures.js'
import {
  assertWellShown,
  assertWellShownEverywhere,
  attack,
  browserTest as test,
  type TestConsole,
  testConsole,
  writeScreenshot,
} from '../support/console.js'
import { latestEmailTo, linkIn } from '../support/emails.js'
import { followLinks } from '../support/full-workspace.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../support/jobs.js'
import { dashboardFigures, portalFigures, zeroFigures } from '../support/portal-figures.js'
import { programOwner, unique } from '../support/program-owner.js'
import { visitShortLink } from '../support/visit-short-link.js'

let portal: TestConsole
let api: TestApi
let full: Awaited<ReturnType<typeof fullAccount>>
test.before(async () => {
  portal = await testConsole()
  api = portal.api
  full = await fullAccount()
})
test.after.always(() => portal?.close())

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

/** A partner of a program with rows of every kind, whose texts are attacks. */
async function fullAccount() {
  const owner = await programOwner(api, { plan: 'enterprise' })
  const { program, call } = owner
  const expectOk = async (row: string, body?: object) => {
    const response = await call(row, body)
    if (response.status >= 300) throw new Error(`${row}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const fields = [{ key: 'notes', label: 'Notes', type: 'textarea', required: false, locked: false, position: 1 }]
  await expectOk(`PATCH /programs/${program.id}`, {
    description: attack.slice(0, 90),
    messagingEnabled: true,
    referralFormData: { fields },
  })
  await expectOk('POST /rewards', { event: 'sale', type: 'percentage', amountInPercentage: 20, groupId: program.defaultGroupId })
  const user = await api.make.user()
  const partner = await api.make.partner({ name: attack.slice(0, 90), email: String(user.email).toLowerCase() })
  await api.make.partnerUser(partner, user)
  await expectOk('POST /partners', { email: user.email, name: attack.slice(0, 90) })
  await expectOk('POST /commissions', { type: 'custom', partnerId: partner.id, amount: 1500, description: attack })
  // The partner earned more than another one.
  const other = await expectOk('POST /partners', { email: `${unique('other')}@partner.example`, name: 'Other' })
  await expectOk('POST /commissions', { type: 'custom', partnerId: other.id, amount: 100 })
  await expectOk('POST /messages', { partnerId: partner.id, text: attack })
  await expectOk(`POST /programs/${program.id}/resources`, {
    resourceType: 'link',
    name: attack.slice(0, 90),
    url: 'https://acme.example/',
  })
  await api.make.bounty(program, { name: attack.slice(0, 90), description: attack })
  await api.make.submittedLead(program, partner)
  await api.make.payout(program, partner, { status: 'completed', amount: 4321 })
  const [link] = (await call(`GET /partners/links?partnerId=${partner.id}`)).body
  const own = await expectOk('POST /links', { domain: owner.domain, key: 'own', url: 'https://acme.example/' })
  await followLinks(api, { workspace: owner.workspace, link, own, call: expectOk })
  // Times are as wide as they can be: "25 minutes ago".
  await api.resources.database.pool.query(`update commissions set created_at = created_at - interval '25 minutes'`)
  return { owner, user, partner, own, slug: program.slug as string, programId: program.id as string }
}

test.serial(
  'every page of the portal shows its data, on a computer and on a telephone in the dark, accessibly and without executing texts',
  async (t) => {
    const { user, slug } = full
    const { context, tab, problems, traffic } = await portal.signedIn(user)
    const pages = await portal.pagesOf(tab, `/portal/programs/${slug}`)
    t.is(pages.length, 15, pages.join())
    const compare = figureComparison(portalFigures)
    for (const path of pages) {
      await portal.follow(tab, path)
      await compare.page(tab, traffic, path.replace(/^\/portal\/?/, '').replace(slug, '{program}'))
      await assertWellShownEverywhere(t, tab, path)
    }
    t.deepEqual(compare.differences, [], 'figures that differ from the answers of the API, or have no case')
    t.deepEqual(compare.onlyZero().toSorted(), zeroFigures.toSorted(), 'figures that are only zero')
    t.deepEqual(problems, [])
    await context.close()
  },
)

test.serial('an account without programs has empty pages, and an error of the API can be tried again', async (t) => {
  const user = await api.make.user()
  await api.make.partnerUser(await api.make.partner(), user)
  const { context, tab, problems } = await portal.signedIn(user)
  const pages = ['', '/marketplace', '/payouts', '/messages', '/referrals', '/postbacks', '/profile'].map((path) => `/portal${path}`)
  for (const path of pages) {
    await portal.open(tab, path)
    await assertWellShown(t, tab, path)
  }
  t.deepEqual(problems, [])
  const isFailing = (url: URL) => url.pathname.startsWith('/api/') && !/\/api\/(user|partner-profile(\/accounts)?)$/.test(url.pathname)
  await tab.route(isFailing, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_server_error', message: 'It failed.' } } }),
  )
  for (const path of pages) {
    await portal.open(tab, path)
    await tab.getByText('It failed.').first().waitFor()
    t.true(await tab.getByRole('button', { name: 'Try again' }).first().isVisible(), path)
  }
  await context.close()
})

test.serial('a member sees the account and changes nothing about it', async (t) => {
  const { partner, slug } = full
  const user = await api.make.user()
  await api.make.partnerUser(partner, user, 'member')
  const { context, tab, problems } = await portal.signedIn(user)
  const pages = await portal.pagesOf(tab, `/portal/programs/${slug}`)
  t.false(pages.includes('/portal/postbacks'))
  await portal.open(tab, '/portal/postbacks')
  t.regex((await tab.textContent('main')) ?? '', /not available to you/)
  await portal.open(tab, '/portal/payouts')
  await tab.getByText('Only owners of this partner account change how it is paid.').waitFor()
  t.is(await tab.getByRole('button', { name: 'Save' }).count(), 0)
  await portal.open(tab, '/portal/profile')
  t.is(await tab.getByRole('button', { name: 'Invite' }).count(), 0)
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a partner applies, signs in, is approved, copies a link, sees what it earned and says how to be paid', async (t) => {
  const owner = await programOwner(api, { plan: 'enterprise' })
  const { program, call } = owner
  const groupId = program.defaultGroupId as string
  await call(`PATCH /groups/${groupId}`, { applicationFormPublishedAt: new Date().toISOString(), brandColor: '#0b7a4b' })
  await call('POST /rewards', { event: 'sale', type: 'percentage', amountInPercentage: 20, groupId })
  const email = `${unique('grace')}@example.com`
  const { context, tab, problems } = await portal.signedIn(null)

  await portal.open(tab, `/auth/apply/${program.slug}`)
  await assertWellShown(t, tab, 'application form')
  await tab.getByLabel('Name').fill('Grace Hopper')
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('How do you plan to promote us?').fill('On my blog.')
  await tab.getByRole('button', { name: 'Apply' }).click()
  await tab.getByText('Check your email').waitFor()
  await runQueuedJobsAndSubscribers(api.resources)
  await portal.open(tab, linkIn(await latestEmailTo(api.config.dataDir, email)))
  await tab.getByRole('button', { name: 'Submit application' }).click()
  await tab.getByRole('link', { name: 'Open the partner portal' }).click()
  await tab.getByRole('link', { name: 'Open a partner account' }).click()
  await tab.getByLabel('Email').fill(email)
  await tab.getByRole('button', { name: 'Send link' }).click()
  await runQueuedJobsAndSubscribers(api.resources)
  const isSignUp = ({ subject }: { subject: string }) => subject === 'Open your partner account'
  await portal.open(tab, linkIn(await latestEmailTo(api.config.dataDir, email, isSignUp)))
  await tab.getByLabel('Your name').fill('Grace Hopper')
  await tab.getByLabel('Password').fill('correct horse battery staple 9')
  await tab.getByRole('button', { name: 'Continue' }).click()
  await tab.waitForURL(`${api.url}/portal`)
  await tab.locator('tbody tr', { hasText: 'Pending' }).waitFor()

  const [application] = (await call('GET /program-applications')).body
  await call('POST /program-applications/approve', { partnerId: application.partner.id })
  await runQueuedJobsAndSubscribers(api.resources)
  await portal.open(tab, `/portal/programs/${program.slug}/links`)
  await tab
    .getByRole('button', { name: /^Copy / })
    .first()
    .click()
  const link = new URL(String(await tab.evaluate('navigator.clipboard.readText()')))

  await visitShortLink(api, { domain: link.hostname, key: link.pathname.slice(1) }, userAgent)
  for (const batch of await queuedBatches(api.resources)) await runJobByName(api.resources, 'tracking.ingest-clicks', batch)
  const [click] = (await call(`GET /events?event=clicks&interval=24h`)).body
  await call('POST /track/lead', {
    clickId: click.click.id,
    eventName: 'Sign up',
    customerExternalId: 'c1',
    customerEmail: 'eve@example.com',
  })
  await call('POST /track/sale', { customerExternalId: 'c1', amount: 10_000, currency: 'usd', invoiceId: 'i1', paymentProcessor: 'custom' })
  await runQueuedJobsAndSubscribers(api.resources)
  await runJobByName(api.resources, 'earnings.compute-commissions')
  await portal.open(tab, `/portal/programs/${program.slug}`)
  await tab.locator('[data-measure=earnings]', { hasText: '$20.00' }).waitFor()
  t.is(await tab.locator('[data-measure=clicks]').textContent(), '1')
  t.regex(String(await tab.locator('[data-measure=sales]').textContent()), /^\$100\.00/)
  t.regex((await tab.textContent('main')) ?? '', /20 % of each sale/)

  const bar = tab.getByRole('region', { name: 'Links', exact: true }).locator('.bars li').first()
  t.regex((await bar.textContent()) ?? '', new RegExp(`^${link.host}${link.pathname}.*1$`))

  await writeScreenshot(tab, 'portal-program')

  await portal.open(tab, `/portal/programs/${program.slug}/earnings`)
  const download = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  t.regex(file, /^id,createdAt,type,status,amount,earnings,currency\r?\ncm_\w+,[^,]+,sale,pending,10000,2000,usd\r?\n$/)

  await tab.keyboard.press('Control+K')
  await tab.getByRole('combobox', { name: /^Find/ }).fill('payou')
  await tab.keyboard.press('Enter')
  await tab.waitForURL(`${api.url}/portal/payouts`)
  await tab.getByLabel('Method').selectOption('paypal')
  await tab.getByLabel('Address of your PayPal account').fill(email)
  await tab.getByRole('button', { name: 'Save' }).click()
  await tab.getByText('Payout settings saved').waitFor()
  const { rows } = await api.resources.database.pool.query('select default_payout_method from partners where email = $1', [email])
  t.deepEqual(rows, [{ default_payout_method: 'paypal' }])
  // Before the sign-in the portal asks for the session, and the browser reports the answer 401.
  t.deepEqual(
    problems.filter((problem) => !problem.includes('401')),
    [],
  )
  await context.close()
})

test.serial('a shared dashboard shows its figures after its password', async (t) => {
  const { workspace, user, key } = await api.make.caller({ plan: 'enterprise' })
  const link = await api.make.link(workspace, { domain: (await api.make.domain(workspace)).slug })
  const owner = await portal.signedIn(user)
  await portal.open(owner.tab, `/console/${workspace.slug}/links`)
  await owner.tab.getByRole('button', { name: /^Actions of/ }).click()
  await owner.tab.getByRole('menuitem', { name: 'Share analytics' }).click()
  await owner.tab.getByRole('button', { name: 'Share', exact: true }).click()
  await owner.tab.getByLabel('Password').fill('open sesame')
  await owner.tab.getByRole('button', { name: 'Save' }).click()
  await owner.tab.getByText('Saved').waitFor()
  const shared = (await api.call(`GET /links/${link.id}/dashboard`, { key })).body
  t.is(shared.password, 'open sesame')
  t.deepEqual(owner.problems, [])
  await owner.context.close()
  const { context, tab } = await portal.signedIn(null, { width: 360, dark: true })
  await portal.open(tab, `/share/${shared.id}`)
  await tab.getByLabel('Password').fill('wrong')
  await tab.getByRole('button', { name: 'Show analytics' }).click()
  await tab.getByText('Incorrect dashboard password.').waitFor()
  await tab.getByLabel('Password').fill('open sesame')
  await tab.getByRole('button', { name: 'Show analytics' }).click()
  await tab.locator('[data-measure=clicks]', { hasText: '0' }).waitFor()
  await tab.getByText('No data in this period').first().waitFor()
  await assertWellShown(t, tab, 'dashboard')
  t.is((await tab.request.get(`${api.url}/share/dash_unknown`)).status(), 403)
  await context.close()
})

test.serial('the figures of a shared dashboard equal the answers of the API', async (t) => {
  const { owner, own } = full
  const { status, body } = await owner.call(`POST /dashboards?linkId=${own.id}&showConversions=true`, {})
  t.is(status, 200, JSON.stringify(body))
  const { context, tab, problems, traffic } = await portal.signedIn(null)
  await portal.open(tab, `/share/${body.id}`)
  const compare = figureComparison({ dashboard: dashboardFigures })
  await compare.page(tab, traffic, 'dashboard')
  t.deepEqual(compare.differences, [], 'figures that differ from the answers of the API, or have no case')
  t.deepEqual(compare.onlyZero(), [])
  await assertWellShownEverywhere(t, tab, 'dashboard')
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('pages without scripts are styled, accessible and need no other origin', async (t) => {
  const { program, workspace, call } = full.owner
  const user = await api.make.user()
  await api.make.member(workspace, user)
  const email = String(user.email)
  const invite = (await call(`POST /workspaces/${workspace.slug}/invites`, { teammates: [{ email: `${unique('ada')}@example.com` }] })).body
  const partnerInvite = (await call('POST /partners/invites', { email: `${unique('eve')}@example.com` })).body
  await api.call('POST /auth/password/forgot', { body: { email } })
  await runQueuedJobsAndSubscribers(api.resources)
  const consent = {
    client_id: (await api.make.oauthApp(workspace)).clientId,
    redirect_uri: 'https://app.example/callback',
    response_type: 'code',
    scope: 'links.read customers.write',
  }
  const forVisitors = ['/auth/login', '/auth/password/forgot', '/auth/partner/sign-up', `/auth/apply/${program.slug}`]
  const ofEmails = [invite.invites[0].url, partnerInvite.url, linkIn(await latestEmailTo(api.config.dataDir, email))].map(pathOf)
  for (const [visitor, pages] of [
    [null, [...forVisitors, ...ofEmails]],
    [user, [`/oauth/authorize?${new URLSearchParams(consent).toString()}`]],
  ] as const) {
    const { context, tab, problems } = await portal.signedIn(visitor)
    for (const path of pages) {
      await portal.open(tab, path)
      await assertWellShownEverywhere(t, tab, path)
      t.not(await tab.evaluate(`getComputedStyle(document.querySelector('main')).borderRadius`), '0px', path)
    }
    t.deepEqual(problems, [])
    await context.close()
  }
})

/** The base URL of the tests is another origin. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname + search
}
