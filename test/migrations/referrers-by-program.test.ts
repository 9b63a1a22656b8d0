/** The migration that moves referrers from partners to enrolments, on rows that the former version stored. */
import test from 'ava'
import { migrate } from '../../shared/kernel/db/migrate.js'
import type { Program } from '../../shared/partners/programs/program.entity.js'
import { type TestApi, testApi } from '../support/api.js'

const migration = '20261126000100_referrers_by_program'
let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

const query = (sql: string, params: unknown[] = []) => api.resources.database.pool.query(sql, params)
const program = async () => api.make.program((await api.make.caller()).workspace)
const storeFormerReferrer = (id: string, referrerId: string | null) =>
  query('update partners set referred_by_partner_id = $2 where id = $1', [id, referrerId])

async function migrateAgain(): Promise<string[]> {
  await query('drop trigger copy_referrer_to_enrolments on partners')
  await query('drop function copy_referrer_to_enrolments')
  await query('alter table enrolments drop column referred_by_partner_id')
  await query('delete from migrations where name = $1', [migration])
  return migrate(api.config.databaseUrl as string)
}

/** A partner of all programs, with one application to each that names a referrer. */
async function applicant(programs: readonly Program[], referrers: readonly ({ id: string } | null)[]) {
  const partner = await api.make.partner()
  for (const [at, one] of programs.entries()) {
    const applicationId = await api.make.application(one, partner)
    await api.make.enrolment(one, partner, { applicationId })
    await query('update program_applications set referred_by_partner_id = $2 where id = $1', [applicationId, referrers[at]?.id ?? null])
  }
  return partner
}

async function referrersOf({ id }: { id: string }, programs: readonly Program[]): Promise<(string | null)[]> {
  const { rows } = await query('select program_id, referred_by_partner_id as referrer from enrolments where partner_id = $1', [id])
  return programs.map((one) => rows.find(({ program_id }) => program_id === one.id).referrer)
}

test.serial('referrers stay where they were enrolled, and applications name those of other programs', async (t) => {
  const programs = [await program(), await program(), await program()] as const
  const [inBoth, inSecond] = [await api.make.partner(), await api.make.partner()]
  for (const one of [programs[0], programs[1]]) await api.make.enrolment(one, inBoth, { status: 'deactivated' })
  await api.make.enrolment(programs[1], inSecond)
  const earnedBefore = await applicant(programs, [inBoth, inSecond, inBoth])
  const lost = await applicant(programs, [null, inSecond, null])
  const removed = await applicant(programs, [inBoth, inSecond, null])
  const itself = await applicant(programs, [null, null, null])
  const stranger = await api.make.partner()
  await storeFormerReferrer(earnedBefore.id, inBoth.id)
  await storeFormerReferrer(lost.id, stranger.id)
  await storeFormerReferrer(itself.id, itself.id)
  t.deepEqual(await migrateAgain(), [migration])
  t.deepEqual(await referrersOf(earnedBefore, programs), [inBoth.id, inBoth.id, null])
  t.deepEqual(await referrersOf(lost, programs), [null, inSecond.id, null])
  t.deepEqual(await referrersOf(removed, programs), [null, null, null])
  t.deepEqual(await referrersOf(itself, programs), [null, null, null])
})

test.serial('a referrer that a process of the former version stores counts where no other one was set', async (t) => {
  const programs = [await program(), await program(), await program()] as const
  const [referrer, other] = [await api.make.partner(), await api.make.partner()]
  for (const one of [programs[0], programs[1]]) for (const partner of [referrer, other]) await api.make.enrolment(one, partner)
  const partner = await applicant(programs, [null, null, null])
  await query('update enrolments set referred_by_partner_id = $3 where partner_id = $1 and program_id = $2', [
    partner.id,
    programs[1].id,
    other.id,
  ])
  await storeFormerReferrer(partner.id, referrer.id)
  t.deepEqual(await referrersOf(partner, programs), [referrer.id, other.id, null])
  await storeFormerReferrer(partner.id, null)
  t.deepEqual(await referrersOf(partner, programs), [null, other.id, null])
})
