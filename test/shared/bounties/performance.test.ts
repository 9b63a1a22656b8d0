/** Performance bounties count what partners achieve, and the jobs that open, close and announce bounties. */
import test from 'ava'
import type { Bounty } from '../../../shared/bounties/bounty.entity.js'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { emailsTo, latestEmailTo } from '../../support/emails.js'
import { runJobByName, runQueuedJobs, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const hoursAgo = (count: number) => new Date(Date.now() - count * 3_600_000)

async function withPartner() {
  const tenant = await partnerProgram(api)
  const { rows, program, call } = tenant
  const ann = await tenant.enrol({ name: 'Ann' })
  const [user] = await rows('select u.email from members m join users u on u.id = m.user_id where m.workspace_id = $1', [
    tenant.workspace.id,
  ])

  /** A bounty that began an hour ago. */
  const bounty = (attribute: string, value: number, row: Partial<Bounty> = {}) =>
    api.make.bounty(program, {
      type: 'performance',
      name: null,
      performanceScope: 'new',
      performanceCondition: { attribute: attribute as 'totalLeads', operator: 'gte', value },
      ...row,
    })

  /** Counts until nothing of this program is pending; a job of another test may hold some of it. */
  const count = () =>
    waitUntil(async () => {
      await runJobByName(api.resources, 'bounties.count-performance')
      const pending = await rows('select 1 from pending_bounty_counts where program_id = $1', [program.id])
      return pending.length === 0
    })

  const submissions = (of: { id: string }) =>
    rows('select partner_id, status, performance_count::int as count from bounty_submissions where bounty_id = $1 order by id', [of.id])

  const buy = async (customerExternalId: string, amount: number, invoiceId: string) => {
    const clickId = await tenant.click(ann.link)
    const { status } = await call('POST /track/sale', { clickId, customerExternalId, amount, invoiceId })
    if (status !== 200) throw new Error(`sale answered ${status}`)
  }
  const signUp = async (customerExternalId: string) => {
    const clickId = await tenant.click(ann.link)
    await call('POST /track/lead', { clickId, eventName: 'Sign up', customerExternalId })
  }
  return { ...tenant, ann, user, bounty, count, submissions, buy, signUp }
}

// Serial: the job counts for all programs, and skips partners that another run has locked.
test.serial('leads are counted in a draft, and the goal completes it and informs partner and reviewers', async (t) => {
  const { bounty, count, submissions, signUp, ann, user, call } = await withPartner()
  const leads = await bounty('totalLeads', 2)
  await signUp('one')
  await count()
  t.deepEqual(await submissions(leads), [{ partner_id: ann.partner.id, status: 'draft', count: 1 }])
  await signUp('two')
  await count()
  t.deepEqual(await submissions(leads), [{ partner_id: ann.partner.id, status: 'submitted', count: 2 }])
  await runQueuedJobs(api.resources)
  t.regex((await latestEmailTo(api.config.dataDir, ann.partner.email ?? '')).text, /You reached the goal/)
  t.regex((await latestEmailTo(api.config.dataDir, user.email)).text, /^Ann submitted for the bounty "Earn \$50 for 2 leads"/)

  // The count of a submitted one stays.
  await signUp('three')
  await count()
  t.deepEqual(await submissions(leads), [{ partner_id: ann.partner.id, status: 'submitted', count: 2 }])
  const [listed] = (await call(`GET /bounties/${leads.id}/submissions`)).body
  t.like(listed, { status: 'submitted', performanceCount: 2, urls: null })
})

test.serial('sales of customers who bought before the start do not count for new activity, and refunds lower the count', async (t) => {
  const { bounty, count, submissions, buy, rows, workspace, call } = await withPartner()
  const amount = await bounty('totalSaleAmount', 1_000_000)
  const conversions = await bounty('totalConversions', 100)
  await buy('old', 5000, 'old-1')
  await rows(`update customers set first_sale_at = $2 where workspace_id = $1 and external_id = 'old'`, [workspace.id, hoursAgo(48)])
  await rows(`select ensure_month_partition('sale_events', now() - interval '1 day')`)
  await rows("update sale_events set timestamp = timestamp - interval '1 day' where workspace_id = $1", [workspace.id])
  await buy('old', 700, 'old-2')
  await buy('new', 300, 'new-1')
  await buy('new', 40, 'new-2')
  await count()
  t.deepEqual(
    (await submissions(amount)).map((row) => row.count),
    [340],
  )
  t.deepEqual(
    (await submissions(conversions)).map((row) => row.count),
    [1],
  )

  t.is((await call('POST /track/refund', { invoiceId: 'new-2' })).status, 200)
  await count()
  t.deepEqual(
    (await submissions(amount)).map((row) => row.count),
    [300],
  )
})

test.serial('commissions count when they are payable, not while they are on hold', async (t) => {
  const { bounty, count, submissions, program, ann, rows } = await withPartner()
  const earned = await bounty('totalCommissions', 500)
  await api.make.commission(program, ann.partner, { earnings: 200 })
  const held = await api.make.commission(program, ann.partner, { earnings: 400, status: 'hold' })
  await count()
  t.like(await submissions(earned), [{ status: 'draft', count: 200 }])
  await rows(`update commissions set status = 'pending' where id = $1`, [held.id])
  await count()
  t.like(await submissions(earned), [{ status: 'submitted', count: 600 }])
})

test.serial('a lifetime bounty counts earlier activity when it opens, up to its goal', async (t) => {
  const { count, program, call, rows, enrol, submissions } = await withPartner()
  const bob = await enrol({}, { totalLeads: 3 })
  const eve = await enrol({}, { totalLeads: 12 })
  await enrol({}, { totalLeads: 20, status: 'deactivated' })
  const { body: lifetime } = await call('POST /bounties', {
    type: 'performance',
    rewardAmount: 100,
    performanceScope: 'lifetime',
    performanceCondition: { attribute: 'totalLeads', operator: 'gte', value: 10 },
  })
  await runQueuedJobs(api.resources)
  await count()
  const statuses = async () =>
    Object.fromEntries((await submissions(lifetime)).map(({ partner_id, status, count: counted }) => [partner_id, [status, counted]]))
  t.deepEqual(await statuses(), { [bob.partner.id]: ['draft', 3], [eve.partner.id]: ['submitted', 10] })

  // A lower goal completes drafts too.
  t.is(
    (await call(`PATCH /bounties/${lifetime.id}`, { performanceCondition: { attribute: 'totalLeads', operator: 'gte', value: 3 } })).status,
    200,
  )
  await runQueuedJobs(api.resources)
  await count()
  t.deepEqual(await statuses(), { [bob.partner.id]: ['submitted', 3], [eve.partner.id]: ['submitted', 10] })
  t.is((await rows('select opened_at from bounties where id = $1 and program_id = $2', [lifetime.id, program.id])).length, 1)
})

test.serial('what is not for a partner or not open is not counted', async (t) => {
  const { bounty, count, submissions, signUp, program, rows } = await withPartner()
  const future = await bounty('totalLeads', 2, { startsAt: new Date(Date.now() + 3_600_000) })
  const ended = await bounty('totalLeads', 2, { startsAt: hoursAgo(5), endsAt: hoursAgo(1) })
  const forOthers = await bounty('totalLeads', 2)
  await rows('insert into bounty_groups (bounty_id, group_id) values ($1, $2)', [forOthers.id, (await api.make.partnerGroup(program)).id])
  const counted = await bounty('totalLeads', 2)
  await signUp('one')
  await count()
  t.deepEqual(await submissions(future), [])
  t.deepEqual(await submissions(ended), [])
  t.deepEqual(await submissions(forOthers), [])
  t.like(await submissions(counted), [{ count: 1 }])
})

test.serial('what is counted after the end of a bounty is what was achieved before it', async (t) => {
  const { bounty, count, submissions, signUp, buy, rows } = await withPartner()
  const reached = await bounty('totalLeads', 1)
  const missed = await bounty('totalLeads', 2)
  const lifetime = await bounty('totalSaleAmount', 1000, { performanceScope: 'lifetime' })
  const forgotten = await bounty('totalLeads', 1, { startsAt: hoursAgo(60), endsAt: hoursAgo(25) })
  await signUp('one')
  await buy('one', 700, 'one-1')
  await rows('update bounties set ends_at = now() where id = any ($1)', [[reached, missed, lifetime].map(({ id }) => id)])
  await signUp('three')
  await buy('one', 500, 'one-2')
  await count()
  t.like(await submissions(reached), [{ status: 'submitted', count: 1 }])
  t.like(await submissions(missed), [{ status: 'draft', count: 1 }])
  t.like(await submissions(lifetime), [{ status: 'draft', count: 700 }])
  t.deepEqual(await submissions(forgotten), [])
})

test.serial('counting again changes nothing, and a reopened submission is counted again', async (t) => {
  const { bounty, count, submissions, signUp, ann, rows, program, call } = await withPartner()
  const leads = await bounty('totalLeads', 1)
  await signUp('one')
  await count()
  const before = await submissions(leads)
  await rows('insert into pending_bounty_counts (program_id, partner_id) values ($1, $2)', [program.id, ann.partner.id])
  await count()
  t.deepEqual(await submissions(leads), before)
  const [{ id }] = (await call(`GET /bounties/${leads.id}/submissions`)).body
  t.is((await call(`POST /bounties/${leads.id}/submissions/${id}/reject`)).status, 200)
  await signUp('two')
  await count()
  t.like(await submissions(leads), [{ status: 'rejected', count: 1 }])
  t.is((await call(`POST /bounties/${leads.id}/submissions/${id}/reopen`)).status, 200)
  await count()
  t.like(await submissions(leads), [{ status: 'submitted', count: 2 }])
})

test.serial('a program without performance bounties notes no partners', async (t) => {
  const { signUp, rows, program } = await withPartner()
  await signUp('one')
  t.deepEqual(await rows('select 1 from pending_bounty_counts where program_id = $1', [program.id]), [])
})

test.serial('eligible partners get one email when a bounty opens', async (t) => {
  const { call, enrol, program, ann } = await withPartner()
  const vip = await api.make.partnerGroup(program)
  const bob = await enrol({}, { groupId: vip.id })
  const gone = await enrol({}, { groupId: vip.id, status: 'deactivated' })
  const body = { type: 'submission', name: 'Write', rewardAmount: 5, groupIds: [vip.id], sendNotificationEmails: true }
  const { body: bounty } = await call('POST /bounties', body)
  await runQueuedJobs(api.resources)
  await latestEmailTo(api.config.dataDir, bob.partner.email ?? '', ({ subject }) => subject.startsWith('New bounty'))
  const joined = await enrol({}, { groupId: vip.id })
  await call(`PATCH /bounties/${bounty.id}`, { description: 'Longer' })
  await runQueuedJobs(api.resources)
  const countOf = async ({ partner }: typeof bob) => (await emailsTo(api.config.dataDir, partner.email ?? '')).length
  t.deepEqual([await countOf(bob), await countOf(ann), await countOf(gone), await countOf(joined)], [1, 0, 0, 0])
  await runJobByName(api.resources, 'bounties.notify-partners', { bountyId: bounty.id })
  await runQueuedJobs(api.resources)
  t.is(await countOf(bob), 1)
})

test.serial('partners learn of a bounty whose counting was off and on before its start', async (t) => {
  const { call, rows, ann } = await withPartner()
  const { body: bounty } = await call('POST /bounties', {
    type: 'performance',
    rewardAmount: 100,
    performanceScope: 'new',
    performanceCondition: { attribute: 'totalLeads', operator: 'gte', value: 10 },
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
    sendNotificationEmails: true,
  })
  const [workflow] = (await call('GET /workflows?action=awardBounty')).body
  for (const disabled of [true, false]) t.is((await call(`PATCH /workflows/${workflow.id}`, { disabled })).status, 200)
  await rows('update bounties set starts_at = now() where id = $1', [bounty.id])
  await runQueuedJobs(api.resources)
  await runJobByName(api.resources, 'bounties.open')
  await runQueuedJobs(api.resources)
  await latestEmailTo(api.config.dataDir, ann.partner.email ?? '', ({ subject }) => subject.startsWith('New bounty'))
  t.pass()
})

test.serial('a draft whose period ends soon gets one reminder', async (t) => {
  const { ann, program } = await withPartner()
  const inDays = (count: number) => new Date(Date.now() + count * 86_400_000)
  const soon = await api.make.bounty(program, { endsAt: inDays(1) })
  const later = await api.make.bounty(program, { name: 'Later', endsAt: inDays(9) })
  const draft = { status: 'draft', completedAt: null } as const
  await api.make.submission(soon, ann.partner, draft)
  await api.make.submission(later, ann.partner, draft)
  await runJobByName(api.resources, 'bounties.remind-partners')
  await runJobByName(api.resources, 'bounties.remind-partners')
  await runQueuedJobs(api.resources)
  await latestEmailTo(api.config.dataDir, ann.partner.email ?? '')
  const texts = (await emailsTo(api.config.dataDir, ann.partner.email ?? '')).map(({ text }) => /the bounty "([^"]+)"/.exec(text)?.[1])
  t.deepEqual(texts, ['Write about us'])
})

