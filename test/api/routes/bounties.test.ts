import test from 'ava'
import { withTransaction } from '../../../shared/kernel/db/pool.js'
import { newId } from '../../../shared/kernel/ids.js'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { latestEmailTo } from '../../support/emails.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { waitUntil } from '../../support/wait-until.js'
import { whileLocked } from '../../support/while-locked.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const writing = { type: 'submission', name: 'Write about us', rewardAmount: 5000 }
const performing = {
  type: 'performance',
  rewardAmount: 10_000,
  performanceCondition: { attribute: 'totalLeads', operator: 'gte', value: 5 },
  performanceScope: 'new',
}
const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()

/** A program with a partner, and calls about its bounties. */
async function withPartner(options: Parameters<typeof partnerProgram>[1] = {}) {
  const tenant = await partnerProgram(api, options)
  const ann = await tenant.enrol({ name: 'Ann' })
  const create = async (body: object) => (await tenant.call('POST /bounties', body)).body
  const submit = (bounty: { id: string }, body: object, partner = ann.partner) =>
    tenant.call(`POST /bounties/${bounty.id}/submissions`, { partnerId: partner.id, ...body })
  return { ...tenant, ann, create, submit }
}

test('a submission bounty has defaults for everything but its name and reward', async (t) => {
  const { call } = await withPartner()
  const { status, body } = await call('POST /bounties', writing)
  t.is(status, 200)
  t.regex(body.id, /^bnty_/)
  t.true(Math.abs(Date.parse(body.startsAt) - Date.now()) < 60_000)
  t.deepEqual(body, {
    id: body.id,
    name: 'Write about us',
    description: null,
    type: 'submission',
    startMode: 'absolute',
    startsAt: body.startsAt,
    endsAt: null,
    endsAfterDays: null,
    submissionsOpenAt: null,
    submissionFrequency: null,
    maxSubmissions: 1,
    rewardAmount: 5000,
    rewardDescription: null,
    performanceCondition: null,
    performanceScope: null,
    submissionRequirements: null,
    socialMetricsLastSyncedAt: null,
    groups: [],
    partnerTags: [],
  })
  t.deepEqual((await call(`GET /bounties/${body.id}`)).body, body)
  t.deepEqual((await call('GET /bounties')).body, [body])
  t.deepEqual((await call(`GET /bounties/${body.id}/submissions`)).body, [])
})

test('a performance bounty gets a name from its reward and condition, and ignores settings of submissions', async (t) => {
  const { call } = await withPartner()
  const { body } = await call('POST /bounties', { ...performing, name: 'Mine', maxSubmissions: 4, submissionRequirements: { url: {} } })
  t.like(body, { name: 'Earn $100 for 5 leads', maxSubmissions: 1, submissionRequirements: null, performanceScope: 'new' })
})

test('a relative bounty has no start of its own', async (t) => {
  const { call } = await withPartner()
  const { body } = await call('POST /bounties', { ...writing, startMode: 'relative', endsAfterDays: 30 })
  t.like(body, { startMode: 'relative', startsAt: null, endsAfterDays: 30 })
})

test('an update changes the given settings and keeps the others', async (t) => {
  const { call, create } = await withPartner()
  const bounty = await create({ ...writing, endsAt: inDays(60), submissionFrequency: 'week', maxSubmissions: 4 })
  const { body } = await call(`PATCH /bounties/${bounty.id}`, { submissionFrequency: null, maxSubmissions: null, description: 'Longer' })
  t.deepEqual(body, { ...bounty, submissionFrequency: null, maxSubmissions: 1, description: 'Longer' })
  t.is((await call(`PATCH /bounties/${bounty.id}`, { rewardAmount: null })).status, 400)
  t.deepEqual((await call(`GET /bounties/${bounty.id}`)).body, body)
})

test('groups and tags must be of the program, and the refused request changes nothing', async (t) => {
  const { call, create, program } = await withPartner()
  const other = await withPartner()
  const tag = await api.make.partnerTag(program)
  const bounty = await create({ ...writing, groupIds: [program.defaultGroupId], partnerTagIds: [tag.id] })
  t.like(bounty, { groups: [{ id: program.defaultGroupId }], partnerTags: [{ id: tag.id }] })
  const refused = await call(`PATCH /bounties/${bounty.id}`, { name: 'Other', groupIds: [other.program.defaultGroupId] })
  t.is(refused.status, 400)
  t.is((await call('POST /bounties', { ...writing, partnerTagIds: ['ptag_missing'] })).status, 400)
  t.deepEqual((await call('GET /bounties')).body, [bounty])
  t.like((await call(`PATCH /bounties/${bounty.id}`, { groupIds: null })).body, { groups: [], partnerTags: [{ id: tag.id }] })
})

