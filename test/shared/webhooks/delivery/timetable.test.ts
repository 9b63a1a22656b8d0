import test from 'ava'
import { days, hours, minutes, seconds } from '../../../../shared/kernel/time.js'
import { endOfPause, nextTry } from '../../../../shared/webhooks/delivery/timetable.js'

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
  test(`after ${failed} failures a delivery waits for ${delay / 1000} s`, (t) => t.is(after(nextTry(failed, now, inThreeDays, 0.5)), delay))

test('chance moves a try by a tenth in both directions', (t) => {
  t.is(after(nextTry(1, now, inThreeDays, 0)), seconds(9))
  t.is(after(nextTry(1, now, inThreeDays, 1)), seconds(11))
})

test('a try beyond the time of a delivery is none', (t) => {
  t.is(nextTry(9, now, new Date(now.getTime() + hours(11)), 0.5), null)
})

test('a delivery that always fails is tried for nearly three days', (t) => {
  let [at, tries] = [now, 0]
  for (let next: Date | null = now; next; next = nextTry(++tries, at, inThreeDays, 0.5)) at = next
  t.true(at.getTime() - now.getTime() > days(2))
  t.true(tries >= 12 && tries <= 16, String(tries))
})

test('pauses double up to five minutes', (t) => {
  t.deepEqual(
    [0, 1, 2, 20].map((pauses) => after(endOfPause(pauses, now))),
    [seconds(1), seconds(2), seconds(4), minutes(5)],
  )
})
