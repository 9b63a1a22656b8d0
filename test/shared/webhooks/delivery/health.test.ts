import test from 'ava'
import { type Health, healthAfterAttempts } from '../../../../shared/webhooks/delivery/health.js'

const now = new Date('2026-03-01T12:00:00Z')
const healthy: Health = { consecutiveFailures: 0, lastFailedAt: null, pauses: 0, pausedUntil: null, disabledAt: null }
const later = new Date(now.getTime() + 500)
const outcome = (isSuccess: boolean, startedAt = now) => ({ isSuccess, startedAt })
const failures = (count: number, startedAt = now) => Array.from({ length: count }, () => outcome(false, startedAt))

test('a single failure is counted without a pause', (t) => {
  t.deepEqual(healthAfterAttempts(healthy, failures(1), now), {
    health: { ...healthy, consecutiveFailures: 1, lastFailedAt: now },
    failuresToReport: [],
    isNewlyDisabled: false,
  })
})

test('a success resets the failure count', (t) => {
  t.is(healthAfterAttempts({ ...healthy, consecutiveFailures: 19 }, [outcome(true)], now).health.consecutiveFailures, 0)
  t.is(healthAfterAttempts({ ...healthy, consecutiveFailures: 19 }, [outcome(true), outcome(false)], now).health.consecutiveFailures, 1)
})

test('the third consecutive failure starts a pause', (t) => {
  const { health } = healthAfterAttempts(healthy, failures(3), now)
  t.deepEqual([health.pauses, health.pausedUntil], [1, new Date(now.getTime() + 1000)])
})

test('failures of requests that were in flight when a pause began do not count', (t) => {
  const paused = healthAfterAttempts(healthy, failures(27), now).health
  t.deepEqual([paused.consecutiveFailures, paused.pauses], [3, 1])
  t.deepEqual(healthAfterAttempts(paused, failures(20), later).health, paused)
  const afterPause = new Date(now.getTime() + 9000)
  t.deepEqual(healthAfterAttempts(paused, failures(20), afterPause).health, paused, 'requests that take longer than the pause')
})

test('a failure after a pause starts a longer pause', (t) => {
  const { health } = healthAfterAttempts({ ...healthy, consecutiveFailures: 3, pauses: 1, pausedUntil: now }, failures(1), now)
  t.deepEqual([health.pauses, health.pausedUntil], [2, new Date(now.getTime() + 2000)])
})

test('a success ends the pause', (t) => {
  const { health } = healthAfterAttempts(
    { ...healthy, consecutiveFailures: 9, pauses: 4, pausedUntil: new Date(now.getTime() + 5000) },
    [outcome(true)],
    now,
  )
  t.deepEqual([health.pauses, health.pausedUntil], [0, null])
})

test('the fifth, tenth and fifteenth consecutive failures are reported to owners', (t) => {
  const reported = Array.from({ length: 19 }, (_, consecutiveFailures) =>
    healthAfterAttempts({ ...healthy, consecutiveFailures }, failures(1), now),
  )
  t.deepEqual(
    reported.flatMap(({ failuresToReport }) => failuresToReport),
    [5, 10, 15],
  )
})

test('the twentieth consecutive failure disables the webhook, once', (t) => {
  const at19 = { ...healthy, consecutiveFailures: 19 }
  t.like(healthAfterAttempts(at19, failures(1), now), { isNewlyDisabled: true, health: { disabledAt: now } })
  const earlier = new Date(now.getTime() - 1000)
  t.like(healthAfterAttempts({ ...at19, disabledAt: earlier }, failures(1), now), {
    isNewlyDisabled: false,
    health: { disabledAt: earlier },
  })
})
