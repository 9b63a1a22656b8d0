import { setTimeout as pause } from 'node:timers/promises'
import { days, minutes, seconds } from '../../shared/kernel/time.js'

/** For tests that name a day or count within one: where the day is about to end, they wait for the next. */
export async function notAtMidnight(): Promise<void> {
  const left = days(1) - (Date.now() % days(1))
  if (left < minutes(2)) await pause(left + seconds(1))
}
