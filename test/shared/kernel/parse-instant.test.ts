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
] as const) {
  test(`"${text}" is ${instant}`, (t) => t.is(parseInstant(text, now)?.toISOString(), instant))
}

for (const text of ['', 'soon-ish', '2026-02-30', '2026-13-01', '2026-12-01T25:00:00Z', '0000-01-01', '99999999999999']) {
  test(`"${text}" is not a date`, (t) => t.is(parseInstant(text, now), null))
}
