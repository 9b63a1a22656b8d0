import test from 'ava'
import { parseExpiry, parseTime } from '../../../shared/memories/expiry.js'

for (const [text, expirationDate, expiresAt] of [
  ['2030-12-31', '2030-12-31', '2031-01-01T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29', '2028-03-01T00:00:00.000Z'],
  ['0001-01-01', '0001-01-01', '0001-01-02T00:00:00.000Z'],
  ['9999-12-31', '9999-12-31', '9999-12-31T23:59:59.999Z'],
  ['2030-12-31T12:00:00Z', '2030-12-31T12:00:00.000Z', '2030-12-31T12:00:00.000Z'],
  ['2030-12-31T12:00', '2030-12-31T12:00:00.000Z', '2030-12-31T12:00:00.000Z'],
  ['2030-12-31T12:00:00.5+02:00', '2030-12-31T10:00:00.500Z', '2030-12-31T10:00:00.500Z'],
] as const) {
  test(`${text} expires at ${expiresAt}`, (t) => t.deepEqual(parseExpiry(text), { expirationDate, expiresAt: new Date(expiresAt) }))
}

test('null and undefined mean no expiry', (t) => {
  t.deepEqual(
    [parseExpiry(null), parseExpiry(undefined)],
    [
      { expirationDate: null, expiresAt: null },
      { expirationDate: null, expiresAt: null },
    ],
  )
})

for (const text of [
  '',
  'tomorrow',
  '2030-02-30',
  '2030-13-01',
  '31.12.2030',
  '2030-12-31T25:00:00Z',
  '20301231',
  '0000-01-01',
  '9999-12-31T23:00:00-02:00',
]) {
  test(`refuses the expiry "${text}"`, (t) =>
    t.like(
      t.throws(() => parseExpiry(text)),
      { code: 'bad_request' },
    ))
}

test('accepts a time in seconds since 1970', (t) => {
  t.deepEqual(parseTime('timestamp', 1_700_000_000), new Date(1_700_000_000_000))
  for (const value of [Number.POSITIVE_INFINITY, 1e15, -1e11, '0000-05-01', 'soon'])
    t.like(
      t.throws(() => parseTime('timestamp', value)),
      { code: 'bad_request' },
    )
})
