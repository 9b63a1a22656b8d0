import test from 'ava'
import { withTransaction } from '../../../../shared/kernel/db/pool.js'
import { newId } from '../../../../shared/kernel/ids.js'
import { days } from '../../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { batchOf, rawClick } from '../../../support/clicks.js'
import { partnerProgram } from '../../../support/earnings.js'
import { runJobByName, runQueuedJobs } from '../../../support/jobs.js'
import { waitUntil } from '../../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const run = () => runJobByName(api.resources, 'earnings.compute-click-commissions')
/** Noon of the day that was `age` days ago. */
const noon = (age: number) => Math.floor(Date.now() / days(1)) * days(1) - days(age) + days(0.5)

/** A program that pays 20 cents for a click, 100 in some countries, since a month. */
async function clickProgram(reward: object = {}) {
  const program = await partnerProgram(api)
  const condition = { entity: 'customer', attribute: 'country', operator: 'in', value: ['US', 'GB', 'AU'] }
  const modifiers = [{ type: 'flat', amountInCents: 100, conditions: [condition] }]
  await program.reward({ event: 'click', amountInCents: 20, modifiers, ...reward })
  await program.rows(`update rewards set created_at = now() - interval '30 days' where program_id = $1`, [program.program.id])
  const enrolled = await program.enrol()
  const setRewardedSince = (at: Date) =>
    program.rows('update enrolments set click_reward_since = $2 where id = $1', [enrolled.enrolment.id, at])
  await setRewardedSince(new Date(Date.now() - days(30)))
  const click = async (country: string, count: number, at: number) => {
    const location = { continent: 'EU', country, region: 'X', city: 'Town', latitude: '', longitude: '' }
    await runJobByName(
      api.resources,
      'tracking.ingest-clicks',
      batchOf(Array.from({ length: count }, () => rawClick(enrolled.link, { at, location }))),
    )
  }
  return { program, ...enrolled, click, setRewardedSince }
}

test.serial('the clicks of yesterday become one commission per link, by country', async (t) => {
  const { program, link, enrolment, click } = await clickProgram()
  await click('US', 2, noon(1))
  await click('DE', 3, noon(1))
  await click('DE', 5, Date.now())
  await run()
  await run()
  const [commission, ...more] = await program.commissions()
  t.deepEqual(more, [])
  const day = new Date(noon(1)).toISOString().slice(0, 10)
  t.like(commission, { type: 'click', status: 'pending', amount: 0, earnings: 260, quantity: 5, link_id: link.id })
  t.is(commission.invoice_id, `${link.id}-${day}`)
  t.is(commission.created_at.toISOString(), `${day}T23:59:59.999Z`)
  t.is(await program.earned(enrolment), 260)
})

test.serial('nothing is computed while clicks of the day wait to be ingested', async (t) => {
  const { program, click } = await clickProgram({ modifiers: null })
  await click('DE', 1, noon(1))
  const { pool } = api.resources.database
  await pool.query('insert into queued_click_batches (id, batch) values ($1, $2)', [newId('batch_', noon(1)), '{}'])
  await t.throwsAsync(run, { message: 'Clicks of the last days are not ingested yet.' })
  t.deepEqual(await program.commissions(), [])
  await pool.query('delete from queued_click_batches')
  await run()
  t.like(await program.commissions(), { length: 1, 0: { quantity: 1 } })
})

test.serial('a day on which the job did not run is made up for, but not from before the reward', async (t) => {
  const { program, click } = await clickProgram({ modifiers: null })
  await click('DE', 1, noon(2))
  await click('DE', 2, noon(5))
  await run()
  t.deepEqual(
    (await program.commissions()).map(({ earnings }) => earnings),
    [20],
  )
  const late = await clickProgram({ modifiers: null })
  await late.program.rows('update rewards set created_at = now() where program_id = $1', [late.program.program.id])
  await late.click('DE', 2, noon(1))
  await run()
  t.deepEqual(await late.program.commissions(), [])
})

test.serial('a partner earns nothing for the clicks of days before it got the reward', async (t) => {
  const { program, enrolment, click, setRewardedSince } = await clickProgram({ modifiers: null })
  await click('DE', 1, noon(2))
  await click('DE', 2, noon(1))
  await setRewardedSince(new Date(noon(1)))
  await run()
  t.deepEqual(
    (await program.commissions()).map(({ earnings }) => earnings),
    [40],
  )
  const { program: other, enrolment: moved, click: clickOther, setRewardedSince: setSince } = await clickProgram({ modifiers: null })
  await other.rows('update enrolments set click_reward_id = null where id = $1', [moved.id])
  await setSince(new Date(Date.now() - days(30)))
  await clickOther('DE', 1, noon(1))
  await other.rows(`update enrolments set click_reward_id = (select id from rewards where program_id = $2) where id = $1`, [
    moved.id,
    other.program.id,
  ])
  await run()
  t.deepEqual(await other.commissions(), [])
  t.is(await program.earned(enrolment), 40)
})

