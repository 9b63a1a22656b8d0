/** The marketplace: what the operator lists, partners find and anyone sees; and the resources of programs. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { latestEmailTo } from '../../support/emails.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { programOwner, unique } from '../../support/program-owner.js'

interface HasId {
  id: string
}
const adminKey = 'an-admin-key-of-the-tests-with-32-characters'
let api: TestApi
test.before(async () => {
  api = await testApi({ ADMIN_API_KEY: adminKey, BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const operator = (what: string, body?: unknown) => api.call(what, { key: adminKey, body })
async function partner() {
  const email = `${unique('partner')}@example.com`
  const user = await api.make.user({ email })
  const account = await api.make.partner({ email })
  await api.make.partnerUser(account, user)
  const { headers } = await api.make.session(user)
  return { account, email, call: (what: string, body?: unknown) => api.call(what, { headers, body }) }
}
/** A listed program whose name contains the word. */
async function listed(word: string, fields: object = {}, form = true) {
  const owner = await programOwner(api)
  await owner.call(`PATCH /programs/${owner.program.id}`, { name: unique(word) })
  const { status, body } = await operator('POST /admin/programs', { programSlug: owner.program.slug, ...fields })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await api.resources.database.pool.query('update partner_groups set application_form_published_at = $2 where id = $1', [
    owner.program.defaultGroupId,
    form ? new Date() : null,
  ])
  return owner
}
const idsOf = (programs: { id: string }[]) => programs.map(({ id }) => id)

test('programs of a disabled workspace are not in the marketplace until it is restored', async (t) => {
  const word = unique('shut')
  const { program, workspace } = await listed(word)
  const { call } = await partner()
  const lists = async () => [
    idsOf((await call(`GET /network/programs?search=${word}`)).body),
    idsOf((await api.call(`GET /network/marketplace?search=${word}`)).body),
  ]
  t.deepEqual(await lists(), [[program.id], [program.id]])
  t.is((await operator('POST /admin/workspaces/disable', { slug: workspace.slug })).status, 200)
  t.deepEqual(await lists(), [[], []])
  t.is((await operator('POST /admin/workspaces/restore', { slug: workspace.slug })).status, 200)
  t.deepEqual(await lists(), [[program.id], [program.id]])
})

test('partners find listed programs by text, category, reward, status and featuring; anyone sees the public list', async (t) => {
  const word = unique('acme')
  const [first, second] = [
    await listed(word, { categories: ['AI'] }),
    await listed(word, { categories: ['Finance'], featured: true }, false),
  ]
  await programOwner(api)
  await first.call('POST /rewards', { event: 'sale', type: 'percentage', amountInPercentage: 20, groupId: first.program.defaultGroupId })
  const { call, email } = await partner()
  await second.call('POST /partners', { email })
  const list = async (query: string) => idsOf((await call(`GET /network/programs?search=${word}&${query}`)).body).sort()
  const [a, b] = [first.program.id, second.program.id]
  t.deepEqual(await list(''), [a, b].sort())
  t.deepEqual(await list('category=AI'), [a])
  t.deepEqual(await list('rewardType=sale'), [a])
  t.deepEqual(await list('rewardType=lead'), [])
  t.deepEqual(await list('status=approved'), [b])
  t.deepEqual(await list('status=null'), [a])
  t.deepEqual(await list('featured=true'), [b])
  t.deepEqual(await list('featured=false'), [a])
  t.deepEqual(await list('sortBy=recency&sortOrder=asc&pageSize=1'), [a])
  const count = async (query: string) => (await call(`GET /network/programs/count?search=${word}${query}`)).body
  t.is(await count(''), 1)
  t.deepEqual(await count('&groupBy=category'), [{ category: 'AI', _count: 1 }])
  t.deepEqual(await count('&groupBy=rewardType'), [{ type: 'sale', _count: 1 }])
  t.deepEqual(await count('&groupBy=status'), [{ status: null, _count: 1 }])
  const anyone = (await api.call(`GET /network/marketplace?search=${word}&category=AI`)).body
  t.deepEqual(idsOf(anyone), [a])
  t.false('status' in anyone[0])
  t.is(anyone[0].rewards[0].amountInPercentage, 20)
})

