import test from 'ava'
import { aggregatePayouts } from '../../../shared/earnings/index.js'
import { applyEnrolmentChangeToGroups } from '../../../shared/fraud/index.js'
import { reinstateSale } from '../../../shared/tracking/index.js'
import { type TestApi, testApi } from '../../support/api.js'
import { type PartnerProgram, partnerProgram } from '../../support/earnings.js'
import { emailsTo } from '../../support/emails.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** Runs queued jobs until the condition holds: another test may have taken a job, and runs it. */
const settle = (condition: () => Promise<boolean>) =>
  waitUntil(async () => {
    await runQueuedJobsAndSubscribers(api.resources)
    return condition()
  })

async function withPartner(email = 'ann@partner.example') {
  const program = await partnerProgram(api, { plan: 'advanced' })
  await program.reward({ event: 'lead', type: 'flat', amountInCents: 100 })
  await program.reward({ event: 'sale', type: 'flat', amountInCents: 500 })
  const enrolled = await program.enrol({ email: `${program.program.slug}.${email}` })
  const statuses = async () => (await program.commissions()).map(({ status }) => status)
  const groups = async (query = '') => (await program.call(`GET /fraud/groups${query}`)).body
  return { program, ...enrolled, statuses, groups, email: enrolled.partner.email as string }
}

type Partner = Awaited<ReturnType<typeof withPartner>>

/** A lead of a new customer, with its commission. */
async function lead(program: PartnerProgram, link: Partner['link'], customerEmail: string) {
  const before = (await program.commissions()).length
  const externalId = `customer-${before}-${Math.round(performance.now() * 1000)}`
  const clickId = await program.click(link)
  const { status } = await program.track('lead', {
    clickId,
    eventName: 'Sign up',
    customerExternalId: externalId,
    customerEmail,
    customerName: 'Bob',
  })
  if (status !== 200) throw new Error(`the lead was answered with ${status}`)
  await program.compute()
  return externalId
}

test('a lead of the partner itself is held, and paid after the group is resolved', async (t) => {
  const { program, link, partner, email, statuses, groups } = await withPartner()
  await lead(program, link, email.toUpperCase())
  await lead(program, link, 'someone@customer.example')
  await settle(async () => (await statuses()).includes('hold'))
  t.deepEqual((await statuses()).toSorted(), ['hold', 'pending'])

  const [group] = await groups()
  t.like(group, { type: 'customerEmailMatch', status: 'pending', eventCount: 1, partner: { id: partner.id, status: 'approved' } })
  const events = await program.call(`GET /fraud/events?groupId=${group.id}`)
  t.is(events.body.length, 1)
  t.like(events.body[0], {
    type: 'customerEmailMatch',
    metadata: { matchType: 'exact' },
    customer: { email: email.toUpperCase() },
    commission: { earnings: 100, status: 'hold' },
  })
  t.is((await program.call(`GET /fraud/events/count?groupId=${group.id}`)).body, 1)
  const { key } = await api.make.token(program.user, program.workspace, { scopes: ['groups.read'] })
  const { body: anonymous } = await api.call(`GET /fraud/events?groupId=${group.id}`, { key })
  t.deepEqual(anonymous[0].customer, { id: events.body[0].customer.id, name: null, email: null, avatar: null })
  t.is((await program.call('GET /fraud/groups/count')).body, 1)
  t.deepEqual((await program.call('GET /fraud/groups/count?groupBy=type')).body, [{ type: 'customerEmailMatch', count: 1 }])
  t.deepEqual((await program.call('GET /fraud/groups/count?groupBy=partnerId')).body, [{ partnerId: partner.id, count: 1 }])

  const resolved = await program.call(`POST /fraud/groups/${group.id}/resolve`, { resolutionReason: 'A known customer.' })
  t.deepEqual([resolved.status, resolved.body], [200, { count: 1 }])
  await settle(async () => !(await statuses()).includes('hold'))
  t.deepEqual(await groups(), [])
  t.like((await groups(`?groupId=${group.id}`))[0], { status: 'resolved', resolutionReason: 'A known customer.' })
  const again = await program.call('POST /fraud/groups/resolve', { groupIds: [group.id] })
  t.is(again.status, 400)
})

