import test from 'ava'
import { type Health, healthAfter } from '../../../../shared/webhooks/delivery/health.js'

const now = new Date('2026-03-01T12:00:00Z')
const well: Health = { consecutiveFailures: 0, lastFailedAt: null, pauses: 0, pausedUntil: null, disabledAt: null }
const failures = (count: number) => Array.from({ length: count }, () => false)

test('a failure is counted, and pauses nothing', (t) => {
  t.deepEqual(healthAfter(well, [false], now), {
    health: { ...well, consecutiveFailures: 1, lastFailedAt: now },
    tell: [],
    isNewlyDisabled: false,
  })
})

test('a success forgets the failures before it', (t) => {
  t.is(healthAfter({ ...well, consecutiveFailures: 19 }, [true], now).health.consecutiveFailures, 0)
  t.is(healthAfter({ ...well, consecutiveFailures: 19 }, [true, false], now).health.consecutiveFailures, 1)
})

test('the third failure in a row begins a pause', (t) => {
  const { health } = healthAfter(well, failures(3), now)
  t.deepEqual([health.pauses, health.pausedUntil], [1, new Date(now.getTime() + 1000)])
})

test('what was on its way when a pause began makes it no longer', (t) => {
  const pausedUntil = new Date(now.getTime() + 500)
  const { health } = healthAfter({ ...well, consecutiveFailures: 3, pauses: 1, pausedUntil }, failures(2), now)
  t.deepEqual([health.consecutiveFailures, health.pauses, health.pausedUntil], [5, 1, pausedUntil])
})

test('a failure after a pause begins a longer one', (t) => {
  const { health } = healthAfter({ ...well, consecutiveFailures: 3, pauses: 1, pausedUntil: now }, [false], now)
  t.deepEqual([health.pauses, health.pausedUntil], [2, new Date(now.getTime() + 2000)])
})

test('a success ends the pause', (t) => {
  const { health } = healthAfter({ ...well, consecutiveFailures: 9, pauses: 4, pausedUntil: new Date(now.getTime() + 5000) }, [true], now)
  t.deepEqual([health.pauses, health.pausedUntil], [0, null])
})

test('owners are told at the fifth, the tenth and the fifteenth failure in a row', (t) => {
  t.deepEqual(healthAfter(well, failures(16), now).tell, [5, 10, 15])
  t.deepEqual(healthAfter({ ...well, consecutiveFailures: 5 }, failures(4), now).tell, [])
})

test('the twentieth failure in a row disables, once', (t) => {
  const at19 = { ...well, consecutiveFailures: 19 }
  t.like(healthAfter(at19, [false], now), { isNewlyDisabled: true, health: { disabledAt: now } })
  const earlier = new Date(now.getTime() - 1000)
  t.like(healthAfter({ ...at19, disabledAt: earlier }, [false], now), { isNewlyDisabled: false, health: { disabledAt: earlier } })
})