test.serial('partners who cannot submit any more get no reminder of their draft', async (t) => {
  const { enrol, program, rows } = await withPartner()
  const endsAt = new Date(Date.now() + 86_400_000)
  const [open, forOthers] = [await api.make.bounty(program, { endsAt }), await api.make.bounty(program, { endsAt })]
  await rows('insert into bounty_groups (bounty_id, group_id) values ($1, $2)', [forOthers.id, (await api.make.partnerGroup(program)).id])
  const draft = { status: 'draft', completedAt: null } as const
  const [banned, moved] = [await enrol({}, { status: 'banned' }), await enrol()]
  const submissions = [
    await api.make.submission(open, banned.partner, draft),
    await api.make.submission(forOthers, moved.partner, draft),
    await api.make.submission(open, moved.partner, draft),
  ]
  await Promise.all([1, 2].map(() => runJobByName(api.resources, 'bounties.remind-partners')))
  const reminded = await rows('select id from bounty_submissions where id = any ($1) and reminded_at is not null', [
    submissions.map(({ id }) => id),
  ])
  t.deepEqual(reminded, [{ id: submissions[2]?.id }])
  await runQueuedJobs(api.resources)
  t.is((await emailsTo(api.config.dataDir, moved.partner.email ?? '')).length, 1)
})

