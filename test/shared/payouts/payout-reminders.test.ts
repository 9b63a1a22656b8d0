import test from 'ava'
import { extendScope, inTransaction, openScope, type JobScope } from '../../../shared/kernel/scope.js'
import { remindPartners, remindWorkspaces } from '../../../shared/payouts/index.js'
import { testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { emailsTo } from '../../support/emails.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { silentLog } from '../../support/service.js'

const api = await testApi()
const { resources } = api
const { pool } = resources.database
test.after.always(() => api.close())

const wednesday = new Date('2026-04-01T13:00:00Z')
const afterDays = (count: number) => new Date(wednesday.getTime() + count * 86_400_000)

/** Runs a reminder as a job of that moment, and sends its emails. */
async function remind(run: (scope: JobScope) => Promise<void>, now: Date): Promise<void> {
  const scope = extendScope(openScope({ resources, log: silentLog, requestId: 'reminders', now: () => now }), {
    jobName: 'test',
    queues: resources.queues,
  })
  await inTransaction(scope, () => run(scope))
  await runQueuedJobs(resources)
}

const subjects = async (address: string | null | undefined) =>
  (await emailsTo(api.config.dataDir, address as string)).map((email) => email.subject)

/** The SQL that the ORM's connections execute meanwhile. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const statements: string[] = []
  const client = resources.database.orm.em.getConnection().getKnex()
  const record = ({ sql }: { sql: string }) => void statements.push(sql)
  client.on('query', record)
  await work()
  client.removeListener('query', record)
  return statements
}

test.serial('partners without a payout method are reminded of ten dollars or more, every three days', async (t) => {
  const { program, enrol } = await partnerProgram(api)
  const [ann, bob, eve, ban] = [
    await enrol({ email: 'ann@example.com' }),
    await enrol({ email: 'bob@example.com' }),
    await enrol({ email: 'eve@example.com' }),
    await enrol({ email: 'banned@example.com' }, { status: 'banned' }),
  ]
  for (const amount of [600, 400]) await api.make.payout(program, ann.partner, { amount, status: amount === 600 ? 'failed' : 'pending' })
  await api.make.payout(program, bob.partner, { amount: 999 })
  await api.make.payout(program, eve.partner, { amount: 5000 })
  await api.make.payout(program, ban.partner, { amount: 5000, status: 'failed' })
  await api.make.payoutSettings(program, eve.partner)

  await remind(remindPartners, wednesday)
  await remind(remindPartners, afterDays(2))
  t.deepEqual(await subjects('ann@example.com'), ['Choose how to receive your $10.00'])
  await remind(remindPartners, afterDays(3.1))
  t.is((await subjects('ann@example.com')).length, 2)
  for (const name of ['bob', 'eve', 'banned']) t.deepEqual(await subjects(`${name}@example.com`), [])
})

test.serial('owners are reminded of payouts that can be confirmed, once a day and not at weekends', async (t) => {
  const { program, workspace, enrol } = await partnerProgram(api)
  const owner = await api.make.user()
  await api.make.member(workspace, owner, 'owner')
  for (const amount of [700, 800]) {
    const { partner } = await enrol()
    await api.make.payout(program, partner, { amount })
    await api.make.payoutSettings(program, partner)
  }
  await api.make.payout(program, (await enrol()).partner, { amount: 9000 }) // has no payout method
  const paypal = await enrol({ payoutsEnabledAt: new Date(), defaultPayoutMethod: 'paypal', paypalEmail: 'payee@example.com' })
  await api.make.payout(program, paypal.partner, { amount: 9000 }) // PayPal is not connected

  await remind(remindWorkspaces, afterDays(3))
  t.deepEqual(await subjects(owner.email), [], 'a Saturday')
  for (const time of [wednesday, wednesday, afterDays(1)]) await remind(remindWorkspaces, time)
  t.deepEqual(await subjects(owner.email), ['2 partners await your payout', '2 partners await your payout'])
})

test.serial('a batch of reminders reads the owners of all programs with one query', async (t) => {
  const owners: { email?: string | null }[] = []
  for (const amount of [1100, 1200, 1300]) {
    const { program, workspace, enrol } = await partnerProgram(api)
    const { partner } = await enrol()
    await api.make.payout(program, partner, { amount })
    await api.make.payoutSettings(program, partner)
    const owner = await api.make.user()
    await api.make.member(workspace, owner, 'owner')
    owners.push(owner)
  }
  const statements = await statementsOf(() => remind(remindWorkspaces, afterDays(5)))
  t.is(statements.filter((sql) => sql.includes('from members m')).length, 1)
  for (const { email } of owners) t.deepEqual(await subjects(email), ['1 partner awaits your payout'])
})

test.serial('small sums wait for two weeks after the last invoice', async (t) => {
  const { program, workspace, enrol } = await partnerProgram(api)
  const owner = await api.make.user()
  await api.make.member(workspace, owner, 'owner')
  const { partner } = await enrol()
  await api.make.payout(program, partner, { amount: 300 })
  await api.make.payoutSettings(program, partner)
  await api.make.invoice(workspace, program)
  await pool.query('update invoices set created_at = $2 where program_id = $1', [program.id, wednesday])
  await remind(remindWorkspaces, afterDays(13))
  t.deepEqual(await subjects(owner.email), [])
  await remind(remindWorkspaces, afterDays(15))
  t.deepEqual(await subjects(owner.email), ['1 partner awaits your payout'])
})

test.serial('partners without program, user and payments are deleted after a day', async (t) => {
  const { program, enrol } = await partnerProgram(api)
  const enrolled = (await enrol()).partner
  const paid = await api.make.partner()
  await api.make.payout(program, paid, { status: 'completed' })
  const withUser = await api.make.partner({ email: ((await api.make.user()).email as string).toLowerCase() })
  const [unused, recent] = [await api.make.partner(), await api.make.partner()]
  const ids = [enrolled, paid, withUser, unused, recent].map(({ id }) => id)
  await pool.query(`update partners set created_at = now() - interval '25 hours' where id = any ($1) and id <> $2`, [ids, recent.id])
  await runJobByName(resources, 'maintenance.delete-unenrolled-partners')
  const { rows } = await pool.query<{ id: string }>('select id from partners where id = any ($1)', [ids])
  t.deepEqual(rows.map(({ id }) => id).toSorted(), ids.filter((id) => id !== unused.id).toSorted())
})
