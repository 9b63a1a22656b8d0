import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { createMailer } from '../../../../shared/accounts/mail/mailer.js'
import { parseEmail, emailsTo } from '../../../support/emails.js'
import { mailServer } from '../../../support/mail-server.js'

const email = {
  to: 'ada@example.com',
  subject: 'Grüße',
  text: `A URL longer than the maximum line length of an email:\nhttps://links.example/auth/password/reset?token=${'x'.repeat(60)}\nÜ.`,
}
const mailFrom = 'Tributary <no-reply@links.example>'

test('with SMTP_URL emails are sent to the mail server', async (t) => {
  const server = await mailServer()
  await createMailer({ smtpUrl: server.url, mailFrom, dataDir: '/nowhere' }).send(email)
  await server.close()
  t.is(server.received.length, 1)
  t.is(server.received[0]?.to, email.to)
  t.regex(server.received[0]?.message ?? '', /^From: Tributary <no-reply@links\.example>/m)
})

test('emails share connections, at most five at a time, also after one was refused', async (t) => {
  const server = await mailServer({ rejects: (to) => to.startsWith('gone') })
  const mailer = createMailer({ smtpUrl: server.url, mailFrom, dataDir: '/nowhere' })
  const recipients = Array.from({ length: 40 }, (_, index) => `${index % 10 === 3 ? 'gone' : 'reader'}-${index}@example.com`)
  const results = await Promise.allSettled(recipients.map((to) => mailer.send({ ...email, to })))
  t.is(results.filter(({ status }) => status === 'rejected').length, 4)
  t.is(new Set(server.received.map(({ to }) => to)).size, 36)
  t.true(server.connections() <= 9, `${server.connections()} connections`)
  await server.close()
})

test('a rejected or unreachable delivery fails, so that the job is retried', async (t) => {
  const server = await mailServer({ rejects: () => true })
  await t.throwsAsync(createMailer({ smtpUrl: server.url, mailFrom, dataDir: '/nowhere' }).send(email), { message: /550/ })
  await server.close()
  await t.throwsAsync(createMailer({ smtpUrl: server.url, mailFrom, dataDir: '/nowhere' }).send(email))
})

test('without SMTP_URL emails are files that only their owner can read', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'emails-'))
  await createMailer({ smtpUrl: undefined, mailFrom, dataDir }).send(email)
  const [name] = await readdir(join(dataDir, 'outbox'))
  t.is((await stat(join(dataDir, 'outbox', name as string))).mode & 0o777, 0o600)
  const [found] = await emailsTo(dataDir, email.to)
  t.true(found?.text.includes(`token=${'x'.repeat(60)}\n`))
  await rm(dataDir, { recursive: true })
})

test('parseEmail decodes quoted-printable text', (t) => {
  t.deepEqual(parseEmail('To: a@b.c\nSubject: S\nContent-Transfer-Encoding: quoted-printable\n\nx=3Dy=\nz\n'), {
    to: 'a@b.c',
    subject: 'S',
    text: 'x=yz\n',
  })
})
