/** Rates without waiting: what was counted is moved through time, and no slice of a window ends while a test looks. */
import { Redis } from 'ioredis'
import type { Rate } from '../../shared/kernel/rate-limits.js'
import { slices } from '../../shared/kernel/rate-limits/slices.js'
import type { Resources } from '../../shared/kernel/resources.js'

/** Where it is counted. */
export interface Place {
  config: Pick<Resources['config'], 'redisUrl' | 'redisPrefix'>
  database: Pick<Resources['database'], 'pool'>
}

/** Slices of weeks, and the present in the middle of one: a window that stands still. */
export const stillWindow = (): number => Math.floor(Date.now() / 1000.5) * slices

const nameOf = (group: string, key: string, { window }: Pick<Rate, 'window'>): string => `${group}/${window}:${key}`

async function inRedis<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url)
  return work(redis).finally(() => redis.disconnect())
}

const redisKey = ({ redisPrefix }: Place['config'], name: string) => `${redisPrefix}:rate:${name}`

/** Forgets what was counted, as if the window had passed. */
export async function newWindow({ config, database }: Place, group: string, key: string, rate: Pick<Rate, 'window'>): Promise<void> {
  const name = nameOf(group, key, rate)
  if (config.redisUrl) await inRedis(config.redisUrl, (redis) => redis.del(redisKey(config, name)))
  else await database.pool.query('delete from rate_windows where key = $1', [name])
}

/** As if all that the rate allows had been asked for, and so far ahead of time that it stays so however long a test takes. */
export async function useUp({ config, database }: Place, group: string, key: string, { requests, window }: Rate): Promise<void> {
  const [name, slice] = [nameOf(group, key, { window }), Math.floor((Date.now() * slices) / window) + 10_000]
  if (config.redisUrl)
    return void (await inRedis(config.redisUrl, (redis) =>
      redis.multi().del(redisKey(config, name)).hset(redisKey(config, name), String(slice), requests).exec(),
    ))
  const counts = [...Array.from({ length: slices - 1 }, () => 0), requests]
  const sql = `insert into rate_windows (key, slice, counts, allowed, ends_at) values ($1, $2, $3, true, 'infinity') on conflict (key) do update set slice = excluded.slice, counts = excluded.counts`
  await database.pool.query(sql, [name, slice, counts])
}

const script = `
local kept = redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
for at = 1, #kept, 2 do
  redis.call('HSET', KEYS[1], string.format('%.0f', kept[at] - ARGV[1]), kept[at + 1])
end
return #kept`

/** Moves what was counted into the past, as if so many slices of the window had passed. */
export async function later(
  { config, database }: Place,
  group: string,
  key: string,
  rate: Pick<Rate, 'window'>,
  passed: number,
): Promise<void> {
  const name = nameOf(group, key, rate)
  const found = config.redisUrl
    ? await inRedis(config.redisUrl, (redis) => redis.eval(script, 1, redisKey(config, name), passed))
    : (await database.pool.query('update rate_windows set slice = slice - $2 where key = $1', [name, passed])).rowCount
  if (!found) throw new Error(`nothing was counted as ${name}`)
}