test('partners and visitors see what a discount gives, but neither its coupons nor how many partners offer it', async (t) => {
  const word = unique('discounting')
  const { program, call, key } = await listed(word)
  const discount = await api.make.discount(program, { amount: 15, couponId: 'co_live', couponTestId: 'co_test' })
  const { pool } = api.resources.database
  await pool.query('update partner_groups set discount_id = $2 where id = $1', [program.defaultGroupId, discount.id])
  const { call: own, email, account } = await partner()
  await call('POST /partners', { email })
  await pool.query('update enrolments set discount_id = $2 where partner_id = $1', [account.id, discount.id])
  const { body: token } = await api.call('POST /tokens/embed/referrals', { key, body: { partnerId: account.id } })
  const offered = [
    (await api.call(`GET /network/marketplace?search=${word}`)).body[0].discount,
    (await own(`GET /network/programs?search=${word}`)).body[0].discount,
    (await own(`GET /partner-profile/programs/${program.slug}`)).body.discount,
    (await api.call('GET /embed/referrals/token', { key: token.publicToken })).body.discount,
  ]
  const { id, type, maxDuration, description } = discount
  for (const one of offered) t.deepEqual(one, { id, amount: 15, type, maxDuration: maxDuration ?? null, description: description ?? null })
})

test('programs of the same rank stand in the order of what their paid invoices cost', async (t) => {
  const word = unique('paying')
  const owners = [await listed(word), await listed(word)]
  const { call, account } = await partner()
  const [failing, paying] = owners.map(({ program }) => program) as [HasId, HasId]
  const pay = async (program: HasId, status: string, total: number) => {
    const owner = owners.find((one) => one.program.id === program.id) as (typeof owners)[0]
    const invoice = await api.make.invoice(owner.workspace, program)
    await api.resources.database.pool.query('update invoices set total = $2 where id = $1', [invoice.id, total])
    await api.make.payout(program, account, { status, invoiceId: invoice.id })
  }
  await pay(failing, 'failed', 5000)
  await pay(failing, 'processing', 5000)
  await pay(paying, 'completed', 100)
  t.deepEqual(idsOf((await call(`GET /network/programs?search=${word}`)).body), [paying.id, failing.id])
})

test('the operator ranks, changes and removes listings', async (t) => {
  const word = unique('ranked')
  const [one, two] = [await listed(word, { description: 'Before' }), await listed(word)]
  const updates = [
    { programId: one.program.id, marketplaceRanking: 9 },
    { programId: two.program.id, marketplaceRanking: 4 },
    { programId: one.program.id, marketplaceRanking: 5 },
    { programId: 'prog_unknown', marketplaceRanking: 1 },
  ]
  t.deepEqual((await operator('PATCH /admin/programs', { updates })).body, { ok: true, updated: 2 })
  const ranked = (await operator('GET /admin/programs')).body.programs.filter((program: { name: string }) => program.name.startsWith(word))
  t.deepEqual(idsOf(ranked), [two.program.id, one.program.id])
  const path = `/admin/programs/${one.program.id}`
  t.deepEqual((await operator(`PATCH ${path}`, { description: '', categories: ['Design', 'AI'] })).body, {
    id: one.program.id,
    description: null,
    categories: ['Design', 'AI'],
  })
  t.is((await operator(`PATCH ${path}`, {})).status, 422)
  t.deepEqual((await operator(`DELETE ${path}`)).body, { ok: true })
  t.is((await operator(`DELETE ${path}`)).status, 404)
  t.is((await operator('POST /admin/programs', { programSlug: 'no-such-program' })).status, 404)
  const withoutUrl = await api.make.program((await api.make.caller()).workspace)
  t.is((await operator('POST /admin/programs', { programSlug: withoutUrl.slug })).status, 400)
})

