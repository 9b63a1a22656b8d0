/** Rate limit counter in Redis: a hash of slices per key, updated by one script. */
import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { failFast, retryStrategy } from '../connect-redis.js'
import { type Counter, slices } from './sliding-window.js'

const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local limit, window, slices, requests = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local slice_ms = window / slices
local current = math.floor(now / slice_ms)
local counts, used = {}, 0
for index = 1, slices do counts[index] = 0 end
local stored = redis.call('HGETALL', KEYS[1])
for i = 1, #stored, 2 do
  local index = math.min(slices, slices - current + tonumber(stored[i]))
  if index < 1 then
    redis.call('HDEL', KEYS[1], stored[i])
  else
    counts[index] = counts[index] + tonumber(stored[i + 1])
    used = used + tonumber(stored[i + 1])
  end
end
local allowed = math.min(requests, math.max(0, limit - used))
if allowed > 0 then
  redis.call('HINCRBY', KEYS[1], string.format('%.0f', current), allowed)
  redis.call('PEXPIRE', KEYS[1], window)
  counts[slices] = counts[slices] + allowed
end
return { allowed, math.floor(now - current * slice_ms), counts }`
const scriptSha = createHash('sha1').update(script).digest('hex')

export function redisCounter(url: string, prefix: string, onError: (error: Error) => void): Counter {
  // Requests fail at once when the server is lost; only the first connection is waited for.
  const redis = new Redis(url, { ...failFast, retryStrategy })
  redis.on('error', onError)
  const connected = new Promise<void>((resolve) => redis.once('ready', () => resolve()))
  return {
    async consume(key, { requests: limit, windowMs }, requests) {
      await connected
      const args = [1, `${prefix}:rate:${key}`, limit, windowMs, slices, requests] as const
      const result = await redis.evalsha(scriptSha, ...args).catch((error: Error) => {
        if (error.message.startsWith('NOSCRIPT')) return redis.eval(script, ...args)
        throw error
      })
      const [allowed, elapsedMs, counts] = result as [number, number, number[]]
      return { allowed, counts, elapsedMs }
    },
    async close() {
      redis.disconnect()
    },
  }
}
