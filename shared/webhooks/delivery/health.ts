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

export interface AttemptOutcome {
  isSuccess: boolean
  startedAt: Date
}

/**
 * `attempts` are in order of completion. Requests that were in flight when a pause began fail as well: they neither count nor extend it, so
 * that one outage counts three failures and then one for each pause, however many requests it interrupts.
 */
export function healthAfterAttempts(before: Health, attempts: readonly AttemptOutcome[], now: Date): HealthUpdate {
  const health = { ...before }
  const failuresToReport: number[] = []
  for (const { isSuccess, startedAt } of attempts) {
    if (isSuccess) Object.assign(health, { consecutiveFailures: 0, pauses: 0, pausedUntil: null })
    else if (health.pausedUntil === null || startedAt >= health.pausedUntil) {
      countFailure(health, now)
      if (failuresToNotify.includes(health.consecutiveFailures)) failuresToReport.push(health.consecutiveFailures)
    }
  }
  return { health, failuresToReport, isNewlyDisabled: health.disabledAt !== null && before.disabledAt === null }
}

function countFailure(health: Health, now: Date): void {
  health.consecutiveFailures++
  health.lastFailedAt = now
  if (health.consecutiveFailures >= failuresToDisable) health.disabledAt ??= now
  if (health.consecutiveFailures < failuresToPause) return
  health.pausedUntil = pauseEnd(health.pauses, now)
  health.pauses++
}
