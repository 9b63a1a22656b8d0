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
  const { rows } = await pool().query('select token from notification_emails where partner_id = $1', [reader.id])
  await fetch(`${api.url}/emails/opened/${rows[0].token}`)
  const [thread] = (await call(`GET /messages?partnerId=${reader.id}`)).body
  t.true(thread.messages.every(({ readInEmail, readInApp }: Record<string, unknown>) => readInEmail !== null && readInApp === null))
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

/** A partner of the program with a user, who calls the partner's own endpoints. */
async function signedInPartner(program: { id: string }) {
  const row = await api.make.partner({ name: 'Ann' })
  const { rows } = await pool().query('select id, default_group_id as "defaultGroupId" from programs where id = $1', [program.id])
  await api.make.enrolment(rows[0], row)
  const user = await api.make.user()
  await api.make.partnerUser(row, user)
  const { headers } = await api.make.session(user)
  const call = (methodAndPath: string, body?: unknown) => api.call(methodAndPath, { headers, body })
  return { ...row, user, call }
}

test.serial('a partner answers a program that accepts messages, and its members get an email', async (t) => {
  const { call, program, user } = await programOwner(api, { plan: 'advanced' })
  const ann = await signedInPartner(program)
  const stranger = await signedInPartner((await programOwner(api, { plan: 'advanced' })).program)
  await call('POST /messages', { partnerId: ann.id, text: 'Welcome.' })
  t.is((await ann.call('GET /partner-profile/messages/count')).body, 1)
  const answer = { programId: program.id, text: 'Thank you.' }
  t.is((await ann.call('POST /partner-profile/messages', answer)).status, 403, 'messages of partners are off')
  await api.make.acceptMessages(program)
  t.is((await stranger.call('POST /partner-profile/messages', answer)).status, 404)
  t.like((await ann.call('POST /partner-profile/messages', answer)).body, { senderPartnerId: ann.id, senderUserId: ann.user.id })
  t.deepEqual((await ann.call('POST /partner-profile/messages/read', { programId: program.id })).body, { count: 1 })
  t.is((await ann.call('GET /partner-profile/messages/count')).body, 0)
  const [thread] = (await ann.call(`GET /partner-profile/messages?programId=${program.slug}`)).body
  t.like(thread, { program: { id: program.id, name: program.name }, unreadCount: 0 })
  t.deepEqual(
    thread.messages.map(({ text }: { text: string }) => text),
    ['Welcome.', 'Thank you.'],
  )
  t.deepEqual((await stranger.call(`GET /partner-profile/messages?programId=${program.id}`)).body, [])
  await pool().query(`update messages set created_at = created_at - interval '5 minutes' where program_id = $1`, [program.id])
  for (let times = 0; times < 2; times++) {
    await runJobByName(api.resources, 'campaigns.email-unread-messages')
    await runQueuedJobsAndSubscribers(api.resources)
  }
  const emails = await emailsTo(api.config.dataDir, user.email as string)
  t.deepEqual(
    emails.filter(({ subject }) => subject.includes('message')).map(({ subject }) => subject),
    ['New message from Ann'],
  )
})

test.serial('images are attached to one message by the side that uploaded them', async (t) => {
  const { call, program } = await programOwner(api, { plan: 'advanced' })
  await api.make.acceptMessages(program)
  const ann = await signedInPartner(program)
  const image = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const file = { fileName: 'one.png', image }
  const { body: uploaded } = await call('POST /messages/attachments', { partnerId: ann.id, ...file })
  const { body: own } = await ann.call('POST /partner-profile/messages/attachments', { programId: program.id, ...file })
  const send = (id: string) => call('POST /messages', { partnerId: ann.id, text: 'See this.', attachmentIds: [id] })
  t.is((await send(own.id)).status, 422, 'a file of the other side')
  t.deepEqual((await send(uploaded.id)).body.attachments, [uploaded])
  t.is((await send(uploaded.id)).status, 422, 'sent before')
  t.is((await fetch(uploaded.url.replace(api.config.baseUrl, api.url))).status, 200)
  await pool().query(`update message_attachments set created_at = now() - interval '2 days' where program_id = $1`, [program.id])
  await runJobByName(api.resources, 'campaigns.delete-message-leftovers')
  t.is((await ann.call('POST /partner-profile/messages', { programId: program.id, text: 'Late', attachmentIds: [own.id] })).status, 422)
})
