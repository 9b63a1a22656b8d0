import test from 'ava'
import { type TimeInput, resolveRange } from '../../../../shared/analytics/time/range.js'
import { bucketStarts } from '../../../../shared/kernel/time-zones/buckets.js'
import { formatInstant, zoneOf } from '../../../../shared/kernel/time-zones/zone.js'

const now = Date.parse('2026-05-20T14:37:12.345Z')

/** The resolved range and its time series, with instants as texts. */
function resolve(time: TimeInput, zoneName = 'UTC', { at = now, since }: { at?: number; since?: number } = {}) {
  const zone = zoneOf(zoneName)
  const range = resolveRange(time, zone, at, since)
  const starts = bucketStarts(range, zone)
  return {
    from: formatInstant(zone, range.from),
    to: formatInstant(zone, range.to),
    unit: range.unit,
    rows: starts.length,
    first: formatInstant(zone, starts[0] as number),
    last: formatInstant(zone, starts.at(-1) as number),
  }
}

test('24 hours have 25 rows, because the first and the last are partial hours', (t) => {
  t.like(resolve({}), {
    from: '2026-05-19T14:37:12.000+0000',
    unit: 'hour',
    rows: 25,
    first: '2026-05-19T14:00:00.000+0000',
    last: '2026-05-20T14:00:00.000+0000',
  })
  t.is(resolve({}, 'UTC', { at: Date.parse('2026-05-20T14:00:00Z') }).rows, 25)
})

test('hours start on the hour of the zone', (t) => {
  t.is(resolve({}, 'Asia/Kolkata').first, '2026-05-19T20:00:00.000+0530')
  t.is(resolve({}, 'Asia/Kathmandu').last, '2026-05-20T20:00:00.000+0545')
})

const cases: [TimeInput, object][] = [
  [{ interval: '7d' }, { from: '2026-05-13T14:37:12.000+0000', to: '2026-05-21T00:00:00.000+0000', unit: 'day', rows: 8 }],
  [{ interval: '30d' }, { unit: 'day', rows: 31, first: '2026-04-20T00:00:00.000+0000' }],
  [{ interval: '90d' }, { unit: 'day', rows: 91 }],
  [{ interval: '1y' }, { unit: 'month', rows: 13, first: '2025-05-01T00:00:00.000+0000' }],
  [{ interval: 'mtd' }, { from: '2026-05-01T00:00:00.000+0000', unit: 'day', rows: 20 }],
  [{ interval: 'qtd' }, { from: '2026-04-01T00:00:00.000+0000', unit: 'day', rows: 50 }],
  [{ interval: 'ytd' }, { from: '2026-01-01T00:00:00.000+0000', unit: 'month', rows: 5 }],
  [{ interval: 'all' }, { from: '2000-01-01T00:00:00.000+0000', unit: 'month' }],
  [
    { start: '2026-05-01', end: '2026-05-01' },
    { from: '2026-05-01T00:00:00.000+0000', to: '2026-05-02T00:00:00.000+0000', unit: 'hour', rows: 24 },
  ],
  [
    { start: '2026-05-01', end: '2026-05-02' },
    { unit: 'hour', rows: 48 },
  ],
  [
    { start: '2026-05-01', end: '2026-05-03' },
    { unit: 'day', rows: 3 },
  ],
  [
    { start: '2026-05-03', end: '2026-05-01' },
    { from: '2026-05-01T00:00:00.000+0000', to: '2026-05-04T00:00:00.000+0000' },
  ],
  [
    { start: '2025-11-21', end: '2026-05-19' },
    { unit: 'day', rows: 180 },
  ],
  [
    { start: '2025-11-20', end: '2026-05-19' },
    { unit: 'month', rows: 7 },
  ],
  [{ start: '2026-05-18' }, { to: '2026-05-21T00:00:00.000+0000', rows: 3 }],
  [
    { start: 'yesterday', interval: '1y' },
    { from: '2026-05-19T00:00:00.000+0000', rows: 48 },
  ],
  [
    { start: '2026-05-18T23:59:59Z', end: '2026-05-18T00:00:00Z' },
    { from: '2026-05-18T00:00:00.000+0000', to: '2026-05-19T00:00:00.000+0000' },
  ],
]
for (const [time, expected] of cases) test(`resolves ${JSON.stringify(time)}`, (t) => void t.like(resolve(time), expected))

