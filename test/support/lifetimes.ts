/** Lifetimes without waiting: what the short-lived store keeps grows older at once. */
import { Redis } from 'ioredis'
import type { Place } from './rates.js'

/** As if so many milliseconds of the value's lifetime had passed. */
export async function passed({ config, database }: Place, key: string, milliseconds: number): Promise<void> {
  if (!config.redisUrl)
    return void (await database.pool.query(
      `update short_lived set expires_at = expires_at - $2 * interval '1 millisecond' where key = $1`,
      [key, milliseconds],
    ))
  const redis = new Redis(config.redisUrl, { keyPrefix: `${config.redisPrefix}:` })
  // What has no time left is gone with this.
  await redis.pexpire(key, (await redis.pttl(key)) - milliseconds)
  redis.disconnect()
}
