/** Requests counted in Redis: a hash of slices for each key, in one script. */
import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { type Counter, slices } from './slices.js'

const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local limit, window, slices = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local span = window / slices
local present = math.floor(now / span)
local counts, used = {}, 0
for place = 1, slices do counts[place] = 0 end
local kept = redis.call('HGETALL', KEYS[1])
for at = 1, #kept, 2 do
  local place = math.min(slices, slices - present + tonumber(kept[at]))
  if place < 1 then
    redis.call('HDEL', KEYS[1], kept[at])
  else
    counts[place] = counts[place] + tonumber(kept[at + 1])
    used = used + tonumber(kept[at + 1])
  end
end
if used < limit then
  redis.call('HINCRBY', KEYS[1], string.format('%.0f', present), 1)
  redis.call('PEXPIRE', KEYS[1], window)
  counts[slices] = counts[slices] + 1
end
return { used < limit and 1 or 0, math.floor(now - present * span), counts }`
const digest = createHash('sha1').update(script).digest('hex')

export function redisCounter(url: string, prefix: string, onError: (error: Error) => void): Counter {
  // A lost server is noticed at once instead of being waited for; only the first connection is.
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', onError)
  const connected = new Promise<void>((resolve) => redis.once('ready', () => resolve()))
  return {
    async take(key, { requests, window }) {
      await connected
      const parts = [1, `${prefix}:rate:${key}`, requests, window, slices] as const
      const answer = await redis.evalsha(digest, ...parts).catch((error: Error) => {
        if (error.message.startsWith('NOSCRIPT')) return redis.eval(script, ...parts)
        throw error
      })
      const [allowed, into, counts] = answer as [number, number, number[]]
      return { allowed: allowed === 1, counts, into }
    },
    async close() {
      redis.disconnect()
    },
  }
}
