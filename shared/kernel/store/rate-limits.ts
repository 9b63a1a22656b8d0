/** Rate limits, counted across all processes over a sliding window. */
import type pg from 'pg'
import { coalescer } from '../coalesce.js'
import type { Config } from '../config.js'
import { seconds } from '../time.js'
import { withTimeout } from '../with-timeout.js'
import { postgresCounter } from './rate-limits/postgres-counter.js'
import { processCounter } from './rate-limits/process-counter.js'
import { redisCounter } from './rate-limits/redis-counter.js'
import { type Counter, toRateLimitResult, type WindowCount } from './rate-limits/sliding-window.js'

export interface Rate {
  requests: number
  windowMs: number
  /** Set for limits on guessing a secret. While the shared counter is unavailable, each process counts on its own instead of not at all. */
  guardsSecret?: true
}

export interface RateLimitResult {
  allowed: boolean
  limit: number
  remaining: number
  /** Milliseconds until `remaining` grows; for a refused request, until the next one is allowed. */
  resetsInMs: number
}

export interface RateLimits {
  /**
   * Counts one request of `key`; a refused request is not counted. Returns null, which means no limit, when the counter does not answer in
   * time and the rate does not guard a secret.
   */
  consume(group: string, key: string, rate: Rate): Promise<RateLimitResult | null>
  close(): Promise<void>
}

/** Opens the counter in Redis, if configured, otherwise in PostgreSQL. A caller waits at most `timeoutMs` for it. */
export function openRateLimits(
  { redisUrl, redisPrefix }: Pick<Config, 'redisUrl' | 'redisPrefix'>,
  pool: pg.Pool,
  onError: (error: Error) => void,
  timeoutMs = seconds(1),
): RateLimits {
  const counter: Counter = redisUrl ? redisCounter(redisUrl, redisPrefix, onError) : postgresCounter(pool)
  const fallback = processCounter()
  // Concurrent requests of one key are counted together, because each statement waits for the row lock of the one before.
  const coalesce = coalescer<WindowCount>()
  return {
    async consume(group, key, rate) {
      // Windows of different lengths have slices of different lengths, so they need keys of their own.
      const name = `${group}/${rate.windowMs}:${key}`
      try {
        const counted = coalesce(`${rate.requests} ${name}`, (requests) => counter.consume(name, rate, requests))
        const { result, index } = await withTimeout(
          counted,
          timeoutMs,
          () => new Error(`the counter did not answer within ${timeoutMs} ms`),
        )
        return toRateLimitResult(rate, result, index)
      } catch (cause) {
        onError(
          new Error(
            `rate limit counter unavailable: ${rate.guardsSecret ? 'each process counts on its own' : 'requests are not limited'}`,
            {
              cause,
            },
          ),
        )
        return rate.guardsSecret ? toRateLimitResult(rate, fallback.consume(name, rate)) : null
      }
    },
    close: () => counter.close(),
  }
}