test('the commission of a won dispute is held again while its customer is suspected', async (t) => {
  const { program, link, email, statuses } = await withPartner()
  const customers = { suspected: email, other: 'someone@customer.example' }
  for (const [invoiceId, customerEmail] of Object.entries(customers)) {
    const customerExternalId = await lead(program, link, customerEmail)
    await program.track('sale', { customerExternalId, amount: 1000, invoiceId })
  }
  await program.compute()
  await settle(async () => (await statuses()).filter((status) => status === 'hold').length === 2)
  for (const invoiceId of Object.keys(customers)) await program.track('refund', { invoiceId })
  await program.compute()
  t.is((await statuses()).filter((status) => status === 'refunded').length, 2)
  for (const invoiceId of Object.keys(customers))
    await program.inScope((scope) => reinstateSale(scope, { invoiceId, amount: 1000, reinstatementId: `${invoiceId}:won`, metadata: null }))
  await program.compute()
  const sales = (await program.commissions()).filter(({ type }) => type === 'sale')
  t.deepEqual(Object.fromEntries(sales.map(({ invoice_id: invoice, status }) => [invoice, status])), {
    suspected: 'hold',
    other: 'pending',
  })
})

// Serial: the jobs of another test would do the check.
test.serial('commissions are paid out only after the fraud check, which an aggregation does first', async (t) => {
  const { program, link, email, statuses } = await withPartner()
  await lead(program, link, email)
  await lead(program, link, 'someone@customer.example')
  const { id: programId } = program.program
  await program.inScope((scope) => aggregatePayouts(scope, programId, AbortSignal.timeout(60_000)))
  t.deepEqual(await statuses(), ['pending', 'pending'], 'nobody checked them yet')
  await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId })
  t.deepEqual((await statuses()).toSorted(), ['hold', 'processed'])
  const unchecked = await program.rows(
    'select 1 from unchecked_commissions join commissions c on c.id = commission_id where c.program_id = $1',
    [programId],
  )
  t.is(unchecked.length, 0)
})

test('a release keeps what another group holds', async (t) => {
  const { program, link, email, statuses, groups } = await withPartner()
  await lead(program, link, email)
  await lead(program, link, 'x@mailinator.com')
  await settle(async () => (await groups()).length === 2)
  const held = await groups('?type=customerEmailMatch')
  await program.call('POST /fraud/groups/resolve', { groupIds: [held[0].id] })
  await settle(async () => (await statuses()).includes('pending') || (await statuses()).includes('processed'))
  t.is((await statuses()).filter((status) => status === 'hold').length, 1)
  t.deepEqual(
    (await groups()).map(({ type }: { type: string }) => type),
    ['customerEmailSuspiciousDomain'],
  )
})

test('partners with the same payout method are suspected, and all their commissions held', async (t) => {
  const { program, partner, statuses, groups } = await withPartner()
  const other = await program.enrol()
  await api.make.commission(program.program, partner)
  await api.make.commission(program.program, other.partner)
  const hash = `hash-${program.program.id}`
  await program.rows('update partners set payout_method_hash = $1 where id = any($2)', [hash, [partner.id, other.partner.id]])
  await waitUntil(async () => {
    await runJobByName(api.resources, 'fraud.check-duplicates')
    return (await groups()).length === 2
  })
  t.deepEqual(await statuses(), ['hold', 'hold'])
  const [group] = await groups(`?partnerId=${partner.id}`)
  t.like((await program.call(`GET /fraud/events?groupId=${group.id}`)).body[0], {
    duplicatePartner: { id: other.partner.id },
    metadata: { shared: 'payoutMethod' },
  })
  await program.rows('update partners set payout_method_hash = $1 where id = $2', [`${hash}-2`, partner.id])
  await program.call('POST /fraud/groups/resolve', { groupIds: [group.id], disableRiskDetection: true })
  await settle(async () => (await statuses()).toSorted().join() !== 'hold,hold')
  await program.rows('update partners set payout_method_hash = $1 where id = $2', [hash, partner.id])
  await runJobByName(api.resources, 'fraud.check-duplicates')
  t.is((await groups(`?partnerId=${partner.id}`)).length, 0, 'the partner is not monitored any more')
})

