import test from 'ava'
import { maskJson } from '../../../../shared/accounts/logs/mask.js'
import { maskKeys, maskSecret } from '../../../../shared/kernel/mask-secrets.js'

const masked = (value: unknown) => JSON.parse(maskJson(value, 8000))

test('prefix and last six characters of a secret stay visible', (t) => {
  t.is(maskSecret('svc_abcdefghijklmnopqrstuvwx'), 'svc_*****stuvwx')
  t.is(maskSecret('svc_pk_abcdefghijklmnopqrstuvwx'), 'svc_pk_*****stuvwx')
  t.is(maskSecret('abcdefghijklmnopqrstuvwx'), '*****stuvwx')
})

test('a short secret is hidden completely', (t) => {
  for (const short of ['', 'a', 'hunter2', 'svc_pk_abcdefghijk']) t.is(maskSecret(short), short.length < 18 ? '*****' : '*****fghijk')
})

const cases: [title: string, value: unknown, expected: unknown][] = [
  ['passwords of any length', { password: 'correct horse battery staple', newPassword: 'x' }, { password: '*****', newPassword: '*****' }],
  [
    'fields with names of secrets',
    { token: 'abcdefghijklmnopqrstuvwx', client_secret: 'abcdefghijklmnopqrstuvwx', publicToken: 'abcdefghijklmnopqrstuvwx' },
    { token: '*****stuvwx', client_secret: '*****stuvwx', publicToken: '*****stuvwx' },
  ],
  [
    'an API key inside a text',
    { url: 'https://example.com/?k=svc_abcdefghijklmnopqrstuvwx&b=1' },
    { url: 'https://example.com/?k=svc_*****stuvwx&b=1' },
  ],
  [
    'secrets in lists and in objects in lists',
    { tokens: [{ token: 'abcdefghijklmnopqrstuvwx' }], secret: ['abcdefghijklmnopqrstuvwx'] },
    { tokens: [{ token: '*****stuvwx' }], secret: ['*****stuvwx'] },
  ],
]
for (const [title, value, expected] of cases) test(`masks ${title}`, (t) => t.deepEqual(masked(value), expected))

test('other values are unchanged', (t) => {
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

test('deep nesting and large bodies are truncated', (t) => {
  const deep = Array.from({ length: 50_000 }).reduce<unknown>((inner) => [inner], 'x')
  t.true(maskJson(deep, 8000).length < 200)
  const wide = {
    items: Array.from({ length: 100_000 }, (_, index) => ({ url: `https://example.com/${index}`, token: 'abcdefghijklmnopqrstuvwx' })),
    last: 'x',
  }
  const text = maskJson(wide, 8000)
  t.is(text.length, 8000)
  t.false(text.includes('abcdef'))
})

test('masks keys inside a path', (t) => {
  t.is(maskKeys('/tokens/svc_abcdefghijklmnopqrstuvwx/use'), '/tokens/svc_*****stuvwx/use')
  t.is(maskKeys('/v1%2Fsvc_pk_abcdefghijklmnopqrstuvwx'), '/v1%2Fsvc_pk_*****stuvwx')
  t.is(
    maskKeys('/files/exports%2Fa.zip?expires=1&signature=abcdefghij_klmnopqrst-uvwxyz'),
    '/files/exports%2Fa.zip?expires=1&signature=*****uvwxyz',
  )
  t.is(maskKeys('/links/link_1'), '/links/link_1')
})

test('masks the token of a one-time link', (t) => {
  t.is(maskKeys(`https://api.example/auth/invite?token=${'a'.repeat(37)}uvwxyz`), 'https://api.example/auth/invite?token=*****uvwxyz')
})
