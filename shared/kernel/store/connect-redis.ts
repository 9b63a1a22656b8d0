import { Redis, type RedisOptions } from 'ioredis'
import { ConfigError } from '../config.js'

/** Connects to Redis. Throws `ConfigError` when the first attempt fails; later losses are reported, and the library reconnects. */
export async function connectRedis(url: string, options: RedisOptions, onError: (error: Error) => void): Promise<Redis> {
  const redis = new Redis(url, { ...options, lazyConnect: true })
  let connected = false
  let firstError: Error | undefined
  redis.on('error', (error: Error) => {
    firstError ??= error
    if (connected) onError(error)
  })
  try {
    await redis.connect()
  } catch (error) {
    redis.disconnect()
    const { hostname, port } = new URL(url)
    throw new ConfigError(`REDIS_URL: ${hostname}:${port || 6379} does not answer: ${(firstError ?? (error as Error)).message}.`)
  }
  connected = true
  return redis
}
