import test from 'ava'
import { emailNewCommissions } from '../../../../shared/earnings/index.js'
import { newId } from '../../../../shared/kernel/ids.js'
import { extendScope, type JobScope, openScope } from '../../../../shared/kernel/scope.js'
import { days, hours, minutes } from '../../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { partnerProgram } from '../../../support/earnings.js'
import { emailsTo } from '../../../support/emails.js'
import { runQueuedJobs } from '../../../support/jobs.js'
import { silentLog } from '../../../support/service.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** Start of this hour. */
const hour = Math.floor(Date.now() / hours(1)) * hours(1)
const neverStops = new AbortController().signal

/** Runs the job that many minutes after the start of this hour, and sends the emails. */
async function run(after = 5) {
  const scope = openScope({ resources: api.resources, log: silentLog, requestId: newId('evt_') })
  const now = () => new Date(hour + minutes(after))
  const jobScope: JobScope = extendScope(scope, { jobName: 'test', queues: api.resources.queues, now })
  await emailNewCommissions(jobScope, neverStops)
  await runQueuedJobs(api.resources)
}

/** A program with a partner that one user has, and two members. */
async function programWithUser() {
  const owner = await partnerProgram(api)
  const { partner } = await owner.enrol()
  const user = await api.make.user()
  await api.make.partnerUser(partner, user)
  const member = await api.make.user()
  await api.make.member(owner.workspace, member)
  /** `recorded` is how long ago it was recorded, if not at once; null for an imported one. */
  const earn = async (ago: number, overrides: object = {}, recorded: number | null = ago) => {
    const { id } = await api.make.commission(owner.program, partner, {
      type: 'sale',
      amount: 2000,
      earnings: 500,
      createdAt: new Date(hour - ago),
      ...overrides,
    })
    const at = recorded === null ? null : new Date(hour - recorded)
    await owner.rows('update commissions set recorded_at = $2 where id = $1', [id, at])
  }
  const subjects = async (of: { email?: string | null }) =>
    (await emailsTo(api.config.dataDir, String(of.email))).map(({ subject }) => subject)
  return { ...owner, partner, partnerUser: user, member, earn, subjects }
}

test.serial('a partner and the members of the workspace get one email about the commissions of the hours that ended', async (t) => {
  const { program, partner, partnerUser, member, earn, subjects, rows } = await programWithUser()
  await earn(minutes(10))
  await earn(minutes(20), { status: 'hold' })
  await earn(minutes(30), { type: 'lead', amount: 0, earnings: 100 })
  await earn(minutes(40), { status: 'canceled' })
  await earn(-minutes(1))
  for (const minute of [5, 6]) await run(minute)
  t.deepEqual(await subjects(partnerUser), [`You earned $11.00 at ${program.name}`])
  t.deepEqual(await subjects(member), [`2 new sales by partners of ${program.name}`])
  const [email] = await emailsTo(api.config.dataDir, String(member.email))
  t.regex(email?.text ?? '', new RegExp(`brought 2 sales of \\$40\\.00:\\s+- ${partner.name}: 2 sales of \\$40\\.00, earns \\$10\\.00`))
  await run(65)
  t.deepEqual(await subjects(partnerUser), [`You earned $11.00 at ${program.name}`, `You earned $5.00 at ${program.name}`])
  t.is((await rows('select 1 from sent_emails where subject = $1', [program.id])).length, 1)
})

test.serial('after an interruption, commissions of the last day are reported, and imported ones never', async (t) => {
  const { program, partnerUser, earn, subjects } = await programWithUser()
  await earn(hours(20))
  await earn(hours(30))
  await earn(minutes(30), {}, null)
  await run()
  t.deepEqual(await subjects(partnerUser), [`You earned $5.00 at ${program.name}`])
})

test.serial('a commission that is recorded after the email about its hour is in the next one', async (t) => {
  const { program, partnerUser, member, earn, subjects } = await programWithUser()
  await earn(minutes(10))
  await run(5)
  await earn(minutes(20), { amount: 1000, earnings: 300 }, -minutes(6))
  await earn(days(3), { type: 'click', amount: 0, earnings: 1 }, -minutes(7))
  await run(65)
  t.deepEqual(await subjects(partnerUser), [`You earned $5.00 at ${program.name}`, `You earned $3.01 at ${program.name}`])
  t.deepEqual(await subjects(member), [`1 new sale by partners of ${program.name}`, `1 new sale by partners of ${program.name}`])
})

test.serial('users and members who switched the emails off get none', async (t) => {
  const { workspace, partner, partnerUser, member, earn, subjects, rows } = await programWithUser()
  const other = await api.make.user()
  await api.make.partnerUser(partner, other)
  await rows(`update partner_users set notification_preferences = '{"commissionCreated": false}' where user_id = $1`, [partnerUser.id])
  await rows(`update members set notification_preferences = '{"newPartnerSale": false}' where user_id = $1 and workspace_id = $2`, [
    member.id,
    workspace.id,
  ])
  await earn(minutes(10))
  await run()
  t.deepEqual([await subjects(partnerUser), await subjects(member), (await subjects(other)).length], [[], [], 1])
})