test('a bounty whose groups or tags were deleted is for no partner until it gets others', async (t) => {
  const { call, create, program, ann } = await withPartner()
  const group = await api.make.partnerGroup(program)
  const tag = await api.make.partnerTag(program)
  const forGroup = await create({ ...writing, groupIds: [group.id] })
  const forTag = await create({ ...writing, partnerTagIds: [tag.id] })
  t.is((await call(`DELETE /groups/${group.id}`)).status, 200)
  t.is((await call(`DELETE /partners/tags/${tag.id}`)).status, 200)
  t.deepEqual((await call(`GET /bounties?partnerId=${ann.partner.id}`)).body, [])
  const kept = await call(`PATCH /bounties/${forGroup.id}`, { name: 'Other', groupIds: [group.id], partnerTagIds: [] })
  t.like(kept.body, { name: 'Other', groups: [{ id: group.id }] })
  t.deepEqual((await call(`GET /bounties?partnerId=${ann.partner.id}`)).body, [])
  t.is((await call(`PATCH /bounties/${forTag.id}`, { partnerTagIds: null })).status, 200)
  t.like((await call(`GET /bounties?partnerId=${ann.partner.id}`)).body, [{ id: forTag.id }])
})

test('a date that is none is refused by its name', async (t) => {
  const { call } = await withPartner()
  const { status, body } = await call('POST /bounties', { ...writing, endsAt: 'blue' })
  t.is(status, 400)
  t.regex(body.error.message, /^endsAt is not a valid date/)
})

test('counting posts requires plan Advanced, and a platform that the operator configured', async (t) => {
  const requirements = { submissionRequirements: { socialMetrics: { platform: 'youtube', metric: 'views' } } }
  const business = await withPartner({ plan: 'business' })
  t.is((await business.call('POST /bounties', { ...writing, ...requirements })).status, 403)
  t.is((await business.call('POST /bounties', { ...writing, sendNotificationEmails: true })).status, 403)
  const { call } = await withPartner()
  const refused = await call('POST /bounties', { ...writing, ...requirements })
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, /YOUTUBE_API_KEY/)
})

test('a partner sees only open bounties that are for it, with the dates that apply to it', async (t) => {
  const { call, create, ann, program } = await withPartner()
  const vip = await api.make.partnerGroup(program)
  const relative = await create({ ...writing, startMode: 'relative', endsAfterDays: 2 })
  const later = await api.make.partner()
  const enrolment = await api.make.enrolment(program, later)
  await create({ ...writing, groupIds: [vip.id] })
  await create({ ...writing, startsAt: inDays(1) })
  const open = await create({ ...writing, groupIds: [program.defaultGroupId] })
  const idsOf = async (partner: { id: string }) => (await call(`GET /bounties?partnerId=${partner.id}`)).body
  t.deepEqual(
    (await idsOf(ann.partner)).map(({ id }: { id: string }) => id),
    [open.id],
  )
  const [first, second] = await idsOf(later)
  t.deepEqual([first.id, second.id], [open.id, relative.id])
  t.is(second.startsAt, enrolment.createdAt.toISOString())
  t.is(Date.parse(second.endsAt), enrolment.createdAt.getTime() + 2 * 86_400_000)
})

test('a draft is edited until it is submitted, and then the period is taken', async (t) => {
  const { call, create, submit, ann } = await withPartner()
  const bounty = await create({ ...writing, submissionRequirements: { url: { max: 1 } } })
  const draft = await submit(bounty, { isDraft: true, description: 'Soon' })
  t.is(draft.status, 201)
  t.like(draft.body, { status: 'draft', description: 'Soon', urls: null, completedAt: null, periodNumber: 1, partnerId: ann.partner.id })
  t.is((await submit(bounty, {})).status, 422)
  const { body } = await submit(bounty, { urls: ['https://blog.example/post'] })
  t.like(body, { id: draft.body.id, status: 'submitted', urls: ['https://blog.example/post'], description: null })
  t.truthy(body.completedAt)
  t.is((await submit(bounty, { urls: ['https://blog.example/other'] })).status, 409)
  t.deepEqual((await call(`GET /bounties/${bounty.id}/submissions`)).body, [body])
  t.is((await call(`PATCH /bounties/${bounty.id}`, { name: 'Other' })).status, 200)
  t.is((await call(`DELETE /bounties/${bounty.id}`)).status, 400)
})

