import { scryptSync } from 'node:crypto'
import test from 'ava'
import { hashPassword, needsRehash, verifyPassword } from '../../../../shared/accounts/passwords/password-hash.js'

test('a password is its own hash, another one is not, and two hashes of one differ', async (t) => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  t.not(one, two)
  t.true(await verifyPassword('correct horse', one))
  t.true(await verifyPassword('correct horse', two))
  t.false(await verifyPassword('correct horsf', one))
})

test('the cost stands beside the hash', async (t) => t.regex(await hashPassword('x'), /^scrypt:15:8:3:[\w-]{22}:[\w-]{43}$/))

test('a hash of another cost still verifies, and asks to be made anew', async (t) => {
  const salt = Buffer.alloc(16, 7)
  const old = `scrypt:10:8:1:${salt.toString('base64url')}:${scryptSync('secret', salt, 32, { N: 1024, r: 8, p: 1 }).toString('base64url')}`
  t.true(await verifyPassword('secret', old))
  t.true(needsRehash(old))
  t.false(needsRehash(await hashPassword('secret')))
})

test('one text is one password, however its letters are composed', async (t) =>
  t.true(await verifyPassword('café', await hashPassword('café'))))

for (const damaged of ['', 'scrypt', 'scrypt:15:8:3::', 'scrypt:15:8:3:AAAA:AAAA', 'bcrypt:1:1:1:a:b']) {
  test(`"${damaged}" is nobody's hash`, async (t) => t.false(await verifyPassword('x', damaged)))
}

// Alone: it takes every place in the line.
test.serial('a thousand who ask at once do not get the memory of a thousand: most are told to wait', async (t) => {
  const hash = 'scrypt:10:8:1:AAAAAAAAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const results = await Promise.allSettled(Array.from({ length: 1000 }, () => verifyPassword('x', hash)))
  const refused = results.filter((one) => one.status === 'rejected')
  t.true(refused.length > 900)
  t.true(refused.every((one) => (one.reason as { code: string }).code === 'rate_limit_exceeded'))
  t.false(await verifyPassword('x', hash))
})
