/** Messages between programs and partners. */
import test from 'ava'
import { newId } from '../../../shared/kernel/ids.js'
import { type TestApi, testApi } from '../../support/api.js'
import { emailsTo } from '../../support/emails.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { programOwner } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

const pool = () => api.resources.database.pool

const writeAsPartner = (programId: string, partnerId: string, text: string) =>
  pool().query(
    `insert into messages (id, program_id, partner_id, sender_partner_id, text, created_at, updated_at) values ($1, $2, $3, $3, $4, now(), now())`,
    [newId('msg_'), programId, partnerId, text],
  )

test.serial('a thread shows messages of both sides, unread threads first, until they are marked as read', async (t) => {
  const { call, program, partner, user } = await programOwner(api, { plan: 'advanced' })
  const [first, second] = [await partner(), await partner()]
  await writeAsPartner(program.id, first.id, 'How do I start?')
  const sent = await call('POST /messages', { partnerId: second.id, text: ' Welcome. ' })
  t.is(sent.status, 201)
  t.like(sent.body, { partnerId: second.id, senderPartnerId: null, senderUserId: user.id, text: 'Welcome.', readInApp: null })
  const partners = async () => (await call('GET /messages')).body.map((thread: { partner: { id: string } }) => thread.partner.id)
  t.deepEqual(await partners(), [first.id, second.id])
  t.is((await call('GET /messages/count')).body, 1)
  t.deepEqual((await call('POST /messages/read', { partnerId: first.id })).body, { count: 1 })
  t.deepEqual((await call('POST /messages/read', { partnerId: first.id })).body, { count: 0 })
  t.is((await call('GET /messages/count')).body, 0)
  t.deepEqual(await partners(), [second.id, first.id])
  await call('POST /messages', { partnerId: second.id, text: 'Any questions?' })
  const [thread] = (await call(`GET /messages?partnerId=${second.id}&messagesLimit=1`)).body
  t.deepEqual(
    thread.messages.map(({ text }: { text: string }) => text),
    ['Any questions?'],
  )
})

test.serial('messages need a partner of the program and a plan that includes them', async (t) => {
  const { call } = await programOwner(api, { plan: 'advanced' })
  const stranger = await api.make.partner()
  t.is((await call('POST /messages', { partnerId: stranger.id, text: 'Hello' })).status, 404)
  t.is((await call('POST /messages/read', { partnerId: stranger.id })).status, 404)
  const business = await programOwner(api, { plan: 'business' })
  const { id: partnerId } = await business.partner()
  t.is((await business.call('POST /messages', { partnerId, text: 'Hello' })).status, 403)
  t.deepEqual((await business.call('GET /messages')).body, [])
})

test.serial('a partner gets one email for the messages of a program that wait, and none for those it read', async (t) => {
  const { call, program, partner } = await programOwner(api, { plan: 'advanced' })
  const [reader, other] = [await partner(), await partner()]
  for (const text of ['First text', 'Second text']) await call('POST /messages', { partnerId: reader.id, text })
  await call('POST /messages', { partnerId: other.id, text: 'Read already' })
  const run = async () => {
    await runJobByName(api.resources, 'campaigns.email-unread-messages')
    await runQueuedJobsAndSubscribers(api.resources)
  }
  const received = async (to: string) => (await emailsTo(api.config.dataDir, to)).filter(({ subject }) => subject.includes('message'))
  await run()
  t.deepEqual(await received(reader.email), [], 'messages of the last minutes are collected')
  await pool().query(`update messages set created_at = created_at - interval '5 minutes' where program_id = $1`, [program.id])
  await pool().query('update messages set read_in_app = now() where partner_id = $1', [other.id])
  await run()
  await run()
  const emails = await received(reader.email)
  t.is(emails.length, 1)
  t.is(emails[0]?.subject, `2 new messages from ${program.name}`)
  t.regex(emails[0]?.text ?? '', /First text\s+Second text/)
  t.deepEqual(await received(other.email), [])
})

test.serial('the messages of a merged partner become those of the target', async (t) => {
  const { call, program, partner, workspace } = await programOwner(api, { plan: 'advanced' })
  const [source, target] = [await partner(), await partner()]
  await writeAsPartner(program.id, source.id, 'From my old account')
  await runJobByName(api.resources, 'campaigns.move-merged-partner', {
    workspaceId: workspace.id,
    programId: program.id,
    sourcePartnerId: source.id,
    targetPartnerId: target.id,
  })
  const threads = (await call('GET /messages')).body
  t.is(threads.length, 1)
  t.like(threads[0].messages[0], { partnerId: target.id, senderPartnerId: target.id, text: 'From my old account' })
})