test.serial('drafts of a bounty that begins with the enrolment or has periods get a reminder before the end of theirs only', async (t) => {
  const { ann, program } = await withPartner()
  const draft = { status: 'draft', completedAt: null } as const
  const enrolled = new Date(Date.now() - 86_400_000 * 5)
  await api.resources.database.pool.query('update enrolments set created_at = $2 where partner_id = $1', [ann.partner.id, enrolled])
  const relative = { startMode: 'relative', startsAt: null, createdAt: enrolled } as const
  for (const [name, endsAfterDays] of [
    ['Over', 4],
    ['Soon', 6],
    ['Later', 9],
  ] as const)
    await api.make.submission(await api.make.bounty(program, { ...relative, name, endsAfterDays }), ann.partner, draft)
  await api.make.submission(await api.make.bounty(program, { ...relative, name: 'Endless' }), ann.partner, draft)
  const weekly = await api.make.bounty(program, { ...relative, name: 'Weekly', submissionFrequency: 'week', maxSubmissions: 9 })
  for (const periodNumber of [1, 2]) await api.make.submission(weekly, ann.partner, { ...draft, periodNumber })
  const ended = { name: 'Ended', startsAt: hoursAgo(9), endsAt: hoursAgo(1) }
  await api.make.submission(await api.make.bounty(program, ended), ann.partner, draft)
  await runJobByName(api.resources, 'bounties.remind-partners')
  const { rows } = await api.resources.database.pool.query(
    `select b.name, s.period_number as period from bounty_submissions s join bounties b on b.id = s.bounty_id
     where s.partner_id = $1 and s.reminded_at is not null order by b.name`,
    [ann.partner.id],
  )
  t.deepEqual(rows, [
    { name: 'Soon', period: 1 },
    { name: 'Weekly', period: 1 },
  ])
})

