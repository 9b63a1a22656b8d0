import test from 'ava'
import { days, hours, minutes, seconds } from '../../../../shared/kernel/time.js'
import { pauseEnd, nextAttemptAt } from '../../../../shared/webhooks/delivery/retry-schedule.js'

const now = new Date('2026-03-01T12:00:00Z')
const after = (at: Date | null) => at && at.getTime() - now.getTime()
const inThreeDays = new Date(now.getTime() + days(3))

const delays: [failed: number, delay: number][] = [
  [1, seconds(10)],
  [2, seconds(30)],
  [3, seconds(90)],
  [4, seconds(270)],
  [8, seconds(10 * 3 ** 7)],
  [9, hours(12)],
  [14, hours(12)],
]
for (const [failed, delay] of delays)
  test(`after ${failed} failures the next attempt follows in ${delay / 1000} s`, (t) =>
    t.is(after(nextAttemptAt(failed, now, inThreeDays, 0.5)), delay))

test('jitter moves a retry by up to 10 % in both directions', (t) => {
  t.is(after(nextAttemptAt(1, now, inThreeDays, 0)), seconds(9))
  t.is(after(nextAttemptAt(1, now, inThreeDays, 1)), seconds(11))
})

test('there is no retry after the deadline', (t) => {
  t.is(nextAttemptAt(9, now, new Date(now.getTime() + hours(11)), 0.5), null)
})

test('a delivery that always fails is retried for almost three days', (t) => {
  let [at, tries] = [now, 0]
  for (let next: Date | null = now; next; next = nextAttemptAt(++tries, at, inThreeDays, 0.5)) at = next
  t.true(at.getTime() - now.getTime() > days(2))
  t.true(tries >= 12 && tries <= 16, String(tries))
})

test('pauses double up to five minutes', (t) => {
  t.deepEqual(
    [0, 1, 2, 20].map((pauses) => after(pauseEnd(pauses, now))),
    [seconds(1), seconds(2), seconds(4), minutes(5)],
  )
})
