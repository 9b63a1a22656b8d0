/** Merging two accounts of one partner. */
import test from 'ava'
import { type TestApi, testApi } from '../../../support/api.js'
import { runJobByName, runQueuedJobs, runQueuedJobsAndSubscribers } from '../../../support/jobs.js'
import { programOwner as createProgramOwner } from '../../../support/program-owner.js'

const adminKey = 'admin-key-0123456789'
let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', ADMIN_API_KEY: adminKey })
})
test.after.always(() => api?.close())

const programOwner = (overrides = {}) => createProgramOwner(api, overrides)
const query = (sql: string, params: unknown[]) => api.resources.database.pool.query(sql, params)
const merge = (sourcePartnerId: string, targetPartnerId: string) =>
  api.call('POST /admin/partners/merge', { key: adminKey, body: { sourcePartnerId, targetPartnerId } })
const totals = ({ totalClicks, totalLeads, totalSaleAmount, totalCommissions }: Record<string, number>) => [
  totalClicks,
  totalLeads,
  totalSaleAmount,
  totalCommissions,
]

test.serial('two enrolments become one, with the links, commissions, payouts, customers and totals of both', async (t) => {
  const { call, program, workspace, partner, email } = await programOwner({ webhookTriggers: ['partner.merged'] })
  const sourceEmail = email()
  const [source, target] = [await partner({ email: sourceEmail, tenantId: 'mine' }), await partner()]
  const counters = 'update links set clicks = $2, leads = $3, sales = 1, sale_amount = $4 where partner_id = $1'
  await query(counters, [source.id, 10, 5, 400])
  await query(counters, [target.id, 1, 2, 3])
  const [fromSource, fromTarget] = [await api.make.payout(program, source), await api.make.payout(program, target)]
  await api.make.commission(program, source, { earnings: 100, status: 'processed', payoutId: fromSource.id })
  await api.make.commission(program, target, { earnings: 50, status: 'processed', payoutId: fromTarget.id })
  await api.make.commission(program, source, { earnings: 7 })
  const paid = await api.make.payout(program, source, { status: 'completed' })
  const customer = await api.make.customer(workspace, { programId: program.id, partnerId: source.id })
  await call(`POST /partners/${source.id}/comments`, { text: 'Reliable.' })
  const { body: tag } = await call('POST /partners/tags', { name: 'Gold' })
  await call('POST /partners/tags/assign', { partnerIds: [source.id, target.id], addTagIds: [tag.id] })

  t.is((await merge(source.id, target.id)).status, 202)
  await runQueuedJobs(api.resources)

  t.is((await call(`GET /partners/${source.id}`)).status, 404)
  const { body } = await call(`GET /partners/${target.id}`)
  t.deepEqual(totals(body), [11, 7, 403, 157])
  t.is(body.tenantId, 'mine')
  t.is(body.links.length, 2)
  t.is(body.tags.length, 1)
  t.is((await call(`GET /partners/${target.id}/comments/count`)).body, 1)
  t.is((await call(`GET /commissions?partnerId=${target.id}`)).body.length, 3)
  const payouts = (await call(`GET /payouts?partnerId=${target.id}`)).body
  t.deepEqual(
    payouts.map(({ id, amount }: { id: string; amount: number }) => [id, amount]).sort(),
    [
      [fromTarget.id, 150],
      [paid.id, 100],
    ].sort(),
  )
  const moved = await query('select partner_id from customers where id = $1', [customer.id])
  t.is(moved.rows[0].partner_id, target.id)
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage, 1)
  const events = await query('select data from webhook_outbox where workspace_id = $1', [workspace.id])
  t.deepEqual(
    events.rows.map(({ data }) => data),
    [
      {
        sourcePartner: { id: source.id, tenantId: null, email: sourceEmail },
        targetPartner: { id: target.id, tenantId: 'mine', email: target.email },
        targetAlreadyEnrolled: true,
      },
    ],
  )
  const again = await partner({ email: sourceEmail })
  t.not(again.id, source.id, 'the address is free for a new account')
})

test.serial('an enrolment of only one account moves to the other, with unchanged totals', async (t) => {
  const [here, there] = [await programOwner(), await programOwner()]
  const source = await here.partner({ country: 'US' })
  const target = await there.partner({ country: null, image: null })
  await query('update links set clicks = 3, sale_amount = 900 where partner_id = $1', [source.id])
  await api.make.commission(here.program, source, { earnings: 90 })
  await query(`update partners set paypal_email = $2, default_payout_method = 'paypal' where id = $1`, [source.id, source.email])
  const settings = { method: 'manual', details: 'IBAN DE00 1234' }
  const stored = await here.call(`PUT /partners/${source.id}/payout-settings`, settings)
  t.is(stored.status, 200, JSON.stringify(stored.body))
  await merge(source.id, target.id)
  await runQueuedJobsAndSubscribers(api.resources)
  t.like((await here.call(`GET /partners/${target.id}/payout-settings`)).body, settings)
  const { body } = await here.call(`GET /partners/${target.id}`)
  t.deepEqual(totals(body), [3, 0, 900, 90])
  t.like(body, { email: target.email, country: 'US', paypalEmail: source.email, defaultPayoutMethod: 'paypal', status: 'approved' })
  t.is((await here.call('GET /partners/count')).body, 1)
  t.is((await there.call(`GET /partners/${target.id}`)).status, 200)
})

