/** How often somebody may ask, counted for all processes together. A window begins with the first request in it. */
import { Redis } from 'ioredis'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import type { Config } from './config.js'
import { seconds } from './time.js'

export interface Rate {
  requests: number
  /** Milliseconds, whole seconds. */
  window: number
}

export interface RateAnswer {
  allowed: boolean
  limit: number
  remaining: number
  /** Milliseconds until the window ends. */
  resetsIn: number
}

export interface RateLimits {
  /** Counts one request of `key`. Null when the counter can't be reached in time: then nobody is kept out. */
  take(group: string, key: string, rate: Rate): Promise<RateAnswer | null>
  close(): Promise<void>
}

/** A caller waits no longer than this for a counter that doesn't answer. */
const patience = seconds(1)

type Limiter = Pick<RateLimiterStoreAbstract, 'consume'>

export function openRateLimits({ redisUrl, redisPrefix }: Pick<Config, 'redisUrl' | 'redisPrefix'>, pool: pg.Pool, onError: (error: Error) => void): RateLimits {
  return redisUrl ? redisRateLimits(redisUrl, redisPrefix, onError) : postgresRateLimits(pool, onError)
}

function redisRateLimits(url: string, prefix: string, onError: (error: Error) => void): RateLimits {
  // A lost server is noticed at once instead of being waited for; only the first connection is.
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', onError)
  const connected = new Promise<void>((resolve) => redis.once('ready', () => resolve()))
  const take = counting(
    (group, rate) => new RateLimiterRedis({ storeClient: redis, keyPrefix: `${prefix}:rate:${group}`, rejectIfRedisNotReady: true, ...pointsOf(rate) }),
    onError,
    connected,
  )
  return {
    take,
    async close() {
      redis.disconnect()
    },
  }
}

function postgresRateLimits(pool: pg.Pool, onError: (error: Error) => void): RateLimits {
  let cleans = false
  const take = counting((group, rate) => {
    // Each limiter could clear the table of what has expired; one in a process is enough.
    const clearExpiredByTimeout = !cleans
    cleans = true
    return new RateLimiterPostgres({ storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true, keyPrefix: group, clearExpiredByTimeout, ...pointsOf(rate) })
  }, onError)
  return { take, close: async () => undefined }
}

const pointsOf = ({ requests, window }: Rate) => ({ points: requests, duration: window / 1000 })

function counting(open: (group: string, rate: Rate) => Limiter, onError: (error: Error) => void, ready: Promise<void> = Promise.resolve()): RateLimits['take'] {
  const limiters = new Map<string, Limiter>()
  return async (group, key, rate) => {
    const name = `${group} ${rate.requests}/${rate.window}`
    const limiter = limiters.get(name) ?? open(group, rate)
    limiters.set(name, limiter)
    try {
      const { remainingPoints, msBeforeNext } = await inTime(ready.then(() => limiter.consume(key)))
      return { allowed: true, limit: rate.requests, remaining: remainingPoints, resetsIn: msBeforeNext }
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { allowed: false, limit: rate.requests, remaining: 0, resetsIn: refusal.msBeforeNext }
      onError(new Error('Requests are not being counted: nobody is limited', { cause: refusal }))
      return null
    }
  }
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
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