test('a duplicate that a user resolved is not raised again when the applicant is approved, but another thing in common is', async (t) => {
  const { program, groups } = await withPartner()
  const [known, applicant] = [await program.enrol(), await program.enrol({}, { status: 'pending' })]
  const ids = [known.partner.id, applicant.partner.id]
  await program.rows('update partners set crypto_wallet_address = $1 where id = any($2)', [`wallet ${program.program.id}`, ids])
  const { workspaceId, id: programId } = { workspaceId: program.workspace.id, id: program.program.id }
  const { id: partnerId } = applicant.partner
  const change = { workspaceId, programId, partnerId, enrolmentId: applicant.enrolment.id, from: 'pending', to: 'approved' } as const
  const follow = () => program.inScope((scope) => applyEnrolmentChangeToGroups(scope, change))
  const pending = async () => (await groups(`?partnerId=${partnerId}`)).map(({ id }: { id: string }) => id)
  await follow()
  const [groupId] = await pending()
  t.is((await program.call(`POST /fraud/groups/${groupId}/resolve`, { resolutionReason: 'Two brands of one company.' })).status, 200)
  t.is((await program.call('POST /program-applications/approve', { partnerId })).status, 200)
  await follow()
  t.deepEqual(await pending(), [])
  t.is((await groups(`?partnerId=${known.partner.id}`)).length, 1, 'the group of the other partner was not resolved')
  await program.rows('update partners set payout_method_hash = $1 where id = any($2)', [`hash ${programId}`, ids])
  await follow()
  t.is((await pending()).length, 1)
})

test('a duplicate that is resolved while it is found again stays resolved', async (t) => {
  const { program, partner, groups } = await withPartner()
  const { pool } = api.resources.database
  const ids = [partner.id, (await program.enrol()).partner.id]
  await program.rows('update partners set payout_method_hash = $1 where id = any($2)', [`again ${program.program.id}`, ids])
  const check = async () => {
    await runJobByName(api.resources, 'fraud.check-duplicates')
    const { rows } = await pool.query('select 1 from pending_duplicate_checks where partner_id = any($1)', [ids])
    return rows.length === 0
  }
  await waitUntil(check)
  const resolving = await pool.connect()
  try {
    await resolving.query('begin')
    await resolving.query(`update fraud_groups set status = 'resolved', user_id = $1, resolved_at = now() where partner_id = any($2)`, [
      program.user.id,
      ids,
    ])
    await program.rows('insert into pending_duplicate_checks (partner_id) values ($1) on conflict do nothing', [partner.id])
    const checking = waitUntil(check)
    await waitUntil(async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%fraud_groups%'`,
      )
      return rows.length > 0
    })
    await resolving.query('commit')
    await checking
  } finally {
    resolving.release()
  }
  t.deepEqual(await groups(), [])
})

test('payout details that change while the partner waits for its check are compared, too', async (t) => {
  const { program, partner, groups } = await withPartner()
  const other = await program.enrol()
  const hash = `changing ${program.program.id}`
  await program.rows('update partners set payout_method_hash = $1 where id = $2', [hash, other.partner.id])
  await program.rows('insert into pending_duplicate_checks (partner_id) values ($1) on conflict do nothing', [partner.id])
  const client = await api.resources.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('update partners set payout_method_hash = $1 where id = $2', [hash, partner.id])
    await runJobByName(api.resources, 'fraud.check-duplicates')
    t.deepEqual(await groups(), [])
    await client.query('commit')
  } finally {
    client.release()
  }
  // The job of another test may take the partner.
  await waitUntil(async () => {
    await runJobByName(api.resources, 'fraud.check-duplicates')
    return (await groups()).length === 2
  })
  t.pass()
})

test('the duplicate that a group names is the remaining account after a merge', async (t) => {
  const { program, partner, groups } = await withPartner()
  const [source, target] = [await program.enrol(), await program.enrol()]
  const ids = [partner.id, source.partner.id, target.partner.id]
  await program.rows('update partners set crypto_wallet_address = $1 where id = any($2)', [`wallet ${program.program.id}`, ids])
  await waitUntil(async () => {
    await runJobByName(api.resources, 'fraud.check-duplicates')
    return (await groups()).length === 3
  })
  const body = { sourcePartnerId: source.partner.id, targetPartnerId: target.partner.id }
  const merged = await api.call('POST /admin/partners/merge', { key: api.config.adminApiKey, body })
  t.true(merged.status < 300, JSON.stringify(merged.body))
  await settle(async () => (await groups()).length === 2)
  const duplicatesOf = async (partnerId: string) => {
    const [group] = await groups(`?partnerId=${partnerId}`)
    const events = (await program.call(`GET /fraud/events?groupId=${group.id}`)).body
    return [group.eventCount, ...events.map((event: { duplicatePartner: { id: string } }) => event.duplicatePartner.id)]
  }
  t.deepEqual(await duplicatesOf(partner.id), [1, target.partner.id])
  t.deepEqual(await duplicatesOf(target.partner.id), [1, partner.id])
})