test('of concurrent submissions for one period one is stored', async (t) => {
  const { create, submit } = await withPartner()
  const bounty = await create(writing)
  const answers = await Promise.all([1, 2, 3, 4].map((index) => submit(bounty, { description: `Text ${index}` })))
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409])
})

test('a bounty with a frequency takes one submission in each period', async (t) => {
  const { create, submit } = await withPartner()
  const bounty = await create({ ...writing, startsAt: inDays(-10), endsAt: inDays(30), submissionFrequency: 'week', maxSubmissions: 3 })
  t.is((await submit(bounty, {})).status, 400)
  t.is((await submit(bounty, { periodNumber: 1 })).status, 400)
  t.is((await submit(bounty, { periodNumber: 3 })).status, 400)
  t.is((await submit(bounty, { periodNumber: 4 })).status, 400)
  t.like((await submit(bounty, { periodNumber: 2 })).body, { periodNumber: 2, status: 'submitted' })
})

test('submissions are refused before they open, for performance bounties, and of partners who may not submit', async (t) => {
  const { create, submit, program, enrol, call } = await withPartner()
  const early = await create({ ...writing, endsAt: inDays(9), submissionsOpenAt: inDays(3) })
  t.is((await submit(early, {})).status, 403)
  t.is((await submit(early, { isDraft: true })).status, 201)
  t.is((await submit(await create(performing), {})).status, 403)
  const banned = await enrol({}, { status: 'banned' })
  const bounty = await create(writing)
  t.is((await submit(bounty, {}, banned.partner)).status, 403)
  t.is((await submit(bounty, {}, await api.make.partner())).status, 404)
  const vip = await create({ ...writing, groupIds: [(await api.make.partnerGroup(program)).id] })
  t.is((await submit(vip, {})).status, 403)
  await call(`PATCH /bounties/${bounty.id}`, { startsAt: inDays(-2), endsAt: inDays(-1) })
  t.is((await submit(bounty, {})).status, 403)
})

test('a submission names files that the partner uploaded for the bounty', async (t) => {
  const { create, submit, call, ann, enrol } = await withPartner()
  const bounty = await create({ ...writing, submissionRequirements: { image: { max: 1 } } })
  const upload = (partner: { id: string }, image = png) =>
    call(`POST /bounties/${bounty.id}/files`, { partnerId: partner.id, fileName: 'proof.png', image })
  t.is((await upload(ann.partner, 'data:image/png;base64,bm8gaW1hZ2U=')).status, 422)
  const { status, body: file } = await upload(ann.partner)
  t.is(status, 201)
  t.like(file, { fileName: 'proof.png', size: 70 })
  const bob = await enrol()
  t.is((await submit(bounty, { files: [file] }, bob.partner)).status, 422)
  t.is((await submit(bounty, {})).status, 422)
  t.deepEqual((await submit(bounty, { files: [file] })).body.files, [file])
  t.is((await fetch(api.url + new URL(file.url).pathname)).status, 200)
})

test('an image is stored before the submissions of the partner are locked', async (t) => {
  const { create, call, ann } = await withPartner()
  const { id } = await create(writing)
  const upload = () =>
    call(`POST /bounties/${id}/files`, { partnerId: ann.partner.id, fileName: 'a.png', image: 'data:image/png;base64,bm8gaW1hZ2U=' })
  t.is((await whileLocked(api.resources, `bounty ${id} ${ann.partner.id}`, upload)).status, 422)
})

test('a partner uploads at most 25 files a day for a bounty', async (t) => {
  const { create, call, ann } = await withPartner()
  const bounty = await create(writing)
  const upload = () => call(`POST /bounties/${bounty.id}/files`, { partnerId: ann.partner.id, fileName: 'a.png', image: png })
  for (let index = 0; index < 25; index++) t.is((await upload()).status, 201)
  t.is((await upload()).status, 429)
})