test.serial('what a ban of the source canceled stays canceled when the status of the target changes', async (t) => {
  const { call, program, partner } = await programOwner()
  const [source, target] = [await partner(), await partner()]
  await api.make.commission(program, source, { earnings: 90 })
  await api.make.commission(program, target, { earnings: 5 })
  t.is((await call('POST /partners/ban', { partnerId: source.id, reason: 'fraud' })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  await merge(source.id, target.id)
  await runQueuedJobsAndSubscribers(api.resources)
  t.is((await call(`POST /partners/${target.id}/archive`)).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  const commissions = (await call(`GET /commissions?partnerId=${target.id}`)).body
  t.deepEqual(
    commissions.map(({ earnings, status }: { earnings: number; status: string }) => [earnings, status]).toSorted(),
    [
      [5, 'pending'],
      [90, 'canceled'],
    ].toSorted(),
  )
})

test.serial('an active source ends a pending invite of the target, and a repeated merge changes nothing', async (t) => {
  const { call, program, partner, email } = await programOwner()
  const source = await partner()
  const { partnerId } = (await call('POST /partners/invites', { email: email() })).body
  await api.make.commission(program, source, { earnings: 90 })
  await merge(source.id, partnerId)
  await runQueuedJobs(api.resources)
  const before = (await call(`GET /partners/${partnerId}`)).body
  t.deepEqual([before.status, before.totalCommissions], ['approved', 90])
  await runJobByName(api.resources, 'partners.merge-accounts', { sourcePartnerId: source.id, targetPartnerId: partnerId })
  t.deepEqual((await call(`GET /partners/${partnerId}`)).body, before)
})

test.serial('an active source makes a rejected applicant active, and one partner is counted', async (t) => {
  const { call, program, workspace, partner } = await programOwner()
  const source = await partner()
  const target = await api.make.partner()
  await api.make.enrolment(program, target, { status: 'rejected' })
  await merge(source.id, target.id)
  await runQueuedJobsAndSubscribers(api.resources)
  t.is((await call(`GET /partners/${target.id}`)).body.status, 'approved')
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage, 1)
})

test.serial('a deactivated source is not counted any more, whether or not its target is', async (t) => {
  const { call, program, workspace, partner } = await programOwner()
  const [first, second, target] = [await partner(), await partner(), await partner()]
  const applicant = await api.make.partner()
  await api.make.enrolment(program, applicant, { status: 'pending' })
  t.is((await call('POST /partners/deactivate/bulk', { partnerIds: [first.id, second.id] })).status, 200)
  await merge(first.id, target.id)
  await merge(second.id, applicant.id)
  await runQueuedJobsAndSubscribers(api.resources)
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage, 1)
})

for (const [operation, body] of [
  ['ban', { reason: 'spam' }],
  ['deactivate', {}],
] as const)
  test.serial(`links and codes of the source end if the target was excluded by ${operation}`, async (t) => {
    const { call, program, partner } = await programOwner()
    const [source, target] = [await partner(), await partner()]
    const discount = await api.make.discount(program)
    const link = { id: source.links[0].id }
    await api.make.discountCode(discount, source, link)
    await api.make.commission(program, source, { earnings: 90 })
    t.is((await call(`POST /partners/${operation}`, { partnerId: target.id, ...body })).status, 200)
    await runQueuedJobsAndSubscribers(api.resources)
    await merge(source.id, target.id)
    await runQueuedJobsAndSubscribers(api.resources)
    const [stored] = (await query('select disabled_at, expires_at from links where id = $1', [link.id])).rows
    t.truthy(stored.expires_at)
    t.is(stored.disabled_at !== null, operation === 'ban')
    t.truthy((await query('select disabled_at from discount_codes where link_id = $1', [link.id])).rows[0].disabled_at)
    const [commission] = (await call(`GET /commissions?partnerId=${target.id}`)).body
    t.is(commission.status, operation === 'ban' ? 'canceled' : 'pending')
  })

test.serial('submissions of an account follow its ban, or that of the account that it is merged into', async (t) => {
  const { call, program, partner } = await programOwner()
  const [banned, active, other] = [await partner(), await partner(), await partner()]
  const bounty = await api.make.bounty(program, { maxSubmissions: 5 })
  await api.make.submission(bounty, banned)
  await api.make.submission(bounty, active, { periodNumber: 2 })
  await api.make.submission(bounty, other, { periodNumber: 3 })
  const ban = async ({ id: partnerId }: { id: string }) => {
    t.is((await call('POST /partners/ban', { partnerId, reason: 'spam' })).status, 200)
    await runQueuedJobsAndSubscribers(api.resources)
  }
  const statuses = async () =>
    (await query('select status from bounty_submissions where bounty_id = $1 order by period_number', [bounty.id])).rows.map(
      ({ status }) => status,
    )
  await ban(banned)
  await merge(banned.id, active.id)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await statuses(), ['rejected', 'submitted', 'submitted'])
  await ban(active)
  await merge(other.id, active.id)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await statuses(), ['rejected', 'rejected', 'rejected'])
  t.is((await call(`POST /partners/${active.id}/unban`)).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await statuses(), ['rejected', 'submitted', 'submitted'])
})

