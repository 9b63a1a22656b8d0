import test from 'ava'
import { textOf, zoneOf } from '../../../../shared/analytics/time/zone.js'

const at = (text: string) => Date.parse(text)

test('an instant reads as the clock there shows it', (t) => {
  t.is(textOf(zoneOf('UTC'), at('2026-11-21T10:00:00Z')), '2026-11-21T10:00:00.000+0000')
  t.is(textOf(zoneOf('Asia/Kolkata'), at('2026-11-21T10:00:00Z')), '2026-11-21T15:30:00.000+0530')
  t.is(textOf(zoneOf('Asia/Kathmandu'), at('2026-11-21T10:00:00Z')), '2026-11-21T15:45:00.000+0545')
  t.is(textOf(zoneOf('America/St_Johns'), at('2026-11-21T10:00:00Z')), '2026-11-21T06:30:00.000-0330')
})

test('a zone that nobody knows is UTC', (t) => {
  for (const name of ['Mars/Crater', '', '__proto__', '../etc/passwd'])
    t.is(textOf(zoneOf(name), at('2026-11-21T10:00:00Z')), '2026-11-21T10:00:00.000+0000', name)
})

test('midnight is found on days on which the clock changes', (t) => {
  const berlin = zoneOf('Europe/Berlin')
  t.is(berlin.instantOf(Date.UTC(2026, 2, 29)), at('2026-03-28T23:00:00Z'))
  t.is(berlin.instantOf(Date.UTC(2026, 2, 30)), at('2026-03-29T22:00:00Z'))
  t.is(berlin.instantOf(Date.UTC(2026, 9, 25)), at('2026-10-24T22:00:00Z'))
  t.is(berlin.instantOf(Date.UTC(2026, 9, 26)), at('2026-10-25T23:00:00Z'))
})

test('a time that is shown twice is its first instant, one that is skipped the instant of the change', (t) => {
  const berlin = zoneOf('Europe/Berlin')
  t.is(berlin.instantOf(Date.UTC(2026, 9, 25, 2, 30)), at('2026-10-25T00:30:00Z'))
  // In Santiago the clock goes from 24:00 on 5 September to 1:00.
  t.is(textOf(zoneOf('America/Santiago'), zoneOf('America/Santiago').instantOf(Date.UTC(2026, 8, 6))), '2026-09-06T01:00:00.000-0300')
})