test('days are those of the zone', (t) => {
  t.like(resolve({ start: '2026-05-01', end: '2026-05-03' }, 'America/New_York'), {
    from: '2026-05-01T00:00:00.000-0400',
    to: '2026-05-04T00:00:00.000-0400',
  })
  t.like(resolve({ start: '2026-05-18T23:00:00Z', end: '2026-05-18T23:00:00Z' }, 'Asia/Kolkata'), { from: '2026-05-19T00:00:00.000+0530' })
  const late = { at: Date.parse('2026-05-20T20:00:00Z') }
  t.is(resolve({ start: 'today', end: 'today' }, 'Asia/Kolkata', late).from, '2026-05-21T00:00:00.000+0530')
  t.is(
    resolve({ start: 'yesterday', end: 'yesterday' }, 'America/Los_Angeles', { at: Date.parse('2026-05-20T03:00:00Z') }).from,
    '2026-05-18T00:00:00.000-0700',
  )
})

test('a timestamp without a zone is local time of the zone, one with a zone an instant', (t) => {
  const day = (start: string, zone: string) => resolve({ start, end: start }, zone).from.slice(0, 10)
  for (const text of ['2026-05-18T23:00', '2026-05-18T23:00:00', '2026-05-18T01:00:00.000', 'May 18, 2026 11pm'])
    for (const zone of ['Asia/Kolkata', 'America/Los_Angeles']) t.is(day(text, zone), '2026-05-18', `${text} ${zone}`)
  for (const text of ['2026-05-18T23:00:00Z', '2026-05-19T04:30:00+05:30', 'Mon May 18 2026 19:00:00 GMT-0400 (Eastern Daylight Time)'])
    t.deepEqual([day(text, 'Asia/Kolkata'), day(text, 'America/Los_Angeles')], ['2026-05-19', '2026-05-18'], text)
})

test('a day with a clock change has 23 or 25 hours', (t) => {
  const spring = resolve({ start: '2026-03-29', end: '2026-03-29' }, 'Europe/Berlin')
  t.deepEqual([spring.rows, spring.from, spring.to], [23, '2026-03-29T00:00:00.000+0100', '2026-03-30T00:00:00.000+0200'])
  t.is(resolve({ start: '2026-10-25', end: '2026-10-25' }, 'Europe/Berlin').rows, 25)
  // The clock changes by half an hour: the hour after the change is a row of its own.
  t.is(resolve({ start: '2026-10-04', end: '2026-10-04' }, 'Australia/Lord_Howe').rows, 24)
})

test('the unit of `all` depends on its length when the start of the data is known', (t) => {
  const since = (text: string) => ({ since: Date.parse(text) })
  t.like(resolve({ interval: 'all' }, 'UTC', since('2026-05-20T09:00:00Z')), {
    from: '2026-05-20T00:00:00.000+0000',
    unit: 'hour',
    rows: 24,
  })
  t.like(resolve({ interval: 'all' }, 'UTC', since('2026-04-20T09:00:00Z')), { unit: 'day', rows: 31 })
  t.like(resolve({ interval: 'all' }, 'UTC', since('2024-05-20T09:00:00Z')), { unit: 'month', rows: 25 })
})

test('a month back from the last day of a month is the last day of a shorter month', (t) => {
  t.is(resolve({ interval: '1y' }, 'UTC', { at: Date.parse('2028-02-29T12:00:00Z') }).from, '2027-02-28T12:00:00.000+0000')
})

test('refuses invalid dates and dates before the first data', (t) => {
  for (const start of ['nonsense', '2026-02-30', '2022-09-21', '']) t.throws(() => resolve({ start }), { name: 'ServiceError' }, start)
  t.throws(() => resolve({ start: '2026-05-01', end: 'x' }), { name: 'ServiceError' })
})

test('an end far in the future does not produce an endless series', (t) => {
  t.true(resolve({ start: '2026-05-01', end: '9999-12-31' }).rows < 15)
})