test.serial('links that go to a banned account while the workspace is disabled stay disabled after its restoration', async (t) => {
  const { call, workspace, partner } = await programOwner()
  const [source, target] = [await partner(), await partner()]
  const operator = async (what: string) => {
    t.is((await api.call(`POST /admin/workspaces/${what}`, { key: adminKey, body: { slug: workspace.slug } })).status, 200)
    await runQueuedJobsAndSubscribers(api.resources)
  }
  t.is((await call('POST /partners/ban', { partnerId: target.id, reason: 'spam' })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  await operator('disable')
  await merge(source.id, target.id)
  await runQueuedJobsAndSubscribers(api.resources)
  await operator('restore')
  const isDisabled = async () =>
    (await query('select disabled_at from links where id = $1', [source.links[0].id])).rows.map((row) => row.disabled_at !== null)
  t.deepEqual(await isDisabled(), [true])
  t.is((await call(`POST /partners/${target.id}/unban`)).status, 200)
  t.deepEqual(await isDisabled(), [false])
})

test.serial('the remaining account keeps who referred it, and whom both accounts referred', async (t) => {
  const { call, program, partner } = await programOwner()
  const [source, target, both, referred, toTarget] = [await partner(), await partner(), await partner(), await partner(), await partner()]
  const [left, elsewhere] = [await programOwner(), await programOwner()]
  await elsewhere.partner({ email: source.email })
  const stranger = await left.partner()
  const refer = (id: string, referrerId: string, { id: programId }: { id: string } = program) =>
    query('update enrolments set referred_by_partner_id = $2 where partner_id = $1 and program_id = $3', [id, referrerId, programId])
  await refer(source.id, both.id)
  await refer(target.id, source.id)
  await refer(referred.id, source.id)
  await refer(toTarget.id, target.id)
  await refer(stranger.id, source.id, left.program)
  await refer(source.id, target.id, elsewhere.program)
  await merge(source.id, target.id)
  await runQueuedJobs(api.resources)
  const referrerOf = async (id: string, { id: programId }: { id: string } = program) => {
    const sql = 'select referred_by_partner_id as id from enrolments where partner_id = $1 and program_id = $2'
    return (await query(sql, [id, programId])).rows[0].id
  }
  t.is(await referrerOf(target.id), both.id, 'the target, which its source had referred, gets the referrer of the source')
  t.is(await referrerOf(referred.id), target.id)
  t.is(await referrerOf(toTarget.id), target.id)
  t.is(await referrerOf(stranger.id, left.program), target.id, 'the source has left this program')
  t.is(await referrerOf(target.id, elsewhere.program), null, 'nobody refers themselves')
  t.is((await call(`GET /partners/${referred.id}/referral`)).body.referredBy.id, target.id)
})

test.serial('a conversion that began before the merge earns a commission of the remaining account', async (t) => {
  const { call, program, workspace, partner } = await programOwner()
  await call('POST /rewards', { event: 'lead', amountInCents: 300, groupId: program.defaultGroupId })
  const [source, target] = [await partner(), await partner()]
  const [link] = source.links
  const click = await api.make.click({ ...link, workspaceId: workspace.id })
  await merge(source.id, target.id)
  await runQueuedJobs(api.resources)
  const lead = await call('POST /track/lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'customer-1' })
  t.is(lead.status, 200, JSON.stringify(lead.body))
  const { rowCount } = await query('update pending_earnings set partner_id = $1 where partner_id = $2', [source.id, target.id])
  t.is(rowCount, 1)
  await runJobByName(api.resources, 'earnings.compute-commissions')
  t.is((await call(`GET /partners/${target.id}`)).body.totalCommissions, 300)
})

test.serial('a commission that a user created before the merge belongs to the remaining account', async (t) => {
  const { call, program, workspace, partner } = await programOwner()
  const [first, source, target] = [await partner(), await partner(), await partner()]
  for (const [from, to] of [
    [first, source],
    [source, target],
  ] as const) {
    await merge(from.id, to.id)
    await runQueuedJobs(api.resources)
  }
  await runJobByName(api.resources, 'earnings.create-commission', {
    type: 'custom',
    workspaceId: workspace.id,
    programId: program.id,
    partnerId: first.id,
    eventId: `evt_${first.id}`,
    earnings: 250,
    description: null,
    userId: null,
    at: new Date().toISOString(),
  })
  t.like((await call(`GET /commissions?partnerId=${target.id}`)).body, [{ earnings: 250, type: 'custom' }])
})

test('accounts that do not exist or are the same are refused', async (t) => {
  const { id } = await api.make.partner()
  t.is((await merge(id, id)).status, 400)
  t.is((await merge(id, 'pn_unknown')).status, 404)
})
