import test from 'ava'
import { placeFromHeaders, visitorAddress } from '../../../../shared/tracking/index.js'

const addresses: [title: string, given: [string | undefined, string | undefined, number], address: string][] = [
  ['without trusted proxies the header is not believed', ['198.51.100.1', '203.0.113.7', 0], '198.51.100.1'],
  ['one trusted proxy appended the visitor', ['10.0.0.1', '203.0.113.7', 1], '203.0.113.7'],
  ['what the visitor wrote before it is not believed', ['10.0.0.1', '6.6.6.6, 203.0.113.7', 1], '203.0.113.7'],
  ['two trusted proxies', ['10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', 2], '203.0.113.7'],
  ['a shorter chain than promised gives its first', ['10.0.0.1', '203.0.113.7', 3], '203.0.113.7'],
  ['without the header it is the caller', ['10.0.0.1', undefined, 1], '10.0.0.1'],
  ['IPv4 over an IPv6 socket is written as what it is', ['::ffff:203.0.113.7', undefined, 0], '203.0.113.7'],
]

for (const [title, given, address] of addresses) {
  test(title, (t) => {
    t.is(visitorAddress(...given), address)
  })
}

test('a place is believed from a trusted proxy only', (t) => {
  const headers = { 'x-geo-country': 'FR', 'x-geo-city': 'Saint-%C3%89tienne', 'x-geo-continent': 'EU' }
  t.is(placeFromHeaders(headers, 0), null)
  t.deepEqual(placeFromHeaders(headers, 1), {
    continent: 'EU',
    country: 'FR',
    region: 'Unknown',
    city: 'Saint-Étienne',
    latitude: 'Unknown',
    longitude: 'Unknown',
  })
})

test('the headers of well-known networks are understood, ours go first', (t) => {
  t.is(placeFromHeaders({ 'cf-ipcountry': 'DE' }, 1)?.country, 'DE')
  t.is(placeFromHeaders({ 'cf-ipcountry': 'DE', 'x-geo-country': 'FR' }, 1)?.country, 'FR')
  t.is(placeFromHeaders({ 'cf-ipcountry': 'XX' }, 1), null)
})

test('a country is a code of two letters, or nobody knows it', (t) => {
  t.is(placeFromHeaders({ 'x-geo-country': 'de' }, 1)?.country, 'DE')
  for (const said of ['T1', 'XX', 'Germany', '']) t.is(placeFromHeaders({ 'cf-ipcountry': said }, 1), null)
})

test('an escape of a NUL character leaves no such character', (t) => {
  t.is(placeFromHeaders({ 'x-geo-country': 'DE', 'x-geo-city': 'K%C3%B6ln%00' }, 1)?.city, 'K\u00f6ln')
})
