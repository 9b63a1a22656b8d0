import test from 'ava'
import { type Decision, decideDestination, type LinkRecord, type Visit } from '../../../../shared/links/index.js'
import { linkRecord } from '../../../support/link-record.js'

const now = Date.UTC(2026, 5, 1)
const variants = [
  { url: 'https://a.example/', percentage: 40 },
  { url: 'https://b.example/', percentage: 60 },
]
const visitor: Visit = {
  isInspection: false,
  passwordVerified: false,
  isBot: false,
  os: () => 'Linux',
  country: () => 'FR',
  previousVariant: null,
  random: 0.5,
}
const redirectTo = (target: string, overrides: Partial<Extract<Decision, { kind: 'redirect' }>> = {}): Decision => ({
  kind: 'redirect',
  target,
  status: 302,
  variant: null,
  ...overrides,
})

const cases: [title: string, link: Partial<LinkRecord> | null, visit: Partial<Visit>, decision: Decision][] = [
  ['redirects to the destination', {}, {}, redirectTo('https://target.example/page')],
  ['an unknown link is not found', null, {}, { kind: 'not-found' }],
  ['a disabled link is not found', { isDisabled: true }, {}, { kind: 'not-found' }],
  ['a banned link is blocked', { isBanned: true }, {}, { kind: 'banned' }],
  ['inspection does not show a banned link', { isBanned: true }, { isInspection: true }, { kind: 'banned' }],
  ['inspection shows the destination', {}, { isInspection: true }, { kind: 'inspect' }],
  ['inspecting a protected link requires its password', { sealedPassword: 'x' }, { isInspection: true }, { kind: 'password' }],
  ['a protected link requires its password', { sealedPassword: 'x' }, {}, { kind: 'password' }],
  [
    'redirects after the password was verified',
    { sealedPassword: 'x' },
    { passwordVerified: true },
    redirectTo('https://target.example/page'),
  ],
  [
    'an expired link redirects to its expiredUrl',
    { expiresAt: now - 1, expiredUrl: 'https://late.example' },
    {},
    { kind: 'expired', expiredUrl: 'https://late.example' },
  ],
  ['an expired link without expiredUrl is expired', { expiresAt: now - 1 }, {}, { kind: 'expired', expiredUrl: null }],
  ['redirects until the link expires', { expiresAt: now + 1 }, {}, redirectTo('https://target.example/page')],
  ['an expired protected link requires its password first', { expiresAt: now - 1, sealedPassword: 'x' }, {}, { kind: 'password' }],
  ['a root link without a destination shows a placeholder', { key: '_root', url: '' }, {}, { kind: 'placeholder' }],
  ['a bare domain redirects permanently', { key: '_root' }, {}, redirectTo('https://target.example/page', { status: 301 })],
  ['shows the custom preview to bots', { proxy: true }, { isBot: true }, { kind: 'preview' }],
  ['redirects visitors of a link with a custom preview', { proxy: true }, {}, redirectTo('https://target.example/page')],
  ['redirects bots without a custom preview', {}, { isBot: true }, redirectTo('https://target.example/page')],
  ['opens app schemes with a page', { url: 'mailto:a@b.example' }, {}, { kind: 'scheme', target: 'mailto:a@b.example', variant: null }],
  [
    'a cloaked link shows its destination in a frame',
    { rewrite: true },
    {},
    { kind: 'cloak', target: 'https://target.example/page', variant: null },
  ],
  [
    'cloaking takes precedence over device targeting',
    { rewrite: true, ios: 'https://ios.example' },
    { os: () => 'iOS' },
    { kind: 'cloak', target: 'https://target.example/page', variant: null },
  ],
  [
    'iOS targeting takes precedence over geo targeting',
    { ios: 'https://ios.example', geo: { FR: 'https://fr.example' } },
    { os: () => 'iOS' },
    redirectTo('https://ios.example'),
  ],
  [
    'redirects Android to its own URL',
    { android: 'https://android.example' },
    { os: () => 'Android' },
    redirectTo('https://android.example'),
  ],
  [
    'device targeting does not affect other systems',
    { ios: 'https://ios.example', android: 'https://android.example' },
    {},
    redirectTo('https://target.example/page'),
  ],
  ['redirects a country to its own URL', { geo: { FR: 'https://fr.example' } }, {}, redirectTo('https://fr.example')],
  ['geo targeting does not affect other countries', { geo: { DE: 'https://de.example' } }, {}, redirectTo('https://target.example/page')],
  [
    'a running test chooses the first variant by weight',
    { testVariants: variants, testCompletedAt: now + 1 },
    { random: 0.39 },
    redirectTo('https://a.example/', { variant: 'https://a.example/' }),
  ],
  [
    'a running test chooses the second variant by weight',
    { testVariants: variants, testCompletedAt: now + 1 },
    { random: 0.41 },
    redirectTo('https://b.example/', { variant: 'https://b.example/' }),
  ],
  [
    'a browser keeps its previous variant',
    { testVariants: variants, testCompletedAt: now + 1 },
    { random: 0, previousVariant: 'https://b.example/' },
    redirectTo('https://b.example/', { variant: 'https://b.example/' }),
  ],
  [
    'chooses again if the previous variant no longer exists',
    { testVariants: variants, testCompletedAt: now + 1 },
    { random: 0, previousVariant: 'https://old.example/' },
    redirectTo('https://a.example/', { variant: 'https://a.example/' }),
  ],
  ['an ended test is ignored', { testVariants: variants, testCompletedAt: now }, {}, redirectTo('https://target.example/page')],
  [
    'device targeting takes precedence over a test',
    { testVariants: variants, testCompletedAt: now + 1, ios: 'https://ios.example' },
    { os: () => 'iOS', random: 0 },
    redirectTo('https://ios.example', { variant: 'https://a.example/' }),
  ],
]

for (const [title, link, visit, decision] of cases) {
  test(title, (t) => {
    t.deepEqual(decideDestination(link && linkRecord(link), { ...visitor, ...visit }, now), decision)
  })
}

test('does not determine device and country for links without targeting', (t) => {
  const never = () => t.fail()
  t.is(decideDestination(linkRecord(), { ...visitor, os: never, country: never }, now).kind, 'redirect')
})