test('the summary needs a partner account, and no program appears in two rows', async (t) => {
  const owners = []
  for (const category of ['AI', 'AI', 'Health', 'Finance', 'Finance', 'Finance', 'AI', 'AI', 'AI', 'AI', 'AI', 'AI'])
    owners.push(await listed('summary', { categories: [category] }))
  t.is((await api.call('GET /network/programs/summary')).status, 401)
  const { call } = await partner()
  const { body } = await call('GET /network/programs/summary')
  const rows: { id: string }[][] = [body.mostPopular, body.newPrograms, ...Object.values<{ id: string }[]>(body.categories)]
  const shown = rows.flatMap(idsOf)
  t.is(new Set(shown).size, shown.length)
  t.true(rows.every((row) => row.length <= 5) && body.mostPopular.length === 5 && body.newPrograms.length === 5)
  t.deepEqual(body.categories.Productivity, [])
})

test('the summary has the newest programs, also if they are not popular', async (t) => {
  const owners = []
  for (let count = 0; count < 12; count++) owners.push(await listed('newest'))
  const newest = owners.slice(-2).map(({ program }) => program.id as string)
  for (const [hours, id] of newest.entries())
    await api.resources.database.pool.query(
      `update programs set added_to_marketplace_at = now() + make_interval(hours => $2) where id = $1`,
      [id, hours + 1],
    )
  const { call } = await partner()
  const { body } = await call('GET /network/programs/summary')
  t.deepEqual(idsOf(body.newPrograms).slice(0, 2), newest.toReversed())
})