test('an approval creates one commission that names the bounty, and informs the partner', async (t) => {
  const { create, submit, call, ann, commissions, earned } = await withPartner()
  const bounty = await create(writing)
  const { body: submission } = await submit(bounty, { description: 'Done' })
  const path = `/bounties/${bounty.id}/submissions/${submission.id}`
  const answers = await Promise.all([1, 2].map(() => call(`POST ${path}/approve`)))
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
  const approved = answers.find(({ status }) => status === 200)?.body
  t.like(approved, { id: submission.id, status: 'approved', rejectionReason: null })
  t.truthy(approved.reviewedAt)
  const [commission, ...others] = await commissions()
  t.is(others.length, 0)
  t.like(commission, { type: 'custom', status: 'pending', earnings: 5000, quantity: 1, partner_id: ann.partner.id })
  t.regex(commission.description, /Write about us/)
  t.is(await earned(ann.enrolment), 5000)
  t.like((await call(`GET ${path}`)).body, {
    commission: { id: commission.id, earnings: 5000 },
    partner: { id: ann.partner.id, name: 'Ann' },
  })
  await runQueuedJobs(api.resources)
  t.regex((await latestEmailTo(api.config.dataDir, ann.partner.email ?? '')).text, /You earned \$50/)
})

test('a bounty without an amount needs one at the approval', async (t) => {
  const { create, submit, call, commissions } = await withPartner()
  const bounty = await create({ type: 'submission', name: 'Wear it', rewardDescription: 'A shirt' })
  const { body: submission } = await submit(bounty, {})
  const approve = (body?: object) => call(`POST /bounties/${bounty.id}/submissions/${submission.id}/approve`, body)
  t.is((await approve()).status, 400)
  t.is((await approve({ rewardAmount: 0 })).status, 422)
  t.is((await approve({ rewardAmount: 1250 })).status, 200)
  t.is((await commissions())[0].earnings, 1250)
})

test('a rejected submission can be approved or reopened, and an approved one cannot be changed', async (t) => {
  const { create, submit, call } = await withPartner()
  const bounty = await create(writing)
  const { body: submission } = await submit(bounty, {})
  const act = (operation: string, body?: object) => call(`POST /bounties/${bounty.id}/submissions/${submission.id}/${operation}`, body)
  t.like((await act('reject')).body, { status: 'rejected', rejectionReason: 'other', rejectionNote: null })
  t.is((await act('reject')).status, 400)
  t.deepEqual((await call(`GET /bounties/${bounty.id}/submissions`)).body, [])
  t.is((await call(`GET /bounties/${bounty.id}/submissions?status=rejected`)).body.length, 1)
  t.like((await act('reopen')).body, { status: 'draft', rejectionReason: null, completedAt: null })
  t.is((await act('approve')).status, 400)
  t.like((await submit(bounty, { description: 'Better' })).body, { id: submission.id, status: 'submitted' })
  t.like((await act('reject', { rejectionReason: 'invalidProof', rejectionNote: 'Blurred' })).body, {
    rejectionReason: 'invalidProof',
    rejectionNote: 'Blurred',
  })
  t.like((await act('approve')).body, { status: 'approved', rejectionReason: null, rejectionNote: null })
  for (const operation of ['reject', 'reopen', 'approve']) t.is((await act(operation)).status, 400)
})

test('submissions are found only through their own bounty and program', async (t) => {
  const { create, submit, call } = await withPartner()
  const other = await withPartner()
  const [bounty, second] = [await create(writing), await create(writing)]
  const { body: submission } = await submit(bounty, {})
  t.is((await call(`POST /bounties/${second.id}/submissions/${submission.id}/approve`)).status, 404)
  t.is((await other.call(`POST /bounties/${bounty.id}/submissions/${submission.id}/approve`)).status, 404)
  t.is((await other.call(`GET /bounties/${bounty.id}/submissions`)).status, 404)
})