test.serial('a link that gets a partner earns nothing for the clicks of days before', async (t) => {
  const { program, link, partner, click } = await clickProgram({ modifiers: null })
  t.is((await program.call(`PATCH /links/${link.id}`, { programId: null, partnerId: null })).status, 200)
  await click('DE', 3, noon(1))
  t.is((await program.call(`PATCH /links/${link.id}`, { programId: program.program.id, partnerId: partner.id })).status, 200)
  await run()
  t.deepEqual(await program.commissions(), [])
  await program.rows('update links set partner_since = $2 where id = $1', [link.id, new Date(noon(1))])
  await run()
  t.deepEqual(
    (await program.commissions()).map(({ earnings }) => earnings),
    [60],
  )
})

test.serial('the clicks of yesterday are paid by the reward that the partner had at its end', async (t) => {
  const { program, enrolment, partner, click } = await clickProgram({ modifiers: null })
  const group = await program.call('POST /groups', { name: 'Others', slug: 'others', color: null })
  await click('DE', 3, noon(1))
  for (const groupId of [group.body.id, program.program.defaultGroupId, group.body.id])
    t.is((await program.call(`POST /groups/${groupId}/partners`, { partnerIds: [partner.id] })).status, 200)
  t.is((await program.rows('select click_reward_id from enrolments where id = $1', [enrolment.id]))[0].click_reward_id, null)
  await run()
  t.deepEqual(
    (await program.commissions()).map(({ earnings }) => earnings),
    [60],
  )
})

test.serial('a program whose clicks cannot be computed does not stop the others, and fails the job', async (t) => {
  const broken = await clickProgram({ modifiers: null })
  const healthy = await clickProgram({ modifiers: null })
  await broken.click('DE', 1, noon(1))
  await healthy.click('DE', 1, noon(1))
  const { id } = broken.program.program
  await broken.program.rows(`alter table commissions add constraint broken check (program_id <> '${id}')`)
  await t.throwsAsync(run(), { message: /Click commissions of 1 programs/ })
  t.is((await healthy.program.commissions()).length, 1)
  await broken.program.rows('alter table commissions drop constraint broken')
  await run()
  t.is((await broken.program.commissions()).length, 1)
})

test.serial('click commissions of a partner who is suspected itself are held, and those of others are paid out', async (t) => {
  const { program, partner, click } = await clickProgram({ modifiers: null })
  const group = await api.make.fraudGroup(program.program, partner, 'partnerCrossProgramBan')
  const other = await program.enrol()
  await program.rows(`update enrolments set click_reward_since = now() - interval '30 days' where id = $1`, [other.enrolment.id])
  await click('DE', 1, noon(1))
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([rawClick(other.link, { at: noon(1) })]))
  await run()
  await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.program.id })
  const statuses = new Map((await program.commissions()).map(({ partner_id: id, status }) => [id, status]))
  t.deepEqual([statuses.get(partner.id), statuses.get(other.partner.id)], ['hold', 'processed'])
  t.is((await program.call(`POST /fraud/groups/${group.id}/resolve`, {})).status, 200)
  await runQueuedJobs(api.resources)
  const released = (await program.commissions()).map(({ status }) => status)
  t.deepEqual(released, ['processed', 'processed'])
})

test.serial('partners who are not active earn nothing for clicks, nor do direct links', async (t) => {
  const { program, enrolment, click } = await clickProgram()
  await program.rows(`update enrolments set status = 'banned' where id = $1`, [enrolment.id])
  await click('US', 2, noon(1))
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([rawClick(program.link, { at: noon(1) })]))
  await run()
  t.deepEqual(await program.commissions(), [])
})

test.serial('the spend limit of a partner covers all its links', async (t) => {
  const { program, partner, click } = await clickProgram({ spendLimitAmount: 250, spendLimitInterval: 'allTime' })
  const second = await api.make.link(program.workspace, {
    domain: program.domain.slug,
    programId: program.program.id,
    partnerId: partner.id,
  })
  await click('US', 2, noon(2))
  await click('US', 1, noon(1))
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([rawClick(second, { at: noon(1) })]))
  await run()
  const rows = await program.commissions()
  t.is(
    rows.reduce((sum, { earnings }) => sum + earnings, 0),
    Math.min(250, 320),
  )
  t.is(
    rows.filter(({ description }) => description !== null).length,
    rows.some(({ earnings }) => earnings === 50 || earnings === 30) ? 1 : 0,
  )
})

test.serial('a link whose commission is created while its clicks are counted gets no second one and uses no spend limit', async (t) => {
  const { program, partner, link, click } = await clickProgram({ spendLimitAmount: 100, spendLimitInterval: 'day', modifiers: null })
  const second = await api.make.link(program.workspace, {
    domain: program.domain.slug,
    programId: program.program.id,
    partnerId: partner.id,
  })
  await click('US', 3, noon(1))
  const clicks = Array.from({ length: 3 }, () => rawClick(second, { at: noon(1) }))
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf(clicks))
  let ended: Promise<unknown> | undefined
  await withTransaction(api.resources.database.pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`earnings ${program.program.id} ${partner.id}`])
    ended = run()
    await waitUntil(async () => (await program.rows(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).length > 0)
    const createdAt = new Date(noon(1))
    const invoiceId = `${link.id}-${createdAt.toISOString().slice(0, 10)}`
    await api.make.commission(program.program, partner, { type: 'click', earnings: 60, linkId: link.id, invoiceId, createdAt })
  })
  await ended
  const earnings = (await program.commissions()).map((one) => [one.link_id, one.earnings])
  t.deepEqual(earnings, [
    [link.id, 60],
    [second.id, 40],
  ])
})
