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

/** Forgets what was counted, as if the window had passed. */
export async function newWindow({ config, database }: Place, group: string, key: string, rate: Pick<Rate, 'window'>): Promise<void> {
  if (!config.redisUrl) return void (await database.pool.query('delete from rate_windows where key = $1', [nameOf(group, key, rate)]))
  const redis = new Redis(config.redisUrl)
  await redis.del(`${config.redisPrefix}:rate:${nameOf(group, key, rate)}`)
  redis.disconnect()
}

/** Moves what was counted into the past, as if so many slices of the window had passed. */
export const later = (place: Place, group: string, key: string, rate: Pick<Rate, 'window'>, passed: number): Promise<void> => move(place, nameOf(group, key, rate), -passed)

/** As if all that the rate allows had been asked for, and so far ahead of time that it stays so however long a test takes. */
export async function useUp({ rateLimits, ...place }: Place & Pick<Resources, 'rateLimits'>, group: string, key: string, rate: Rate): Promise<void> {
  await rateLimits.take(group, key, rate)
  await move(place, nameOf(group, key, rate), 10_000, rate.requests)
}

const script = `
local kept = redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
for at = 1, #kept, 2 do
  redis.call('HSET', KEYS[1], string.format('%.0f', kept[at] + ARGV[1]), ARGV[2] == '' and kept[at + 1] or ARGV[2])
end
return #kept`

async function move({ config, database }: Place, name: string, by: number, counted: number | null = null): Promise<void> {
  if (config.redisUrl) {
    const redis = new Redis(config.redisUrl)
    const found = await redis.eval(script, 1, `${config.redisPrefix}:rate:${name}`, by, counted ?? '')
    redis.disconnect()
    if (!found) throw new Error(`nothing was counted as ${name}`)
  } else {
    const { rowCount } = await database.pool.query(`update rate_windows set slice = slice + $2, counts[${slices}] = coalesce($3, counts[${slices}]) where key = $1`, [name, by, counted])
    if (!rowCount) throw new Error(`nothing was counted as ${name}`)
  }
}
