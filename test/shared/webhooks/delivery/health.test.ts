import test from 'ava'
import { type Health, healthAfterAttempts } from '../../../../shared/webhooks/delivery/health.js'

const now = new Date('2026-03-01T12:00:00Z')
const healthy: Health = { consecutiveFailures: 0, lastFailedAt: null, pauses: 0, pausedUntil: null, disabledAt: null }
const failures = (count: number) => Array.from({ length: count }, () => false)

test('a single failure is counted without a pause', (t) => {
  t.deepEqual(healthAfterAttempts(healthy, [false], now), {
    health: { ...healthy, consecutiveFailures: 1, lastFailedAt: now },
    failuresToReport: [],
    isNewlyDisabled: false,
  })
})

test('a success resets the failure count', (t) => {
  t.is(healthAfterAttempts({ ...healthy, consecutiveFailures: 19 }, [true], now).health.consecutiveFailures, 0)
  t.is(healthAfterAttempts({ ...healthy, consecutiveFailures: 19 }, [true, false], now).health.consecutiveFailures, 1)
})

test('the third consecutive failure starts a pause', (t) => {
  const { health } = healthAfterAttempts(healthy, failures(3), now)
  t.deepEqual([health.pauses, health.pausedUntil], [1, new Date(now.getTime() + 1000)])
})

test('failures of requests in flight do not extend a pause', (t) => {
  const pausedUntil = new Date(now.getTime() + 500)
  const { health } = healthAfterAttempts({ ...healthy, consecutiveFailures: 3, pauses: 1, pausedUntil }, failures(2), now)
  t.deepEqual([health.consecutiveFailures, health.pauses, health.pausedUntil], [5, 1, pausedUntil])
})

test('a failure after a pause starts a longer pause', (t) => {
  const { health } = healthAfterAttempts({ ...healthy, consecutiveFailures: 3, pauses: 1, pausedUntil: now }, [false], now)
  t.deepEqual([health.pauses, health.pausedUntil], [2, new Date(now.getTime() + 2000)])
})

test('a success ends the pause', (t) => {
  const { health } = healthAfterAttempts(
    { ...healthy, consecutiveFailures: 9, pauses: 4, pausedUntil: new Date(now.getTime() + 5000) },
    [true],
    now,
  )
  t.deepEqual([health.pauses, health.pausedUntil], [0, null])
})

test('the fifth, tenth and fifteenth consecutive failures are reported to owners', (t) => {
  t.deepEqual(healthAfterAttempts(healthy, failures(16), now).failuresToReport, [5, 10, 15])
  t.deepEqual(healthAfterAttempts({ ...healthy, consecutiveFailures: 5 }, failures(4), now).failuresToReport, [])
})

test('the twentieth consecutive failure disables the webhook, once', (t) => {
  const at19 = { ...healthy, consecutiveFailures: 19 }
  t.like(healthAfterAttempts(at19, [false], now), { isNewlyDisabled: true, health: { disabledAt: now } })
  const earlier = new Date(now.getTime() - 1000)
  t.like(healthAfterAttempts({ ...at19, disabledAt: earlier }, [false], now), { isNewlyDisabled: false, health: { disabledAt: earlier } })
})