test('a workspace gives resources to its partners, and to nobody else', async (t) => {
  const { call, program } = await programOwner(api)
  const path = `/programs/${program.id}/resources`
  const pdf = `data:application/pdf;base64,${Buffer.from('%PDF-1.7 brochure').toString('base64')}`
  const created = await call(`POST ${path}`, { resourceType: 'file', name: 'Brochure', file: pdf })
  t.is(created.status, 201, JSON.stringify(created.body))
  t.is(created.body.size, 17)
  const html = `data:text/html;base64,${Buffer.from('<script>').toString('base64')}`
  t.is((await call(`POST ${path}`, { resourceType: 'file', name: 'Page', file: html })).status, 422)
  t.is((await call(`POST ${path}`, { resourceType: 'link', name: 'Bad', url: 'javascript:alert(1)' })).status, 422)
  const color = (await call(`POST ${path}`, { resourceType: 'color', name: 'Brand', color: '#aabbcc' })).body
  const link = (await call(`POST ${path}`, { resourceType: 'link', name: 'Mail', url: 'mailto:help@acme.example' })).body
  t.is((await call(`PATCH ${path}/${color.id}`, { color: '#000000' })).body.color, '#000000')
  t.is((await call(`PATCH ${path}/${color.id}`, { url: 'https://acme.example' })).status, 422)
  t.is((await call(`DELETE ${path}/${link.id}`)).status, 200)
  const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`
  const logo = (await call(`POST ${path}`, { resourceType: 'logo', name: 'Logo', file: png })).body
  t.is(logo.size, 8)
  const disguised = pdf.replace('application/pdf', 'image/png')
  t.is((await call(`POST ${path}`, { resourceType: 'logo', name: 'Logo', file: disguised })).status, 422)
  for (const file of [pdf, disguised]) t.is((await call(`PATCH ${path}/${logo.id}`, { file })).status, 422)
  t.is((await call(`DELETE ${path}/${logo.id}`)).status, 200)
  const member = await partner()
  const own = `/partner-profile/programs/${program.slug}/resources`
  t.is((await member.call(`GET ${own}`)).status, 404)
  await call('POST /partners', { email: member.email })
  const seen = (await member.call(`GET ${own}`)).body
  t.deepEqual([seen.files.length, seen.colors[0].color, seen.links, seen.logos], [1, '#000000', [], []])
  for (const status of ['pending', 'invited', 'rejected', 'banned', 'deactivated']) {
    await api.resources.database.pool.query('update enrolments set status = $2 where program_id = $1', [program.id, status])
    t.is((await member.call(`GET ${own}`)).status, 403, status)
  }
  await api.resources.database.pool.query(`update enrolments set status = 'archived' where program_id = $1`, [program.id])
  t.is((await member.call(`GET ${own}`)).status, 200)
  const file = await api.call(`GET ${new URL(seen.files[0].url).pathname}`)
  t.deepEqual(
    [file.status, file.headers.get('content-disposition'), file.headers.get('content-type')],
    [200, 'attachment', 'application/pdf'],
  )
  const stranger = await programOwner(api)
  t.is((await stranger.call(`GET ${path}`)).status, 404)
})

test('the operator sees the newest programs and what it needs to judge a partner', async (t) => {
  const owner = await programOwner(api)
  const { account, email, call } = await partner()
  const page = (await operator('GET /admin/programs/recent?pageSize=100')).body
  const found = page.find(({ id }: { id: string }) => id === owner.program.id)
  t.is(found.workspace.id, owner.workspace.id)
  const dates = page.map(({ createdAt }: { createdAt: string }) => createdAt)
  t.deepEqual(dates, dates.toSorted().toReversed())
  t.is((await operator('GET /admin/programs/recent?pageSize=1')).body.length, 1)

  const other = await programOwner(api)
  for (const program of [owner, other]) await program.call('POST /partners', { email })
  const ban = await owner.call('POST /partners/ban', { partnerId: account.id, reason: 'spam' })
  t.is(ban.status, 200, JSON.stringify(ban.body))
  await api.resources.database.pool.query(
    `insert into partner_platforms (partner_id, type, identifier, subscribers, created_at, updated_at)
     values ($1, 'youtube', 'acme', 12, now(), now())`,
    [account.id],
  )
  const { status, body } = await operator(`GET /admin/partners/${account.id}`)
  t.is(status, 200)
  t.is(body.email, email)
  t.deepEqual(
    body.programEnrollments.map(({ status: state, program }: { status: string; program: { id: string } }) => [state, program.id]),
    [['banned', owner.program.id]],
  )
  t.deepEqual(body.platforms, [{ type: 'youtube', identifier: 'acme', verifiedAt: null, subscribers: 12, posts: 0, views: 0 }])
  t.deepEqual([body.payouts, body.fraudAlerts], [[], []])
  t.is((await operator('GET /admin/partners/pn_none')).status, 404)
  t.is((await call(`GET /admin/partners/${account.id}`)).status, 401)
})

test('a partner submits a lead by the form of the program, and sees what becomes of it', async (t) => {
  const { call, program } = await programOwner(api)
  const question = { required: true, locked: false, position: 0 }
  const options = ['small', 'large'].map((value) => ({ label: value, value }))
  const fields = [
    { key: 'size', label: 'Size', type: 'select', options, ...question },
    { key: 'note', label: 'Note', type: 'text', constraints: { maxLength: 5 }, ...question, required: false },
  ]
  const { call: own, email, account } = await partner()
  const path = `/partner-profile/programs/${program.slug}/submitted-leads`
  await call('POST /partners', { email })
  const lead = { name: 'Grace', email: `${unique('Grace')}@Corp.example`, company: 'Corp' }
  t.is((await own(`POST ${path}`, lead)).status, 403, 'the program has no form')
  t.is((await call(`PATCH /programs/${program.id}`, { referralFormData: { fields } })).status, 200)
  for (const formData of [{}, { size: 'huge' }, { size: 'small', note: 'too long' }])
    t.is((await own(`POST ${path}`, { ...lead, formData })).status, 422)
  const created = await own(`POST ${path}`, { ...lead, formData: { size: 'small', unknown: 'x' } })
  t.is(created.status, 201, JSON.stringify(created.body))
  t.like(created.body, { status: 'pending', email: lead.email.toLowerCase(), formData: [{ key: 'size', label: 'Size', value: 'small' }] })
  t.is((await own(`POST ${path}`, { ...lead, formData: { size: 'small' } })).status, 409)
  const { id } = created.body
  t.is((await call(`PATCH /submitted-leads/${id}`, { status: 'meeting' })).body.status, 'meeting')
  t.is((await call(`PATCH /submitted-leads/${id}`, { status: 'pending' })).status, 400)
  t.is((await call(`PATCH /submitted-leads/${id}`, { status: 'closedWon' })).status, 200)
  t.deepEqual((await own(`GET ${path}/count`)).body, [{ status: 'closedWon', count: 1 }])
  t.deepEqual(idsOf((await own(`GET ${path}?search=corp`)).body), [id])
  t.deepEqual(idsOf((await call(`GET /submitted-leads?partnerId=${account.id}&status=closedWon`)).body), [id])
  t.deepEqual((await call('GET /submitted-leads?status=pending')).body, [])
  const actions = (await own(`GET /partner-profile/programs/${program.slug}/activity-logs`)).body
  t.is(actions.filter((entry: { action: string }) => entry.action === 'submittedLead.statusChanged').length, 2)
  const other = await partner()
  await call('POST /partners', { email: other.email })
  t.deepEqual((await other.call(`GET ${path}`)).body, [])
  const stranger = await programOwner(api)
  t.is((await stranger.call(`GET /submitted-leads/${id}`)).status, 404)
  await call('POST /partners/archive/bulk', { partnerIds: [other.account.id] })
  const archived = await other.call(`POST ${path}`, {
    ...lead,
    email: `${unique('a')}@corp.example`,
    company: '',
    formData: { size: ' small' },
  })
  t.like(archived.body, { company: null, formData: [{ key: 'size', label: 'Size', value: 'small' }] }, 'archived partners take part')
  const race = { ...lead, email: `${unique('race')}@corp.example`, formData: { size: 'small' } }
  const [one, two] = await Promise.all([own(`POST ${path}`, race), other.call(`POST ${path}`, race)])
  t.deepEqual([one.status, two.status].toSorted(), [201, 409], 'of two partners who submit one address at once, one is first')
  const why = { key: 'why', label: 'Why', type: 'text', ...question }
  t.is((await call(`PATCH /programs/${program.id}`, { referralFormData: { fields: [why] } })).status, 200)
  t.is((await own(`POST ${path}`, { ...lead, email: `${unique('blank')}@corp.example`, formData: { why: '  ' } })).status, 422)
  await api.resources.database.pool.query('update programs set deactivated_at = now() where id = $1', [program.id])
  t.is((await own(`POST ${path}`, { ...race, email: `${unique('late')}@corp.example` })).status, 403)
})

test('a program stars, ignores and invites partners of the network, whose addresses stay hidden, within its weekly quota', async (t) => {
  const { call, program } = await programOwner(api, { plan: 'enterprise' })
  const country = 'IS'
  const members = await Promise.all(
    ['trusted', 'approved', 'approved', 'submitted'].map((networkStatus) =>
      api.make.partner({ email: `${unique('member')}@example.com`, networkStatus: networkStatus as 'approved', country }),
    ),
  )
  const [trusted, plain, other, unlisted] = members as unknown as [{ id: string; email: string }, HasId, HasId, HasId]
  const list = async (query: string) => (await call(`GET /network/partners?country=${country}&${query}`)).body
  t.deepEqual(idsOf(await list('')), [trusted.id, ...[plain.id, other.id].sort()])
  t.false(JSON.stringify(await list('')).includes('@example.com'))
  t.like((await call(`POST /network/partners/${plain.id}/star`, {})).body, { partnerId: plain.id, invitedAt: null })
  t.deepEqual(idsOf(await list('starred=true')), [plain.id])
  await call(`POST /network/partners/${other.id}/ignore`, {})
  t.deepEqual(idsOf(await list('status=ignored')), [other.id])
  t.is((await call(`POST /network/partners/${unlisted.id}/star`, {})).status, 404)
  const fresh = await api.make.partner({ email: `${unique('member')}@example.com`, networkStatus: 'approved', country: 'FO' })
  const decisions = await Promise.all(
    ['star', 'ignore', 'star', 'ignore'].map((what) => call(`POST /network/partners/${fresh.id}/${what}`, {})),
  )
  t.deepEqual(
    decisions.map(({ status }) => status),
    [200, 200, 200, 200],
    'first decisions at the same time',
  )
  const invite = { emailSubject: 'Work with us', emailBody: 'We like your channel.' }
  t.is((await call(`POST /network/partners/${trusted.id}/invite`, invite)).status, 200)
  await runQueuedJobs(api.resources)
  t.like(await latestEmailTo(api.config.dataDir, trusted.email), { subject: 'Work with us' })
  t.is((await call(`POST /network/partners/${trusted.id}/invite`, {})).status, 409)
  t.deepEqual(idsOf(await list('status=invited')), [trusted.id])
  t.like((await call('GET /network/partners/invites-usage')).body, { usage: 1, limit: 20 })
  t.deepEqual((await call(`GET /network/partners/count?country=${country}`)).body, [
    { key: 'discover', count: 1 },
    { key: 'ignored', count: 1 },
    { key: 'invited', count: 1 },
  ])
  await api.resources.database.pool.query(`update enrolments set status = 'approved' where partner_id = $1`, [trusted.id])
  const [recruited] = await list('status=recruited')
  t.truthy(recruited.recruitedAt)
  t.is((await call('POST /partners/archive/bulk', { partnerIds: [trusted.id] })).status, 200)
  t.deepEqual(await list('status=recruited'), [recruited], 'an archived partner takes part, and joined when it did')
  const invited = await Promise.all(Array.from({ length: 19 }, () => api.make.partner()))
  await api.resources.database.pool.query(
    `insert into discovered_partners (id, program_id, partner_id, invited_at, created_at)
     select 'dpn_' || id, $1, id, now(), now() from unnest($2::text[]) id`,
    [program.id, invited.map(({ id }) => id)],
  )
  const refused = await call(`POST /network/partners/${plain.id}/invite`, {})
  t.deepEqual([refused.status, refused.body.error.code], [403, 'exceeded_limit'])
  t.deepEqual(idsOf(await list('status=invited')), [])
})

test('what a program decided about a merged partner becomes a decision about the remaining one, unless it has its own', async (t) => {
  const { program, workspace } = await programOwner(api)
  const [source, target, other] = [await api.make.partner(), await api.make.partner(), await api.make.partner()]
  const { pool } = api.resources.database
  const decide = (id: string, column: 'starred_at' | 'ignored_at') =>
    pool.query(
      `insert into discovered_partners (id, program_id, partner_id, ${column}, created_at) values ($1, $2, $3, '2026-01-01Z', now())`,
      [unique('dpn_'), program.id, id],
    )
  const merge = (sourcePartnerId: string, targetPartnerId: string) =>
    runJobByName(api.resources, 'network.move-merged-partner', {
      workspaceId: workspace.id,
      programId: program.id,
      sourcePartnerId,
      targetPartnerId,
    })
  await decide(source.id, 'starred_at')
  await merge(source.id, target.id)
  await decide(other.id, 'ignored_at')
  for (let run = 0; run < 2; run++) await merge(other.id, target.id)
  const { rows } = await pool.query(
    `select partner_id, starred_at is not null as starred, ignored_at is not null as ignored from discovered_partners where program_id = $1`,
    [program.id],
  )
  t.deepEqual(rows, [{ partner_id: target.id, starred: true, ignored: true }])
})
