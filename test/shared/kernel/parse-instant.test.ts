import test from 'ava'
import { parseInstant } from '../../../shared/kernel/parse-instant.js'

const now = new Date('2026-03-10T10:00:00.000Z')

for (const [text, instant] of [
  ['2026-12-01T08:30:00Z', '2026-12-01T08:30:00.000Z'],
  ['2026-12-01T08:30:00.123+02:00', '2026-12-01T06:30:00.123Z'],
  ['2026-12-01T08:30', '2026-12-01T08:30:00.000Z'],
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  ['tomorrow 5pm', '2026-03-11T17:00:00.000Z'],
  ['in 3 days', '2026-03-13T10:00:00.000Z'],
  ['tomorrow at 5pm', '2026-03-11T17:00:00.000Z'],
  [' 3 days ago ', '2026-03-07T10:00:00.000Z'],
  ['in 2 weeks', '2026-03-24T10:00:00.000Z'],
  ['yesterday', '2026-03-09T10:00:00.000Z'],
  ['Dec 1, 2026 at 5pm', '2026-12-01T17:00:00.000Z'],
  ['2026-12-01 08:30:00 UTC', '2026-12-01T08:30:00.000Z'],
  ['Thu, 26 Nov 2026 18:11:33 +0100', '2026-11-26T17:11:33.000Z'],
  ['Thu Nov 26 2026 18:11:33 GMT+0100 (Central European Standard Time)', '2026-11-26T17:11:33.000Z'],
] as const) {
  test(`"${text}" is ${instant}`, (t) => t.is(parseInstant(text, now)?.toISOString(), instant))
}

for (const text of [
  ...['', 'soon-ish', '2026-02-30', '2026-13-01', '2026-12-01T25:00:00Z', '0000-01-01', '99999999999999'],
  ...['+275760-09-13T00:00:00.000Z', '2027-12-31T10:00:00 Europe/Berlin', 'call me at 5', 'tomorrow or later', 'not tomorrow'],
]) {
  test(`"${text}" is not a date`, (t) => t.is(parseInstant(text, now), null))
}