/** Merges the second account into the first one, by the job of the request. */
const mergeAccounts = (target: Partner['partner'], source: Partner['partner']) =>
  runJobByName(api.resources, 'partners.merge-accounts', { sourcePartnerId: source.id, targetPartnerId: target.id })

test('after a merge, a suspicion of the merged account holds what the remaining one earned', async (t) => {
  const { program, partner, groups } = await withPartner()
  const source = await program.enrol()
  const group = await api.make.fraudGroup(program.program, source.partner, 'partnerCrossProgramBan')
  await program.rows(`insert into fraud_events (id, group_id, subject, created_at) values ($1, $2, 'prog_other', now())`, [
    `fre_${group.id}`,
    group.id,
  ])
  await api.make.commission(program.program, partner)
  const payout = await api.make.payout(program.program, partner)
  await api.make.commission(program.program, partner, { status: 'processed', payoutId: payout.id })
  await mergeAccounts(partner, source.partner)
  await settle(async () => (await groups(`?partnerId=${partner.id}`)).length === 1)
  await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.program.id })
  t.deepEqual(
    (await program.commissions()).map(({ status }) => status),
    ['hold', 'hold'],
  )
  t.deepEqual(await program.payouts(), [])
})

test.serial('commissions that a merge moves before their fraud check are checked for the remaining account', async (t) => {
  const { program, partner, email, statuses } = await withPartner()
  const source = await program.enrol()
  await lead(program, source.link, email)
  const { id: programId } = program.program
  const [commission] = await program.commissions()
  await mergeAccounts(partner, source.partner)
  await runJobByName(api.resources, 'fraud.check-commissions', {
    ...{ workspaceId: program.workspace.id, programId, partnerId: source.partner.id },
    commissionIds: [commission.id],
  })
  await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId })
  t.deepEqual(await statuses(), ['hold'])
})

