import test from 'ava'
import fc from 'fast-check'
import { truncateText, normaliseImage, isOnHost, isPublicHttpUrl, normaliseUrl } from '../../../shared/links/urls.js'

for (const [text, url] of [
  ['https://example.com', 'https://example.com'],
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['example.com', 'https://example.com'],
  ['example.com/a?b', 'https://example.com/a?b'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['  https://example.com ', 'https://example.com'],
  ['app://open/page', 'app://open/page'],
  ['com.example.app:/oauth', 'com.example.app:/oauth'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['https://example.com/\r\nSet-Cookie: a', 'https://example.com/Set-Cookie:%20a'],
] as const) {
  test(`normalises ${JSON.stringify(text)} to ${url}`, (t) => t.is(normaliseUrl(text), url))
}

for (const text of [
  'example',
  'not a url',
  'two words.com',
  '',
  'https://',
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.b/c',
  '://x.y',
]) {
  test(`rejects ${JSON.stringify(text)}`, (t) => t.is(normaliseUrl(text), null))
}

test('a normalised url is valid, has no control characters and stays the same when normalised again', (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.domain()), (text) => {
      const url = normaliseUrl(text)
      if (url === null) return
      t.true(URL.canParse(url))
      t.notRegex(url, /[ \p{Cc}]/u)
      t.is(normaliseUrl(url), url)
    }),
    { numRuns: 2000 },
  )
})

test('isPublicHttpUrl accepts http addresses on public hosts only', (t) => {
  for (const accepted of ['https://cdn.example.com/a.png', 'http://example.com/a']) t.true(isPublicHttpUrl(accepted), accepted)
  for (const rejected of [
    'http://localhost/a',
    'https://a.localhost/x',
    'http://127.0.0.1/a',
    'http://0x7f.1/',
    'http://[::1]/a',
    'http://intranet/a',
    'ftp://example.com/a',
    'a.png',
    '',
  ])
    t.false(isPublicHttpUrl(rejected), rejected)
})

test('an image is a public address or a base64 data URL', (t) => {
  t.is(normaliseImage('https://cdn.example.com/a.png'), 'https://cdn.example.com/a.png')
  t.is(normaliseImage('data:image/png;base64,AAAA'), 'data:image/png;base64,AAAA')
  t.is(normaliseImage('data:text/html;base64,AAAA'), null)
  t.is(normaliseImage(''), null)
})

test('isOnHost matches the host and its subdomains only', (t) => {
  t.true(isOnHost('https://bad.example/x', ['bad.example']))
  t.true(isOnHost('https://a.bad.example/x', ['bad.example']))
  t.false(isOnHost('https://notbad.example/x', ['bad.example']))
})

test('truncates to the length including the dots and never splits a character', (t) => {
  t.is(truncateText('x'.repeat(120), 120), 'x'.repeat(120))
  t.is(truncateText('x'.repeat(121), 120), `${'x'.repeat(117)}...`)
  t.is(truncateText('🚀'.repeat(5), 4), '🚀...')
})
