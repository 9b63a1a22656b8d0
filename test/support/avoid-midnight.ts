import { setTimeout as pause } from 'node:timers/promises'
import { days, minutes, seconds } from '../../shared/kernel/time.js'

/** For tests that depend on the current day: waits for the next day if this one ends within two minutes. */
export async function avoidMidnight(): Promise<void> {
  const remaining = days(1) - (Date.now() % days(1))
  if (remaining < minutes(2)) await pause(remaining + seconds(1))
}
