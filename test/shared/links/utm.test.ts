import test from 'ava'
import fc from 'fast-check'
import { carriedCampaign, type UtmColumns, utmKeys, utmOf, withCampaign } from '../../../shared/links/utm.js'

const none: UtmColumns = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }

for (const [url, campaign, result] of [
  ['https://e.example', {}, 'https://e.example'],
  ['https://e.example/?b=%20c', {}, 'https://e.example/?b=%20c'],
  ['https://e.example', { utm_source: 'mail' }, 'https://e.example/?utm_source=mail'],
  ['https://e.example/p?a=1#x', { utm_source: 'mail', ref: 'you' }, 'https://e.example/p?a=1&utm_source=mail&ref=you#x'],
  ['https://e.example/?utm_source=old', { utm_source: 'new' }, 'https://e.example/?utm_source=new'],
  ['https://e.example/?utm_source=old&a=1', { utm_source: null }, 'https://e.example/?a=1'],
  ['https://e.example', { utm_campaign: 'spring+sale' }, 'https://e.example/?utm_campaign=spring+sale'],
  ['app://open', { utm_source: 'x' }, 'app://open?utm_source=x'],
  ['', { utm_source: 'x' }, ''],
] as const) {
  test(`${url || 'no address'} with ${JSON.stringify(campaign)} is ${result || 'no address'}`, (t) =>
    t.is(withCampaign(url, campaign), result))
}

test('a plus in a value stands for a blank', (t) => {
  t.is(utmOf(withCampaign('https://e.example', { utm_campaign: 'spring+sale' })).utm_campaign, 'spring sale')
})

test('a new address keeps what the link had, unless it brings its own; what was said wins over both', (t) => {
  const before = { ...none, utm_source: 'old', utm_medium: 'mail' }
  t.deepEqual(carriedCampaign('https://e.example', {}, before), { utm_source: 'old', utm_medium: 'mail' })
  t.deepEqual(carriedCampaign('https://e.example?utm_source=own', {}, before), { utm_medium: 'mail' })
  t.deepEqual(carriedCampaign('https://e.example', { utm_source: null, utm_term: 'x' }, before), {
    utm_source: null,
    utm_medium: 'mail',
    utm_term: 'x',
  })
  t.deepEqual(carriedCampaign(undefined, { utm_source: 'x' }, before), { utm_source: 'x' })
})

const value = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => text.replaceAll('+', '').trim())
  .filter((text) => text !== '')
const campaign = fc.record(Object.fromEntries([...utmKeys, 'ref'].map((key) => [key, fc.option(value, { nil: null })])), {
  requiredKeys: [],
})

test('the columns say what was set, and setting it again changes nothing', (t) => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), campaign, (url, said) => {
      const result = withCampaign(url, said)
      t.is(withCampaign(result, said), result)
      const read = utmOf(result)
      for (const key of utmKeys) if (key in said) t.is(read[key], (said[key] as string | null) ?? null)
    }),
    { numRuns: 1000 },
  )
})

test('removing what was set gives back every other parameter', (t) => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), value, (url, text) => {
      const bare = new URL(url)
      for (const key of utmKeys) bare.searchParams.delete(key)
      const back = withCampaign(withCampaign(url, { utm_source: text }), { utm_source: null })
      t.deepEqual([...new URL(back).searchParams], [...bare.searchParams])
    }),
  )
})
