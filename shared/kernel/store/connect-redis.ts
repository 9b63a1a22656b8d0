import { Redis, type RedisOptions } from 'ioredis'
import { ConfigError } from '../config.js'
import { seconds } from '../time.js'

/**
 * For connections whose callers do not wait for Redis: commands fail at once while it is gone, and when it has not answered for five
 * seconds. Not sooner, because the driver also gives up if this process was blocked for so long.
 */
export const failFast: RedisOptions = { maxRetriesPerRequest: 0, enableOfflineQueue: false, socketTimeout: seconds(5) }

/** Short, so that processes use Redis again soon after it returns. */
export const retryStrategy = (attempt: number): number => Math.min(50 * attempt, seconds(1))

/**
 * Connects to Redis. Throws `ConfigError` when the first attempt fails, or when the server may evict jobs. Later losses are reported, and
 * the library reconnects.
 */
export async function connectRedis(url: string, options: RedisOptions, onError: (error: Error) => void): Promise<Redis> {
  const redis = new Redis(url, { retryStrategy, ...options, lazyConnect: true })
  let connected = false
  let firstError: Error | undefined
  redis.on('error', (error: Error) => {
    firstError ??= error
    if (connected) onError(error)
  })
  const fail = (problem: string) => {
    redis.disconnect()
    const { hostname, port } = new URL(url)
    return new ConfigError(`REDIS_URL: ${hostname}:${port || 6379} ${problem}.`)
  }
  let policy: string | undefined
  try {
    await redis.connect()
    policy = await evictionPolicy(redis)
  } catch (error) {
    throw fail(`does not answer: ${(firstError ?? (error as Error)).message}`)
  }
  if (policy !== undefined && policy !== 'noeviction')
    throw fail(`has maxmemory-policy ${policy}, which deletes jobs and clicks when memory is full: set it to noeviction`)
  connected = true
  return redis
}

/** Undefined when the server does not say. INFO is allowed where CONFIG is not. */
export async function evictionPolicy(redis: Redis): Promise<string | undefined> {
  return /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1]
}
