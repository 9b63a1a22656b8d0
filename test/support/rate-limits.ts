/** Tests rate limits without waiting: counts are moved in time, and no slice ends during a test. */
import { Redis } from 'ioredis'
import type { Resources } from '../../shared/kernel/resources.js'
import type { Rate } from '../../shared/kernel/store/rate-limits.js'
import { slices } from '../../shared/kernel/store/rate-limits/sliding-window.js'

/** The backend that holds the counts. */
export interface RateLimitBackend {
  config: Pick<Resources['config'], 'redisUrl' | 'redisPrefix'>
  database: Pick<Resources['database'], 'pool'>
}

/** A window so long that the current time stays in the middle of a slice. */
export const frozenWindow = (): number => Math.floor(Date.now() / 1000.5) * slices

const rateKey = (group: string, key: string, { windowMs }: Pick<Rate, 'windowMs'>): string => `${group}/${windowMs}:${key}`

async function inRedis<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url)
  return work(redis).finally(() => redis.disconnect())
}

const redisKey = ({ redisPrefix }: RateLimitBackend['config'], name: string) => `${redisPrefix}:rate:${name}`

/** Deletes the counts, as if the window had passed. */
export async function resetRateLimit(
  { config, database }: RateLimitBackend,
  group: string,
  key: string,
  rate: Pick<Rate, 'windowMs'>,
): Promise<void> {
  const name = rateKey(group, key, rate)
  if (config.redisUrl) await inRedis(config.redisUrl, (redis) => redis.del(redisKey(config, name)))
  else await database.pool.query('delete from rate_windows where key = $1', [name])
}

/** Uses up the limit, in a slice so far in the future that it stays used up during the test. */
export async function exhaustRateLimit(
  { config, database }: RateLimitBackend,
  group: string,
  key: string,
  { requests, windowMs }: Rate,
): Promise<void> {
  const [name, slice] = [rateKey(group, key, { windowMs }), Math.floor((Date.now() * slices) / windowMs) + 10_000]
  if (config.redisUrl)
    return void (await inRedis(config.redisUrl, (redis) =>
      redis.multi().del(redisKey(config, name)).hset(redisKey(config, name), String(slice), requests).exec(),
    ))
  const counts = [...Array.from({ length: slices - 1 }, () => 0), requests]
  const sql = `insert into rate_windows (key, slice, counts, allowed, ends_at) values ($1, $2, $3, 1, 'infinity')
    on conflict (key) do update set slice = excluded.slice, counts = excluded.counts`
  await database.pool.query(sql, [name, slice, counts])
}

const script = `
local stored = redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
for i = 1, #stored, 2 do
  redis.call('HSET', KEYS[1], string.format('%.0f', stored[i] - ARGV[1]), stored[i + 1])
end
return #stored`

/** Moves the counts into the past, as if this many slices had passed. */
export async function advanceRateLimit(
  { config, database }: RateLimitBackend,
  group: string,
  key: string,
  rate: Pick<Rate, 'windowMs'>,
  slicesPassed: number,
): Promise<void> {
  const name = rateKey(group, key, rate)
  const found = config.redisUrl
    ? await inRedis(config.redisUrl, (redis) => redis.eval(script, 1, redisKey(config, name), slicesPassed))
    : (await database.pool.query('update rate_windows set slice = slice - $2 where key = $1', [name, slicesPassed])).rowCount
  if (!found) throw new Error(`no count for ${name}`)
}
