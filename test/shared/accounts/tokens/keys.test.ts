import { createHash } from 'node:crypto'
import test from 'ava'
import { hashKey, newApiKey, newPublishableKey, partialKey } from '../../../../shared/accounts/index.js'

test('an API key is unique and consists of the prefix and 24 letters or digits', (t) => {
  const keys = Array.from({ length: 1000 }, newApiKey)
  for (const key of keys) t.regex(key, /^svc_[0-9A-Za-z]{24}$/)
  t.is(new Set(keys).size, keys.length)
})

test('a publishable key has its own prefix', (t) => t.regex(newPublishableKey(), /^svc_pk_[A-Za-z0-9_-]{16,64}$/))

test('hashKey is the SHA-256 in hexadecimal', (t) => t.is(hashKey('svc_abc'), createHash('sha256').update('svc_abc').digest('hex')))

test('a partial key has the first three and the last four characters', (t) =>
  t.is(partialKey('svc_0123456789abcdefghijWXYZ'), 'svc...WXYZ'))
