/** How a webhook fares after some attempts. Pure. */
import { failuresToDisable, failuresToPause, failuresToTell } from '../limits.js'
import { endOfPause } from './timetable.js'

export interface Health {
  consecutiveFailures: number
  lastFailedAt: Date | null
  pauses: number
  pausedUntil: Date | null
  disabledAt: Date | null
}

export interface Verdict {
  health: Health
  /** Numbers of failures at which its owners are told. */
  tell: number[]
  isNewlyDisabled: boolean
}

/** Attempts in the order in which they ended: true for a success. */
export function healthAfter(before: Health, attempts: readonly boolean[], now: Date): Verdict {
  const health = { ...before }
  const tell: number[] = []
  for (const isSuccess of attempts) {
    if (isSuccess) Object.assign(health, { consecutiveFailures: 0, pauses: 0, pausedUntil: null })
    else {
      health.consecutiveFailures++
      health.lastFailedAt = now
      if (failuresToTell.includes(health.consecutiveFailures)) tell.push(health.consecutiveFailures)
      if (health.consecutiveFailures >= failuresToDisable) health.disabledAt ??= now
    }
  }
  // What was on its way when a pause began fails as well, and makes it no longer.
  const isPaused = health.pausedUntil !== null && health.pausedUntil > now
  if (health.consecutiveFailures >= failuresToPause && !isPaused) {
    health.pausedUntil = endOfPause(health.pauses, now)
    health.pauses++
  }
  return { health, tell, isNewlyDisabled: health.disabledAt !== null && before.disabledAt === null }
}
