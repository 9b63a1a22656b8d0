import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { mailerOf } from '../../../../shared/accounts/mail/mailer.js'
import { letterOf, lettersTo } from '../../../support/letters.js'
import { mailServer } from '../../../support/mail-server.js'

const letter = {
  to: 'ada@example.com',
  subject: 'Grüße',
  text: `An address that is longer than a line of a letter may be:\nhttps://links.example/auth/password/reset?token=${'x'.repeat(60)}\nÜ.`,
}
const mailFrom = 'Tributary <no-reply@links.example>'

test('with a mail server letters go there', async (t) => {
  const server = await mailServer()
  await mailerOf({ smtpUrl: server.url, mailFrom, dataDir: '/nowhere' }).send(letter)
  await server.close()
  t.is(server.taken.length, 1)
  t.is(server.taken[0]?.to, letter.to)
  t.regex(server.taken[0]?.message ?? '', /^From: Tributary <no-reply@links\.example>/m)
})

test('a letter that the server does not take is a failure, so that the job tries again', async (t) => {
  const server = await mailServer({ refuses: true })
  await t.throwsAsync(mailerOf({ smtpUrl: server.url, mailFrom, dataDir: '/nowhere' }).send(letter), { message: /550/ })
  await server.close()
  await t.throwsAsync(mailerOf({ smtpUrl: server.url, mailFrom, dataDir: '/nowhere' }).send(letter))
})

test('without one they become files that only their owner may read', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'letters-'))
  await mailerOf({ smtpUrl: undefined, mailFrom, dataDir }).send(letter)
  const [name] = await readdir(join(dataDir, 'outbox'))
  t.is((await stat(join(dataDir, 'outbox', name as string))).mode & 0o777, 0o600)
  const [found] = await lettersTo(dataDir, letter.to)
  t.true(found?.text.includes(`token=${'x'.repeat(60)}\n`))
  await rm(dataDir, { recursive: true })
})

test('a letter is read back as it was written', (t) => {
  t.deepEqual(letterOf('To: a@b.c\nSubject: S\nContent-Transfer-Encoding: quoted-printable\n\nx=3Dy=\nz\n'), {
    to: 'a@b.c',
    subject: 'S',
    text: 'x=yz\n',
  })
})