test.serial('what a partner achieved before counts for a bounty of its new group or tag, and once it accepts its invite', async (t) => {
  const { enrol, bounty, count, submissions, program, call } = await withPartner()
  const vip = await api.make.partnerGroup(program)
  const [moved, invited] = [await enrol({}, { totalLeads: 7 }), await enrol({}, { totalLeads: 3, status: 'invited', groupId: vip.id })]
  const [tagged, tag] = [await enrol({}, { totalLeads: 4, groupId: vip.id }), await api.make.partnerTag(program)]
  const { body: goal } = await call('POST /bounties', {
    type: 'performance',
    rewardAmount: 5000,
    performanceScope: 'lifetime',
    performanceCondition: { attribute: 'totalLeads', value: 5 },
    groupIds: [vip.id],
  })
  const { body: ofTag } = await call('POST /bounties', {
    type: 'performance',
    rewardAmount: 5000,
    performanceScope: 'lifetime',
    performanceCondition: { attribute: 'totalLeads', value: 4 },
    partnerTagIds: [tag.id],
  })
  const other = await bounty('totalLeads', 5)
  await runQueuedJobsAndSubscribers(api.resources)
  await count()
  t.deepEqual((await submissions(goal)).length, 1)
  t.deepEqual(await submissions(ofTag), [])
  t.is((await call('POST /partners/tags/assign', { partnerIds: [tagged.partner.id], addTagIds: [tag.id] })).status, 200)
  t.is((await call(`POST /groups/${vip.id}/partners`, { partnerIds: [moved.partner.id] })).status, 200)
  await api.resources.database.pool.query(`update enrolments set status = 'approved' where id = $1`, [invited.enrolment.id])
  const { workspaceId, id: programId } = program
  const ids = { workspaceId, programId, partnerId: invited.partner.id, enrolmentId: invited.enrolment.id }
  await runJobByName(api.resources, 'bounties.count-active-partner', { ...ids, from: 'invited', to: 'approved' })
  await runQueuedJobsAndSubscribers(api.resources)
  await count()
  t.deepEqual(
    (await submissions(goal)).toSorted((one, another) => another.count - one.count),
    [
      { partner_id: moved.partner.id, status: 'submitted', count: 5 },
      { partner_id: tagged.partner.id, status: 'draft', count: 4 },
      { partner_id: invited.partner.id, status: 'draft', count: 3 },
    ],
  )
  t.deepEqual(await submissions(ofTag), [{ partner_id: tagged.partner.id, status: 'submitted', count: 4 }])
  t.deepEqual(await submissions(other), [], 'only what is achieved since its start counts')
})

