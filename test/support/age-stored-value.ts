/** Simulates the passing of time for values of the short-lived store. */
import { Redis } from 'ioredis'
import type { RateLimitBackend } from './rate-limits.js'

/** Shortens the remaining lifetime of a value. */
export async function ageStoredValue({ config, database }: RateLimitBackend, key: string, milliseconds: number): Promise<void> {
  if (!config.redisUrl)
    return void (await database.pool.query(
      `update short_lived set expires_at = expires_at - $2 * interval '1 millisecond' where key = $1`,
      [key, milliseconds],
    ))
  const redis = new Redis(config.redisUrl, { keyPrefix: `${config.redisPrefix}:` })
  // A value without remaining lifetime is deleted.
  await redis.pexpire(key, (await redis.pttl(key)) - milliseconds)
  redis.disconnect()
}
