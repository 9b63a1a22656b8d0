import { scryptSync } from 'node:crypto'
import test from 'ava'
import { hashPassword, needsRehash, verifyPassword } from '../../../../shared/accounts/passwords/password-hash.js'

test('verifies the correct password only, and hashes of one password differ', async (t) => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  t.not(one, two)
  t.true(await verifyPassword('correct horse', one))
  t.true(await verifyPassword('correct horse', two))
  t.false(await verifyPassword('correct horsf', one))
})

test('the hash contains its cost parameters', async (t) => t.regex(await hashPassword('x'), /^scrypt:15:8:3:[\w-]{22}:[\w-]{43}$/))

test('a hash with other cost parameters still verifies and needs a rehash', async (t) => {
  const salt = Buffer.alloc(16, 7)
  const old = `scrypt:10:8:1:${salt.toString('base64url')}:${scryptSync('secret', salt, 32, { N: 1024, r: 8, p: 1 }).toString('base64url')}`
  t.true(await verifyPassword('secret', old))
  t.true(needsRehash(old))
  t.false(needsRehash(await hashPassword('secret')))
})

test('equivalent Unicode representations are the same password', async (t) =>
  t.true(await verifyPassword('café', await hashPassword('café'))))

for (const malformed of ['', 'scrypt', 'scrypt:15:8:3::', 'scrypt:15:8:3:AAAA:AAAA', 'bcrypt:1:1:1:a:b']) {
  test(`the malformed hash "${malformed}" verifies no password`, async (t) => t.false(await verifyPassword('x', malformed)))
}

// Serial: it fills the whole queue.
test.serial('of a thousand concurrent verifications most are refused to limit memory', async (t) => {
  const hash = 'scrypt:10:8:1:AAAAAAAAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const results = await Promise.allSettled(Array.from({ length: 1000 }, () => verifyPassword('x', hash)))
  const refused = results.filter((result) => result.status === 'rejected')
  t.true(refused.length > 900)
  t.true(refused.every((result) => (result.reason as { code: string }).code === 'rate_limit_exceeded'))
  t.false(await verifyPassword('x', hash))
})
