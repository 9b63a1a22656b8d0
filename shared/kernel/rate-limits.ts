/** How often somebody may ask, counted for all processes together. Windows slide: at any instant the latest one counts. */
import type pg from 'pg'
import type { Config } from './config.js'
import { postgresCounter } from './rate-limits/postgres.js'
import { processCounter } from './rate-limits/process.js'
import { redisCounter } from './rate-limits/redis.js'
import { type Counter, standing } from './rate-limits/slices.js'
import { seconds } from './time.js'

export interface Rate {
  requests: number
  /** Milliseconds. */
  window: number
  /**
   * What is limited are tries at a secret: while the counter can't be reached, each process counts for itself instead of keeping nobody
   * out.
   */
  guardsSecret?: true
}

export interface RateAnswer {
  allowed: boolean
  limit: number
  remaining: number
  /** Milliseconds until more is left than now; for who was refused, until they are let in. */
  resetsIn: number
}

export interface RateLimits {
  /**
   * Counts one request of `key`; one that is refused counts nothing. Null when the counter can't be reached in time: then nobody is kept
   * out, unless the rate guards a secret.
   */
  take(group: string, key: string, rate: Rate): Promise<RateAnswer | null>
  close(): Promise<void>
}

/** A caller waits no longer than `patience` for a counter that doesn't answer. */
export function openRateLimits(
  { redisUrl, redisPrefix }: Pick<Config, 'redisUrl' | 'redisPrefix'>,
  pool: pg.Pool,
  onError: (error: Error) => void,
  patience = seconds(1),
): RateLimits {
  const counter: Counter = redisUrl ? redisCounter(redisUrl, redisPrefix, onError) : postgresCounter(pool)
  const substitute = processCounter()
  return {
    async take(group, key, rate) {
      // Slices of windows of different lengths are not each other's.
      const name = `${group}/${rate.window}:${key}`
      try {
        return standing(rate, await inTime(counter.take(name, rate), patience))
      } catch (cause) {
        onError(
          new Error(
            `Requests are not being counted together: ${rate.guardsSecret ? 'each process counts tries for itself' : 'nobody is limited'}`,
            { cause },
          ),
        )
        return rate.guardsSecret ? standing(rate, substitute.take(name, rate)) : null
      }
    },
    close: () => counter.close(),
  }
}

async function inTime<Result>(answer: Promise<Result>, patience: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the counter did not answer within ${patience} ms`)), patience)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
