import { Redis } from 'ioredis'
import type { Rate } from '../../shared/kernel/rate-limits.js'
import type { Resources } from '../../shared/kernel/resources.js'

/** Forgets what was counted, as if the window had passed. */
export async function newWindow({ config, database }: Resources, group: string, key: string, { window }: Pick<Rate, 'window'>): Promise<void> {
  const name = `${group}/${window}:${key}`
  if (!config.redisUrl) return void (await database.pool.query('delete from rate_windows where key = $1', [name]))
  const redis = new Redis(config.redisUrl)
  await redis.del(`${config.redisPrefix}:rate:${name}`)
  redis.disconnect()
}
