/** Emails to partners about changes of their status and their group. */
import test from 'ava'
import { statusEmail } from '../../../shared/partners/emails/status-email.js'
import { enrolmentStatuses } from '../../../shared/partners/partner.schema.js'
import { type TestApi, testApi } from '../../support/api.js'
import { emailsTo, latestEmailTo } from '../../support/emails.js'
import { runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { programOwner } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const context = { programName: 'Acme', supportEmail: null, isProgramStopped: false, groupName: 'Gold' }

test('only bans, deactivations and the way back are reported', (t) => {
  const reported = enrolmentStatuses.flatMap((from) =>
    enrolmentStatuses.filter((to) => from !== to && statusEmail(from, to, context) !== null).map((to) => `${from} ${to}`),
  )
  t.deepEqual(
    reported.filter((change) => !/ (banned|deactivated)$/.test(change)),
    ['deactivated approved', 'deactivated archived', 'banned approved', 'banned archived'],
  )
  t.is(reported.filter((change) => change.endsWith(' banned')).length, enrolmentStatuses.length - 1)
  t.is(statusEmail('banned', null, context), null)
  t.not(
    statusEmail('approved', 'deactivated', context)?.subject,
    statusEmail('approved', 'deactivated', { ...context, isProgramStopped: true })?.subject,
  )
})

test.serial('partners are notified of a deactivation, the way back and a new group, with or without an account', async (t) => {
  const { call, program, partner, group } = await programOwner(api)
  await call(`PATCH /programs/${program.id}`, { supportEmail: 'help@acme.example' })
  const [member, stranger] = [await partner(), await partner()]
  await api.make.user({ email: member.email })
  const target = await group()
  const partnerIds = [member.id, stranger.id]
  const run = async (methodAndPath: string, body: object) => {
    t.is((await call(methodAndPath, body)).status, 200)
    await runQueuedJobsAndSubscribers(api.resources)
  }
  await run('POST /partners/deactivate/bulk', { partnerIds })
  const first = await latestEmailTo(api.config.dataDir, member.email)
  t.true(first.subject.startsWith('You were deactivated'), first.subject)
  t.true(first.text.includes('help@acme.example'))
  await run('POST /partners/reactivate/bulk', { partnerIds })
  await run(`POST /groups/${target.id}/partners`, { partnerIds })
  const sent = await emailsTo(api.config.dataDir, member.email)
  t.is(sent.length, 3)
  t.true(sent.some(({ text }) => text.includes(target.name)))
  const subjects = (emails: readonly { subject: string }[]) => emails.map(({ subject }) => subject).sort()
  t.deepEqual(subjects(await emailsTo(api.config.dataDir, stranger.email)), subjects(sent))
})

test.serial('a change that was taken back before the email is not reported', async (t) => {
  const { call, partner } = await programOwner(api)
  const { id, email } = await partner()
  await api.make.user({ email })
  await call('POST /partners/ban', { partnerId: id, reason: 'spam' })
  await call(`POST /partners/${id}/unban`)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(
    (await emailsTo(api.config.dataDir, email)).map(({ subject }) => subject.includes('again')),
    [true],
  )
})