test('submissions are filtered, sorted, paged and counted', async (t) => {
  const { call, enrol, program, ann } = await withPartner()
  const bounty = await api.make.bounty(program)
  const vip = await api.make.partnerGroup(program)
  const bob = await enrol({}, { groupId: vip.id })
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  const first = await api.make.submission(bounty, bob.partner, { completedAt: at(1), performanceCount: 3 })
  const second = await api.make.submission(bounty, ann.partner, { completedAt: at(2), performanceCount: 9, status: 'approved' })
  const draft = await api.make.submission(bounty, ann.partner, { completedAt: null, status: 'draft', periodNumber: 2 })
  const ids = async (query: string) =>
    (await call(`GET /bounties/${bounty.id}/submissions?${query}`)).body.map(({ id }: { id: string }) => id)
  t.deepEqual(await ids(''), [first.id, second.id, draft.id])
  t.deepEqual(await ids('sortOrder=desc'), [second.id, first.id, draft.id])
  t.deepEqual(await ids('sortBy=performanceCount&sortOrder=desc&pageSize=1'), [second.id])
  t.deepEqual(await ids('pageSize=1&page=2'), [second.id])
  t.deepEqual(await ids(`groupId=${vip.id}`), [first.id])
  t.deepEqual(await ids(`partnerId=${ann.partner.id}`), [second.id, draft.id])
  t.deepEqual(await ids('status=approved'), [second.id])
  t.deepEqual((await call('GET /bounties?includeSubmissionsCount=true')).body[0].submissionsCountData, {
    total: 3,
    submitted: 1,
    approved: 1,
  })
  t.deepEqual(
    (await call('GET /bounties/count/submissions')).body.map(({ status, count }: { status: string; count: number }) => [status, count]),
    [
      ['approved', 1],
      ['draft', 1],
      ['submitted', 1],
    ],
  )
})

test('what is counted cannot change once there are submissions', async (t) => {
  const { call, program, ann } = await withPartner()
  const bounty = await api.make.bounty(program, {
    type: 'performance',
    name: null,
    performanceCondition: { attribute: 'totalLeads', operator: 'gte', value: 5 },
    performanceScope: 'new',
  })
  const change = (performanceCondition: object) => call(`PATCH /bounties/${bounty.id}`, { performanceCondition })
  t.is((await change({ attribute: 'totalConversions', operator: 'gte', value: 5 })).status, 200)
  await api.make.submission(bounty, ann.partner, { status: 'draft', performanceCount: 1 })
  t.is((await change({ attribute: 'totalLeads', operator: 'gte', value: 5 })).status, 400)
  t.is((await change({ attribute: 'totalConversions', operator: 'gte', value: 9 })).status, 200)
})

/** Makes the request while a transaction that ran the statement waits for it to be blocked, and then commits. */
const duringTransaction = (sql: string, params: unknown[], request: () => ReturnType<TestApi['call']>) =>
  withTransaction(api.resources.database.pool, async (client) => {
    const [holder] = (await client.query('select pg_backend_pid() as pid')).rows
    await client.query(sql, params)
    const answer = request()
    const isBlocked = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
    await waitUntil(async () => (await api.resources.database.pool.query(isBlocked, [holder.pid])).rows.length > 0)
    return { answer }
  })

test('a submission that is made while its bounty is deleted stays', async (t) => {
  const { call, create, program, ann } = await withPartner()
  const bounty = await create(writing)
  const insert = `insert into bounty_submissions (id, bounty_id, program_id, partner_id, status, created_at, updated_at)
    values ($1, $2, $3, $4, 'submitted', now(), now())`
  const values = [newId('bnty_sub_'), bounty.id, program.id, ann.partner.id]
  const { answer } = await duringTransaction(insert, values, () => call(`DELETE /bounties/${bounty.id}`))
  t.is((await answer).status, 400)
  t.like((await call(`GET /bounties/${bounty.id}/submissions`)).body, [{ id: values[0] }])
})

test('a bounty that is changed while a job opens it is opened again', async (t) => {
  const { call, program, rows } = await withPartner()
  const bounty = await api.make.bounty(program, { openedAt: null })
  const open = 'update bounties set opened_at = now() where id = $1'
  const { answer } = await duringTransaction(open, [bounty.id], () => call(`PATCH /bounties/${bounty.id}`, { name: 'Other' }))
  t.is((await answer).status, 200)
  t.deepEqual(await rows('select opened_at from bounties where id = $1', [bounty.id]), [{ opened_at: null }])
})

test('a created and an updated bounty are published as webhook events', async (t) => {
  const { create, call, workspace, rows } = await withPartner()
  await api.make.webhook(workspace, { triggers: ['bounty.created', 'bounty.updated'] })
  await rows(`update workspaces set webhook_triggers = '["bounty.created", "bounty.updated"]' where id = $1`, [workspace.id])
  const bounty = await create(writing)
  const { body: changed } = await call(`PATCH /bounties/${bounty.id}`, { description: 'New' })
  const events = await rows('select trigger, data from webhook_outbox where workspace_id = $1 order by id', [workspace.id])
  t.deepEqual(events, [
    { trigger: 'bounty.created', data: bounty },
    { trigger: 'bounty.updated', data: changed },
  ])
})