test('an applicant rejected for fraud is reported to the operator, who warns the other programs', async (t) => {
  const { program, partner } = await withPartner()
  await program.rows(`update enrolments set status = 'pending' where program_id = $1`, [program.program.id])
  const other = await partnerProgram(api, { plan: 'enterprise' })
  await api.make.enrolment(other.program, partner)
  const rejection = { partnerId: partner.id, rejectionReason: 'other', flagForFraud: true, flagForFraudReason: ' A bot. ' }
  t.is((await program.call('POST /program-applications/reject', rejection)).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  const [alert] = (await program.call('GET /fraud/alerts')).body
  t.like(alert, { status: 'pending', reason: 'A bot.', partner: { id: partner.id } })
  const review = { key: api.config.adminApiKey, body: { status: 'confirmed' } }
  t.is((await api.call(`PATCH /admin/fraud-alerts/${alert.id}`, review)).status, 200)
  const warnings = async () => (await other.call('GET /fraud/groups')).body.map(({ type }: { type: string }) => type)
  await settle(async () => (await warnings()).length === 1)
  t.deepEqual(await warnings(), ['partnerCrossProgramBan'])
  t.is((await program.call('POST /program-applications/approve', { partnerId: partner.id })).status, 200)
  await settle(async () => (await warnings()).length === 0)
  t.deepEqual(await warnings(), [], 'the approval takes the warning back')
})

test('a confirmed report holds the commissions of the partner in other programs until the ban is lifted', async (t) => {
  const { program, partner } = await withPartner()
  const other = await partnerProgram(api, { plan: 'enterprise' })
  await api.make.enrolment(other.program, partner)
  await api.make.commission(other.program, partner)
  const report = () => program.call('POST /fraud/alerts', { partnerId: partner.id, reason: 'Bought its own links.' })
  t.is((await report()).status, 400, 'not banned')
  await program.call('POST /partners/ban', { partnerId: partner.id, reason: 'fraud' })
  const alert = await report()
  t.is(alert.status, 201)
  t.is((await report()).status, 409)
  t.deepEqual((await program.call('GET /fraud/alerts')).body, [alert.body])

  const admin = (methodAndPath: string, body?: object) =>
    api.call(methodAndPath, { key: api.config.adminApiKey, ...(body ? { body } : {}) })
  t.is((await admin(`GET /admin/fraud-alerts?programId=${program.program.id}`)).body.total, 1)
  const review = () => admin(`PATCH /admin/fraud-alerts/${alert.body.id}`, { status: 'confirmed', reviewNote: 'Proven.' })
  t.deepEqual((await review()).body, { success: true })
  t.is((await review()).status, 409)
  t.is((await admin('PATCH /admin/fraud-alerts/fra_missing', { status: 'dismissed' })).status, 404)

  const groupsOfOther = async () => (await other.call('GET /fraud/groups')).body
  const statuses = async () => (await other.commissions()).map(({ status }) => status).join()
  await settle(async () => (await groupsOfOther()).length === 1)
  t.is((await groupsOfOther())[0].type, 'partnerCrossProgramBan')
  t.is(await statuses(), 'hold')

  await program.call(`POST /partners/${partner.id}/unban`)
  await settle(async () => (await groupsOfOther()).length === 0 && (await statuses()) !== 'hold')
  t.not(await statuses(), 'hold')
})

test('a ban settles the groups of the partner without a release', async (t) => {
  const { program, link, partner, email, statuses, groups } = await withPartner()
  await lead(program, link, email)
  await settle(async () => (await groups()).length === 1)
  await program.call('POST /partners/ban', { partnerId: partner.id, reason: 'fraud' })
  await settle(async () => (await groups()).length === 0 && (await statuses())[0] === 'canceled')
  t.deepEqual(await statuses(), ['canceled'])
  t.is((await groups('?status=resolved'))[0].resolutionReason, 'The partner was banned.')
})

test('banned domains may have letters beyond ASCII and are stored in ASCII', async (t) => {
  const { program } = await withPartner()
  const ban = (...domains: string[]) => program.call('PATCH /fraud/rules', { referralSourceBanned: { enabled: true, config: { domains } } })
  t.is((await ban('Münchner-Gutscheine.de', '*.bücher.example', 'gutschein*.example')).status, 200)
  const { body } = await program.call('GET /fraud/rules')
  const { config } = body.find(({ type }: { type: string }) => type === 'referralSourceBanned')
  t.deepEqual(config.domains, ['xn--mnchner-gutscheine-m6b.de', '*.xn--bcher-kva.example', 'gutschein*.example'])
  const refused = [
    ['https://bücher.example', /no scheme and no path/],
    ['bücher.example/shop', /no scheme and no path/],
    ['bü*.example', /in another part/],
    ['*ücher.example', /in another part/],
    ['ü\u{e000}.example', /valid domain/],
  ] as const
  for (const [domain, message] of refused) {
    const { status, body: error } = await ban(domain)
    t.is(status, 422, domain)
    t.regex(error.error.message, message)
  }
})

test('rules can be changed, and pending groups of a disabled rule resolved', async (t) => {
  const { program, link, email, statuses, groups } = await withPartner()
  const rules = async () =>
    Object.fromEntries((await program.call('GET /fraud/rules')).body.map((rule: { type: string }) => [rule.type, rule]))
  t.like(await rules(), {
    referralSourceBanned: { enabled: false },
    paidTrafficDetected: { enabled: true, config: { platforms: ['google'] } },
  })
  await lead(program, link, email)
  await settle(async () => (await groups()).length === 1)
  const changed = await program.call('PATCH /fraud/rules', {
    customerEmailMatch: { enabled: false, resolvePendingEvents: true },
    referralSourceBanned: { enabled: true, config: { domains: ['*.coupons.example'] } },
    paidTrafficDetected: { enabled: true, config: { platforms: [] } },
  })
  t.deepEqual(changed.body, { success: true })
  t.like(await rules(), {
    customerEmailMatch: { enabled: false },
    referralSourceBanned: { enabled: true, config: { domains: ['*.coupons.example'] } },
    paidTrafficDetected: { enabled: false },
  })
  await settle(async () => !(await statuses()).includes('hold'))
  t.deepEqual(await groups(), [])
  await lead(program, link, email)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await groups(), [], 'the rule is off')
})

