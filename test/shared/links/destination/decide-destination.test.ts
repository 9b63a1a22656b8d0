import test from 'ava'
import { type Decision, decideDestination, type LinkRecord, type Visit } from '../../../../shared/links/index.js'
import { linkRecord } from '../../../support/link-record.js'

const now = Date.UTC(2026, 5, 1)
const variants = [
  { url: 'https://a.example/', percentage: 40 },
  { url: 'https://b.example/', percentage: 60 },
]
const person: Visit = {
  inspects: false,
  knowsPassword: false,
  isBot: false,
  os: () => 'Linux',
  country: () => 'FR',
  variantBefore: null,
  random: 0.5,
}
const going = (target: string, more: Partial<Extract<Decision, { kind: 'redirect' }>> = {}): Decision => ({
  kind: 'redirect',
  target,
  status: 302,
  variant: null,
  ...more,
})

const cases: [title: string, link: Partial<LinkRecord> | null, visit: Partial<Visit>, decision: Decision][] = [
  ['a link leads to its destination', {}, {}, going('https://target.example/page')],
  ['no link is not found', null, {}, { kind: 'not-found' }],
  ['a disabled link is not found', { isDisabled: true }, {}, { kind: 'not-found' }],
  ['a banned link is blocked', { isBanned: true }, {}, { kind: 'banned' }],
  ['a banned link is not shown to those who inspect', { isBanned: true }, { inspects: true }, { kind: 'banned' }],
  ['inspecting shows where the link leads', {}, { inspects: true }, { kind: 'inspect' }],
  ['inspecting a protected link asks for its password', { password: 'x' }, { inspects: true }, { kind: 'password' }],
  ['a protected link asks for its password', { password: 'x' }, {}, { kind: 'password' }],
  ['the password opens', { password: 'x' }, { knowsPassword: true }, going('https://target.example/page')],
  [
    'an expired link leads to its own address for latecomers',
    { expiresAt: now - 1, expiredUrl: 'https://late.example' },
    {},
    { kind: 'expired', to: 'https://late.example' },
  ],
  ['an expired link without such an address is expired', { expiresAt: now - 1 }, {}, { kind: 'expired', to: null }],
  ['a link is open until it expires', { expiresAt: now + 1 }, {}, going('https://target.example/page')],
  ['an expired protected link asks for the password first', { expiresAt: now - 1, password: 'x' }, {}, { kind: 'password' }],
  ['a bare domain without destination shows a placeholder', { key: '_root', url: '' }, {}, { kind: 'placeholder' }],
  ['a bare domain leads on for good', { key: '_root' }, {}, going('https://target.example/page', { status: 301 })],
  ['a bot gets the custom preview', { proxy: true }, { isBot: true }, { kind: 'preview' }],
  ['a person is led on although there is a custom preview', { proxy: true }, {}, going('https://target.example/page')],
  ['a bot is led on where there is no custom preview', {}, { isBot: true }, going('https://target.example/page')],
  [
    'a program address is opened by a page',
    { url: 'mailto:a@b.example' },
    {},
    { kind: 'scheme', target: 'mailto:a@b.example', variant: null },
  ],
  [
    'a cloaked link shows its destination in a frame',
    { rewrite: true },
    {},
    { kind: 'cloak', target: 'https://target.example/page', variant: null },
  ],
  [
    'cloaking comes before devices',
    { rewrite: true, ios: 'https://ios.example' },
    { os: () => 'iOS' },
    { kind: 'cloak', target: 'https://target.example/page', variant: null },
  ],
  [
    'iOS goes its own way',
    { ios: 'https://ios.example', geo: { FR: 'https://fr.example' } },
    { os: () => 'iOS' },
    going('https://ios.example'),
  ],
  ['Android goes its own way', { android: 'https://android.example' }, { os: () => 'Android' }, going('https://android.example')],
  ['another system does not', { ios: 'https://ios.example', android: 'https://android.example' }, {}, going('https://target.example/page')],
  ['a country goes its own way', { geo: { FR: 'https://fr.example' } }, {}, going('https://fr.example')],
  ['another country does not', { geo: { DE: 'https://de.example' } }, {}, going('https://target.example/page')],
  [
    'a running test chooses by weight',
    { testVariants: variants, testCompletedAt: now + 1 },
    { random: 0.39 },
    going('https://a.example/', { variant: 'https://a.example/' }),
  ],
  [
    'a running test chooses the other by weight',
    { testVariants: variants, testCompletedAt: now + 1 },
    { random: 0.41 },
    going('https://b.example/', { variant: 'https://b.example/' }),
  ],
  [
    'a browser keeps its variant',
    { testVariants: variants, testCompletedAt: now + 1 },
    { random: 0, variantBefore: 'https://b.example/' },
    going('https://b.example/', { variant: 'https://b.example/' }),
  ],
  [
    'a variant that left the test is chosen anew',
    { testVariants: variants, testCompletedAt: now + 1 },
    { random: 0, variantBefore: 'https://old.example/' },
    going('https://a.example/', { variant: 'https://a.example/' }),
  ],
  ['a test that is over chooses nothing', { testVariants: variants, testCompletedAt: now }, {}, going('https://target.example/page')],
  [
    'a device beats a test',
    { testVariants: variants, testCompletedAt: now + 1, ios: 'https://ios.example' },
    { os: () => 'iOS', random: 0 },
    going('https://ios.example', { variant: 'https://a.example/' }),
  ],
]

for (const [title, link, visit, decision] of cases) {
  test(title, (t) => {
    t.deepEqual(decideDestination(link && linkRecord(link), { ...person, ...visit }, now), decision)
  })
}

test('device and place are not worked out where no link asks for them', (t) => {
  const never = () => t.fail()
  t.is(decideDestination(linkRecord(), { ...person, os: never, country: never }, now).kind, 'redirect')
})
