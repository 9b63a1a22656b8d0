/** Connections to Redis. */
import { Redis, type RedisOptions } from 'ioredis'
import { ConfigError } from './config.js'

/** A connection that answers; later losses are reported and mended by the library. Throws `ConfigError` when the first try fails. */
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
    throw new ConfigError(
      `REDIS_URL names ${hostname}:${port || 6379}, which does not answer: ${(firstError ?? (error as Error)).message}.`,
    )
  }
  connected = true
  return redis
}