test('a changed part of the configuration of a rule leaves the other part', async (t) => {
  const { program } = await withPartner()
  const config = async () =>
    (await program.call('GET /fraud/rules')).body.find(({ type }: { type: string }) => type === 'paidTrafficDetected').config
  const change = async (part: object) =>
    t.is((await program.call('PATCH /fraud/rules', { paidTrafficDetected: { enabled: true, config: part } })).status, 200)
  const google = { whitelistedCampaignIds: ['own'] }
  await change({ platforms: ['google', 'bing'], google })
  await change({ platforms: ['facebook'] })
  t.deepEqual(await config(), { platforms: ['facebook'], google })
  await change({ google: { whitelistedCampaignIds: [] } })
  t.deepEqual(await config(), { platforms: ['facebook'], google: { whitelistedCampaignIds: [] } })
})

test('concurrent changes of the configuration of a rule all remain', async (t) => {
  const { program } = await withPartner()
  const google = { whitelistedCampaignIds: ['own'] }
  const platforms = ['bing']
  for (let round = 0; round < 10; round += 1) {
    await program.rows('delete from fraud_rules where program_id = $1', [program.program.id])
    const changes = await Promise.all(
      [{ google }, { platforms }].map((config) => program.call('PATCH /fraud/rules', { paidTrafficDetected: { enabled: true, config } })),
    )
    t.deepEqual(
      changes.map(({ status }) => status),
      [200, 200],
    )
    const rules = (await program.call('GET /fraud/rules')).body as { type: string; config: unknown }[]
    t.deepEqual(rules.find(({ type }) => type === 'paidTrafficDetected')?.config, { platforms, google })
  }
})

test('groups without news for a month expire, and their commissions are released', async (t) => {
  const { program, link, email, statuses, groups } = await withPartner()
  await lead(program, link, email)
  await settle(async () => (await groups()).length === 1)
  await program.rows(`update fraud_groups set last_event_at = now() - interval '29 days' where program_id = $1`, [program.program.id])
  await runJobByName(api.resources, 'fraud.expire-groups')
  t.is((await groups()).length, 1)
  await program.rows(`update fraud_groups set last_event_at = now() - interval '31 days' where program_id = $1`, [program.program.id])
  await runJobByName(api.resources, 'fraud.expire-groups')
  await settle(async () => !(await statuses()).includes('hold'))
  t.is((await groups('?status=expired')).length, 1)
})

test('the scheduler releases all held commissions of a program, once', async (t) => {
  const { program, partner, statuses } = await withPartner()
  await api.make.commission(program.program, partner, { status: 'hold' })
  await api.make.commission(program.program, partner, { status: 'hold' })
  const release = (key: string | undefined, body: object = { programId: program.program.id }) =>
    api.call('POST /api/cron/fraud/release-all-hold-commissions', { ...(key === undefined ? {} : { key }), body })
  const released = await release(api.config.cronSecret)
  t.is(released.status, 200)
  t.regex(released.headers.get('content-type') ?? '', /^text\/plain/)
  t.is(released.body, `Released 2 hold commissions for program ${program.program.id}.`)
  t.is((await release(api.config.cronSecret)).body, `Released 0 hold commissions for program ${program.program.id}.`)
  t.false((await statuses()).includes('hold'))
  t.is((await release(program.key)).status, 401)
  t.is((await release(api.config.cronSecret, {})).status, 422)
})

test('owners get one summary a day of what is pending', async (t) => {
  const { program, link, email, groups } = await withPartner()
  await lead(program, link, email)
  await settle(async () => (await groups()).length === 1)
  const [owner] = await program.rows(
    `select users.email from members join users on users.id = members.user_id where workspace_id = $1 and role = 'owner'`,
    [program.workspace.id],
  )
  const summaries = async () => (await emailsTo(api.config.dataDir, owner.email)).filter(({ subject }) => subject.startsWith('Risk events'))
  await runJobByName(api.resources, 'fraud.send-summaries')
  await runJobByName(api.resources, 'fraud.send-summaries')
  await settle(async () => (await summaries()).length > 0)
  t.is((await summaries()).length, 1)
  t.regex((await summaries())[0]?.text ?? '', /match the partner/)
})

test('programs without the feature are not checked', async (t) => {
  const program = await partnerProgram(api, { plan: 'business' })
  await program.reward({ event: 'lead', type: 'flat', amountInCents: 100 })
  const { link } = await program.enrol({ email: 'carl@unchecked.example' })
  await lead(program, link, 'carl@unchecked.example')
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await program.rows('select 1 from fraud_groups where program_id = $1', [program.program.id]), [])
  t.is((await program.call('GET /fraud/groups')).status, 403)
})
