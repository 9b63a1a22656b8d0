import test from 'ava'
import { formatInstant, zoneOf } from '../../../../shared/kernel/time-zones/zone.js'

const at = (text: string) => Date.parse(text)

test('formats an instant as local time with its UTC offset', (t) => {
  t.is(formatInstant(zoneOf('UTC'), at('2026-11-21T10:00:00Z')), '2026-11-21T10:00:00.000+0000')
  t.is(formatInstant(zoneOf('Asia/Kolkata'), at('2026-11-21T10:00:00Z')), '2026-11-21T15:30:00.000+0530')
  t.is(formatInstant(zoneOf('Asia/Kathmandu'), at('2026-11-21T10:00:00Z')), '2026-11-21T15:45:00.000+0545')
  t.is(formatInstant(zoneOf('America/St_Johns'), at('2026-11-21T10:00:00Z')), '2026-11-21T06:30:00.000-0330')
})

test('an unknown zone is refused', (t) => {
  for (const name of ['Mars/Crater', '', '__proto__', '../etc/passwd']) t.throws(() => zoneOf(name), { message: /^timezone: / }, name)
})

test('finds midnight on days with a clock change', (t) => {
  const berlin = zoneOf('Europe/Berlin')
  t.is(berlin.toInstant(Date.UTC(2026, 2, 29)), at('2026-03-28T23:00:00Z'))
  t.is(berlin.toInstant(Date.UTC(2026, 2, 30)), at('2026-03-29T22:00:00Z'))
  t.is(berlin.toInstant(Date.UTC(2026, 9, 25)), at('2026-10-24T22:00:00Z'))
  t.is(berlin.toInstant(Date.UTC(2026, 9, 26)), at('2026-10-25T23:00:00Z'))
})

test('a repeated local time maps to its first instant, a skipped one to the instant of the change', (t) => {
  const berlin = zoneOf('Europe/Berlin')
  t.is(berlin.toInstant(Date.UTC(2026, 9, 25, 2, 30)), at('2026-10-25T00:30:00Z'))
  // In Santiago the clock goes from 24:00 on 5 September to 1:00.
  t.is(
    formatInstant(zoneOf('America/Santiago'), zoneOf('America/Santiago').toInstant(Date.UTC(2026, 8, 6))),
    '2026-09-06T01:00:00.000-0300',
  )
})