test.serial('the end of a bounty is reported once with what waits for a review', async (t) => {
  const { ann, program, user, call } = await withPartner()
  const bounty = await api.make.bounty(program, { startsAt: hoursAgo(9), endsAt: hoursAgo(1) })
  await api.make.submission(bounty, ann.partner)
  await runJobByName(api.resources, 'bounties.close')
  t.is((await call(`PATCH /bounties/${bounty.id}`, { description: 'Over' })).status, 200)
  await runJobByName(api.resources, 'bounties.close')
  await runQueuedJobs(api.resources)
  await latestEmailTo(api.config.dataDir, user.email)
  const emails = await emailsTo(api.config.dataDir, user.email)
  t.deepEqual(
    emails.flatMap(({ text }) => /has ended. (\d+) submissions wait/.exec(text)?.[1] ?? []),
    ['1'],
  )
})

test.serial('a ban rejects what the partner submitted, and an unban takes back nothing else', async (t) => {
  const { ann, program, rows } = await withPartner()
  const bounty = await api.make.bounty(program)
  await api.make.submission(bounty, ann.partner)
  await api.make.submission(bounty, ann.partner, { periodNumber: 2, status: 'approved' })
  await api.make.submission(bounty, ann.partner, { periodNumber: 3, status: 'rejected', reviewerId: 'user_reviewer' })
  const enrolment = { workspaceId: program.workspaceId, programId: program.id, partnerId: ann.partner.id, enrolmentId: ann.enrolment.id }
  const follow = async (from: string, to: string) => {
    await rows('update enrolments set status = $2 where id = $1', [ann.enrolment.id, to])
    await runJobByName(api.resources, 'bounties.reject-submissions-of-banned', { ...enrolment, from, to })
  }
  const statuses = async () =>
    (await rows('select status from bounty_submissions where bounty_id = $1 order by period_number', [bounty.id])).map(
      ({ status }) => status,
    )
  await follow('approved', 'archived')
  t.deepEqual(await statuses(), ['submitted', 'approved', 'rejected'])
  await follow('archived', 'banned')
  t.deepEqual(await statuses(), ['rejected', 'approved', 'rejected'])
  await follow('banned', 'approved')
  t.deepEqual(await statuses(), ['submitted', 'approved', 'rejected'])
})

test.serial('submissions of a merged account move to the other one, and of two for a period the more advanced one stays', async (t) => {
  const { ann, enrol, program, rows } = await withPartner()
  const bob = await enrol()
  const bounty = await api.make.bounty(program, { maxSubmissions: 5 })
  await api.make.submission(bounty, ann.partner, { status: 'approved' })
  await api.make.submission(bounty, bob.partner, { status: 'draft' })
  await api.make.submission(bounty, ann.partner, { periodNumber: 2, status: 'rejected' })
  await api.make.submission(bounty, bob.partner, { periodNumber: 2 })
  await api.make.submission(bounty, ann.partner, { periodNumber: 3 })
  await api.make.submission(bounty, ann.partner, { periodNumber: 4 })
  await api.make.submission(bounty, bob.partner, { periodNumber: 4, status: 'draft' })
  const merger = {
    workspaceId: program.workspaceId,
    programId: program.id,
    sourcePartnerId: ann.partner.id,
    targetPartnerId: bob.partner.id,
  }
  await runJobByName(api.resources, 'bounties.move-merged-partner', merger)
  await runJobByName(api.resources, 'bounties.move-merged-partner', merger)
  t.deepEqual(
    await rows('select partner_id, period_number, status from bounty_submissions where bounty_id = $1 order by period_number', [bounty.id]),
    ['approved', 'submitted', 'submitted', 'submitted'].map((status, index) => ({
      partner_id: bob.partner.id,
      period_number: index + 1,
      status,
    })),
  )
})
