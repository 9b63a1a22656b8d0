import test from 'ava'
import { allowedHostNames, isAllowedHost } from '../../../shared/accounts/allowed-hosts.js'

const cases: [allowed: string[] | null, referer: string | undefined, origin: string | undefined, isAllowed: boolean][] = [
  [null, undefined, undefined, true],
  [[], undefined, undefined, true],
  [['example.com'], 'https://example.com/page', undefined, true],
  [['example.com'], 'https://www.example.com/page', undefined, true],
  [['www.example.com'], 'https://example.com/', undefined, true],
  [['example.com'], undefined, 'https://example.com', true],
  [['example.com'], 'https://other.com/', 'https://example.com', false],
  [['example.com'], 'https://app.example.com/', undefined, false],
  [['example.com'], undefined, undefined, false],
  [['example.com'], 'null', undefined, false],
  [['*.example.com'], 'https://app.example.com/', undefined, true],
  [['*.example.com'], 'https://a.b.example.com/', undefined, true],
  [['*.example.com'], 'https://example.com/', undefined, false],
  [['*.example.com'], 'https://evilexample.com/', undefined, false],
  [['other.com', 'Example.com'], 'https://example.com/', undefined, true],
]
for (const [allowed, referer, origin, isAllowed] of cases) {
  test(`${JSON.stringify(allowed)} ${isAllowed ? 'allows' : 'refuses'} referer ${referer ?? 'none'} and origin ${origin ?? 'none'}`, (t) => {
    t.is(isAllowedHost(allowed, { referer, origin }), isAllowed)
  })
}

test('pages of listed hosts with and without www may embed the referral page, and subdomains of a pattern', (t) => {
  t.deepEqual(allowedHostNames(['example.com', 'www.other.com', '*.shop.example']), [
    'example.com',
    'www.example.com',
    'other.com',
    'www.other.com',
    '*.shop.example',
  ])
  t.deepEqual(allowedHostNames(null), [])
})
