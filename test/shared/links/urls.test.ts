import test from 'ava'
import fc from 'fast-check'
import { cutText, imageOf, isOnHost, isPublicHttpUrl, normaliseUrl } from '../../../shared/links/urls.js'

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
  test(`${JSON.stringify(text)} becomes ${url}`, (t) => t.is(normaliseUrl(text), url))
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
  test(`${JSON.stringify(text)} is refused`, (t) => t.is(normaliseUrl(text), null))
}

test('whatever passes is a URL without control characters, and passes again unchanged', (t) => {
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

test('only hosts that the public can reach serve previews', (t) => {
  for (const good of ['https://cdn.example.com/a.png', 'http://example.com/a']) t.true(isPublicHttpUrl(good), good)
  for (const bad of [
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
    t.false(isPublicHttpUrl(bad), bad)
})

test('an image is an address, or a picture sent along, or nothing', (t) => {
  t.is(imageOf('https://cdn.example.com/a.png'), 'https://cdn.example.com/a.png')
  t.is(imageOf('data:image/png;base64,AAAA'), 'data:image/png;base64,AAAA')
  t.is(imageOf('data:text/html;base64,AAAA'), null)
  t.is(imageOf(''), null)
})

test('a host includes its sub-domains and nothing that only ends like it', (t) => {
  t.true(isOnHost('https://bad.example/x', ['bad.example']))
  t.true(isOnHost('https://a.bad.example/x', ['bad.example']))
  t.false(isOnHost('https://notbad.example/x', ['bad.example']))
})

test('a text is cut with its dots inside the length, and never through a character', (t) => {
  t.is(cutText('x'.repeat(120), 120), 'x'.repeat(120))
  t.is(cutText('x'.repeat(121), 120), `${'x'.repeat(117)}...`)
  t.is(cutText('🚀'.repeat(5), 4), '🚀...')
})
