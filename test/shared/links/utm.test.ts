import test from 'ava'
import fc from 'fast-check'
import { inheritedCampaign, type UtmColumns, utmKeys, utmOf, withCampaign } from '../../../shared/links/utm.js'

const noCampaign: UtmColumns = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }

for (const [url, campaign, result] of [
  ['https://e.example', {}, 'https://e.example'],
  ['https://e.example/?b=%20c', {}, 'https://e.example/?b=%20c'],
  ['https://e.example', { utm_source: 'mail' }, 'https://e.example/?utm_source=mail'],
  ['https://e.example/p?a=1#x', { utm_source: 'mail', ref: 'you' }, 'https://e.example/p?a=1&utm_source=mail&ref=you#x'],
  ['https://e.example/?utm_source=old', { utm_source: 'new' }, 'https://e.example/?utm_source=new'],
  ['https://e.example/?utm_source=old&a=1', { utm_source: null }, 'https://e.example/?a=1'],
  ['https://e.example/?flag&b=%20', { utm_source: null }, 'https://e.example/?flag&b=%20'],
  ['https://e.example', { utm_campaign: 'spring+sale' }, 'https://e.example/?utm_campaign=spring+sale'],
  ['app://open', { utm_source: 'x' }, 'app://open?utm_source=x'],
  ['', { utm_source: 'x' }, ''],
] as const) {
  test(`${url || 'no url'} with ${JSON.stringify(campaign)} becomes ${result || 'no url'}`, (t) =>
    t.is(withCampaign(url, campaign), result))
}

test('a plus in a value is read as a space', (t) => {
  t.is(utmOf(withCampaign('https://e.example', { utm_campaign: 'spring+sale' })).utm_campaign, 'spring sale')
})

test('a new url keeps the campaign of the link unless it has its own; fields of the request take precedence', (t) => {
  const before = { ...noCampaign, utm_source: 'old', utm_medium: 'mail' }
  t.deepEqual(inheritedCampaign('https://e.example', {}, before), { utm_source: 'old', utm_medium: 'mail' })
  t.deepEqual(inheritedCampaign('https://e.example?utm_source=own', {}, before), { utm_medium: 'mail' })
  t.deepEqual(inheritedCampaign('https://e.example', { utm_source: null, utm_term: 'x' }, before), {
    utm_source: null,
    utm_medium: 'mail',
    utm_term: 'x',
  })
  t.deepEqual(inheritedCampaign(undefined, { utm_source: 'x' }, before), { utm_source: 'x' })
})

const value = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => text.replaceAll('+', '').trim())
  .filter((text) => text !== '')
const campaign = fc.record(Object.fromEntries([...utmKeys, 'ref'].map((key) => [key, fc.option(value, { nil: null })])), {
  requiredKeys: [],
})

test('reads the parameters it set, and setting them again changes nothing', (t) => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), campaign, (url, parameters) => {
      const result = withCampaign(url, parameters)
      t.is(withCampaign(result, parameters), result)
      const read = utmOf(result)
      for (const key of utmKeys) if (key in parameters) t.is(read[key], (parameters[key] as string | null) ?? null)
    }),
    { numRuns: 1000 },
  )
})

test('removing a parameter keeps all others', (t) => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), value, (url, text) => {
      const expected = new URL(url)
      for (const key of utmKeys) expected.searchParams.delete(key)
      const result = withCampaign(withCampaign(url, { utm_source: text }), { utm_source: null })
      t.deepEqual([...new URL(result).searchParams], [...expected.searchParams])
    }),
  )
})
