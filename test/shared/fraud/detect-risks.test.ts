import test from 'ava'
import { type ConversionFacts, detectRisks } from '../../../shared/fraud/detection/detect-risks.js'
import { canonicalEmail, isDisposableDomain } from '../../../shared/fraud/detection/email-address.js'
import { comparableHost, matchesHost } from '../../../shared/fraud/detection/match-host.js'
import { effectiveRules, type StoredRule } from '../../../shared/fraud/rules/effective-rules.js'

const facts = (changes: Partial<ConversionFacts> = {}): ConversionFacts => ({
  partnerEmail: 'ann@partner.example',
  customerEmail: 'bob@customer.example',
  isFirst: true,
  isDomainKnown: false,
  isDisposable: false,
  click: { referer: '(direct)', url: 'https://shop.example/', utmCampaign: '' },
  ...changes,
})
const risks = (changes: Partial<ConversionFacts>, stored: StoredRule[] = []) => detectRisks(facts(changes), effectiveRules(stored))
const clickTo = (url: string, utmCampaign = '') => ({ click: { referer: '', url, utmCampaign } })

test('a conversion without a sign of fraud violates no rule', (t) => {
  t.deepEqual(risks({}), [])
  t.deepEqual(risks({ partnerEmail: null, customerEmail: null, click: null }), [])
})

test('addresses of the same mailbox, of the same company and of a known company match', (t) => {
  const matchOf = (changes: Partial<ConversionFacts>) =>
    risks(changes).flatMap(({ type, metadata }) => (type === 'customerEmailMatch' ? metadata.matchType : []))
  t.deepEqual(matchOf({ customerEmail: 'Ann+shop@Partner.example' }), ['exact'])
  t.deepEqual(matchOf({ partnerEmail: 'a.nn@gmail.com', customerEmail: 'an.n+1@googlemail.com' }), ['exact'])
  t.deepEqual(matchOf({ partnerEmail: 'a.nn@gmx.de', customerEmail: 'ann@gmx.de' }), [], 'dots count outside gmail, gmx is free')
  t.deepEqual(matchOf({ customerEmail: 'bob@partner.example' }), ['domainMatch'])
  t.deepEqual(matchOf({ isDomainKnown: true }), ['historicalDomainMatch'])
  t.deepEqual(matchOf({ isDomainKnown: true, isFirst: false }), [])
  t.deepEqual(matchOf({ isDomainKnown: true, customerEmail: 'bob@gmail.com' }), [])
})

test('disposable addresses are found, below a disposable domain too', (t) => {
  t.deepEqual(risks({ customerEmail: 'bob@Mailinator.com', isDisposable: true }), [
    { type: 'customerEmailSuspiciousDomain', metadata: { domain: 'mailinator.com' } },
  ])
  t.true(isDisposableDomain('box7.mailinator.com'))
  t.false(isDisposableDomain('notmailinator.com'))
  t.is(canonicalEmail('no address'), 'no address')
})

test('a banned referral source is found by its host', (t) => {
  const rule: StoredRule = {
    type: 'referralSourceBanned',
    config: { domains: ['www.coupons.example', '*.deals.*', 'xn--bcher-kva.example'] },
    isDisabled: false,
  }
  const sourceOf = (referer: string, stored = [rule]) =>
    risks({ click: { referer, url: '', utmCampaign: '' } }, stored).map(({ metadata }) => metadata.source)
  t.deepEqual(sourceOf('https://WWW.Coupons.example/page?x=1'), ['coupons.example'])
  t.deepEqual(sourceOf('https://big.deals.test/'), ['big.deals.test'])
  t.deepEqual(sourceOf('https://www.Bücher.example/'), ['xn--bcher-kva.example'])
  t.deepEqual(sourceOf('https://shop.coupons.example/'), [])
  t.deepEqual(sourceOf('https://coupons.example/', []), [], 'off until domains are set')
  t.deepEqual(sourceOf('(direct)'), [])
})

test('a pattern matches a whole host, and long patterns take no long time', (t) => {
  t.true(matchesHost('a.example', '*'))
  t.true(matchesHost('a.b.example', 'a*example'))
  t.false(matchesHost('a.example.org', '*.example'))
  t.false(matchesHost('a'.repeat(250), `${'*a'.repeat(120)}b`))
  t.is(comparableHost('http://['), null)
})

test('paid clicks are found for the chosen platforms, except of allowed campaigns', (t) => {
  const paid = (url: string, config?: StoredRule['config'], utmCampaign = '') =>
    risks(clickTo(url, utmCampaign), config ? [{ type: 'paidTrafficDetected', config, isDisabled: false }] : [])
  const google = 'https://shop.example/?gclid=1&gad_campaignid=77'
  t.deepEqual(paid(google), [{ type: 'paidTrafficDetected', metadata: { source: 'google', url: google } }])
  t.deepEqual(paid('https://shop.example/?fbclid=1'), [], 'google alone by default')
  t.is(paid('https://shop.example/?ttclid=1', { platforms: ['tiktok'] })[0]?.metadata.source, 'tiktok')
  const allowed = { platforms: ['google' as const], google: { whitelistedCampaignIds: ['77', 'brand'] } }
  t.deepEqual(paid(google, allowed), [])
  t.deepEqual(paid('https://shop.example/?gclid=1', allowed, 'brand'), [])
  t.is(paid('https://shop.example/?gclid=1', allowed, 'other').length, 1)
  const both = { ...allowed, platforms: ['google' as const, 'facebook' as const] }
  t.is(paid(`${google}&fbclid=1`, both)[0]?.metadata.source, 'facebook', 'an allowed campaign of Google allows no other platform')
})

test('a disabled rule does not fire, and a rule without its configuration is disabled', (t) => {
  t.deepEqual(risks({ customerEmail: 'ann@partner.example' }, [{ type: 'customerEmailMatch', config: null, isDisabled: true }]), [])
  const rules = effectiveRules([{ type: 'paidTrafficDetected', config: { platforms: [] }, isDisabled: false }])
  t.false(rules.paidTrafficDetected.enabled)
  t.false(rules.referralSourceBanned.enabled)
  t.true(rules.partnerDuplicateAccount.enabled)
})
