import test from 'ava'
import { locationFromHeaders, visitorIp } from '../../../../shared/tracking/index.js'

const addresses: [title: string, input: [string | undefined, string | undefined, number], address: string][] = [
  ['ignores the header without trusted proxies', ['198.51.100.1', '203.0.113.7', 0], '198.51.100.1'],
  ['takes the address that the only trusted proxy appended', ['10.0.0.1', '203.0.113.7', 1], '203.0.113.7'],
  ['ignores addresses that the visitor sent', ['10.0.0.1', '6.6.6.6, 203.0.113.7', 1], '203.0.113.7'],
  ['skips the addresses of two trusted proxies', ['10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', 2], '203.0.113.7'],
  ['takes the first address of a chain shorter than configured', ['10.0.0.1', '203.0.113.7', 3], '203.0.113.7'],
  ['takes the peer address without the header', ['10.0.0.1', undefined, 1], '10.0.0.1'],
  ['ignores the port after an IPv4 address', ['10.0.0.1', '203.0.113.7:4711', 1], '203.0.113.7'],
  ['ignores the port after an IPv6 address', ['10.0.0.1', '[2001:db8::1]:4711', 1], '2001:db8::1'],
  ['keeps an IPv6 address without a port', ['10.0.0.1', '2001:db8::1', 1], '2001:db8::1'],
  ['normalizes IPv4-mapped addresses', ['::ffff:203.0.113.7', undefined, 0], '203.0.113.7'],
]

for (const [title, [remoteAddress, forwardedFor, hops], address] of addresses) {
  test(title, (t) => {
    t.is(visitorIp({ remoteAddress }, forwardedFor, hops), address)
  })
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' }

test('accepts a location from a trusted proxy only', (t) => {
  const headers = { 'x-geo-country': 'FR', 'x-geo-city': 'Saint-%C3%89tienne', 'x-geo-continent': 'EU' }
  t.is(locationFromHeaders({ ...headers, ...forwarded }, 0), null)
  t.deepEqual(locationFromHeaders({ ...headers, ...forwarded }, 1), {
    continent: 'EU',
    country: 'FR',
    region: 'Unknown',
    city: 'Saint-Étienne',
    latitude: 'Unknown',
    longitude: 'Unknown',
  })
})

test('ignores the location of a request that did not pass all trusted proxies', (t) => {
  const headers = { 'x-geo-country': 'FR', 'cf-ipcountry': 'FR' }
  t.is(locationFromHeaders(headers, 1), null)
  t.is(locationFromHeaders({ ...headers, 'x-forwarded-for': '203.0.113.7' }, 2), null)
  t.is(locationFromHeaders({ ...headers, 'x-forwarded-for': '203.0.113.7, 10.0.0.2' }, 2)?.country, 'FR')
})

test('reads headers of well-known networks, own headers first', (t) => {
  t.is(locationFromHeaders({ ...forwarded, 'cf-ipcountry': 'DE' }, 1)?.country, 'DE')
  t.is(locationFromHeaders({ ...forwarded, 'cf-ipcountry': 'DE', 'x-geo-country': 'FR' }, 1)?.country, 'FR')
  t.is(locationFromHeaders({ ...forwarded, 'cf-ipcountry': 'XX' }, 1), null)
})

test('a country must be a code of two letters', (t) => {
  t.is(locationFromHeaders({ ...forwarded, 'x-geo-country': 'de' }, 1)?.country, 'DE')
  for (const value of ['T1', 'XX', 'Germany', '']) t.is(locationFromHeaders({ ...forwarded, 'cf-ipcountry': value }, 1), null)
})

test('removes percent-encoded NUL characters', (t) => {
  t.is(locationFromHeaders({ ...forwarded, 'x-geo-country': 'DE', 'x-geo-city': 'K%C3%B6ln%00' }, 1)?.city, 'K\u00f6ln')
})
