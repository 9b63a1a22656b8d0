import test from 'ava'
import { maskedJson, maskSecret } from '../../../../shared/accounts/logs/mask.js'

const masked = (value: unknown) => JSON.parse(maskedJson(value, 8000))

test('of a secret the kind and the end stay to be seen', (t) => {
  t.is(maskSecret('svc_abcdefghijklmnopqrstuvwx'), 'svc_*****stuvwx')
  t.is(maskSecret('svc_pk_abcdefghijklmnopqrstuvwx'), 'svc_pk_*****stuvwx')
  t.is(maskSecret('abcdefghijklmnopqrstuvwx'), '*****stuvwx')
})

test('a short secret is hidden whole', (t) => {
  for (const short of ['', 'a', 'hunter2', 'svc_pk_abcdefghijk']) t.is(maskSecret(short), short.length < 18 ? '*****' : '*****fghijk')
})

const cases: [title: string, value: unknown, shown: unknown][] = [
  ['a password, however long', { password: 'correct horse battery staple', newPassword: 'x' }, { password: '*****', newPassword: '*****' }],
  [
    'fields that are named after secrets',
    { token: 'abcdefghijklmnopqrstuvwx', client_secret: 'abcdefghijklmnopqrstuvwx', publicToken: 'abcdefghijklmnopqrstuvwx' },
    { token: '*****stuvwx', client_secret: '*****stuvwx', publicToken: '*****stuvwx' },
  ],
  [
    'a key of ours in the middle of a text',
    { url: 'https://example.com/?k=svc_abcdefghijklmnopqrstuvwx&b=1' },
    { url: 'https://example.com/?k=svc_*****stuvwx&b=1' },
  ],
  [
    'secrets in lists and in objects in lists',
    { tokens: [{ token: 'abcdefghijklmnopqrstuvwx' }], secret: ['abcdefghijklmnopqrstuvwx'] },
    { tokens: [{ token: '*****stuvwx' }], secret: ['*****stuvwx'] },
  ],
]
for (const [title, value, shown] of cases) test(`masked: ${title}`, (t) => t.deepEqual(masked(value), shown))

test('what is no secret stays as it is', (t) => {
  const value = {
    key: 'spring',
    tokenId: 'token_01',
    url: 'https://example.com',
    hasPassword: true,
    password: null,
    clicks: 3,
    tags: ['a', 'b'],
    nested: { deep: [1, null] },
  }
  t.deepEqual(masked(value), value)
})

test('nesting without end and bodies without end are cut', (t) => {
  const deep = Array.from({ length: 50_000 }).reduce<unknown>((inner) => [inner], 'x')
  t.true(maskedJson(deep, 8000).length < 200)
  const wide = {
    items: Array.from({ length: 100_000 }, (_, at) => ({ url: `https://example.com/${at}`, token: 'abcdefghijklmnopqrstuvwx' })),
    last: 'x',
  }
  const text = maskedJson(wide, 8000)
  t.is(text.length, 8000)
  t.false(text.includes('abcdef'))
})
