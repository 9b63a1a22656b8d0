/** The health of a webhook after delivery attempts. Pure. */
import { failuresToDisable, failuresToPause, failuresToNotify } from '../limits.js'
import { pauseEnd } from './retry-schedule.js'

export interface Health {
  consecutiveFailures: number
  lastFailedAt: Date | null
  pauses: number
  pausedUntil: Date | null
  disabledAt: Date | null
}

export interface HealthUpdate {
  health: Health
  /** Failure counts that owners are emailed about. */
  failuresToReport: number[]
  isNewlyDisabled: boolean
}

/** `attempts` are in order of completion; true is a success. */
export function healthAfterAttempts(before: Health, attempts: readonly boolean[], now: Date): HealthUpdate {
  const health = { ...before }
  const failuresToReport: number[] = []
  for (const isSuccess of attempts) {
    if (isSuccess) Object.assign(health, { consecutiveFailures: 0, pauses: 0, pausedUntil: null })
    else {
      health.consecutiveFailures++
      health.lastFailedAt = now
      if (failuresToNotify.includes(health.consecutiveFailures)) failuresToReport.push(health.consecutiveFailures)
      if (health.consecutiveFailures >= failuresToDisable) health.disabledAt ??= now
    }
  }
  // Requests in flight when a pause begins fail as well and must not extend it.
  const isPaused = health.pausedUntil !== null && health.pausedUntil > now
  if (health.consecutiveFailures >= failuresToPause && !isPaused) {
    health.pausedUntil = pauseEnd(health.pauses, now)
    health.pauses++
  }
  return { health, failuresToReport, isNewlyDisabled: health.disabledAt !== null && before.disabledAt === null }
}
