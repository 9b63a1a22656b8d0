/** Short-lived store in Redis. Lifetimes are milliseconds. */
import type { Redis } from 'ioredis'
import { seconds } from '../time.js'
import { connectRedis, failFast } from './connect-redis.js'
import type { ShortLivedStore } from './short-lived-store.js'

/** A subscribed connection that does not answer a ping within its `socketTimeout` is replaced. */
const pingIntervalMs = seconds(5)

export async function redisStore(url: string, installation: string, onError: (error: Error) => void): Promise<ShortLivedStore> {
  const prefix = `${installation}:`
  const redis = await connectRedis(url, { ...failFast, keyPrefix: prefix }, onError)
  const listeners = new Map<string, Set<Listener>>()
  let subscriber: Redis | undefined
  return {
    get: (key) => redis.get(key),
    getMany: async (keys) => (keys.length ? redis.mget(keys) : []),
    async set(key, value, lifetime) {
      await redis.set(key, value, 'PX', lifetime)
    },
    async setMany(entries, lifetime) {
      const batch = redis.pipeline()
      for (const [key, value] of entries) batch.set(key, value, 'PX', lifetime)
      for (const [error] of (await batch.exec()) ?? []) if (error) throw error
    },
    setIfAbsent: (key, value, lifetime) => redis.set(key, value, 'PX', lifetime, 'NX', 'GET'),
    async delete(...keys) {
      if (keys.length) await redis.del(...keys)
    },
    async increment(key, by, lifetime) {
      const results = await redis.multi().set(key, 0, 'PX', lifetime, 'NX').incrby(key, by).exec()
      return Number(results?.[1]?.[1])
    },
    async publish(channel, message) {
      deliver(listeners, prefix + channel, message)
      await redis.publish(prefix + channel, message)
    },
    async subscribe(channel, onMessage, onGap) {
      subscriber ??= openSubscriber(redis, listeners, onError)
      return listen(subscriber, listeners, prefix + channel, { onMessage, onGap })
    },
    async close() {
      subscriber?.disconnect()
      redis.disconnect()
    },
  }
}

interface Listener {
  onMessage(message: string): void
  onGap?: (() => void) | undefined
}

/** A subscribed Redis connection accepts no other commands, so subscriptions use a connection of their own. */
function openSubscriber(redis: Redis, listeners: Map<string, Set<Listener>>, onError: (error: Error) => void): Redis {
  const subscriber = redis.duplicate({ maxRetriesPerRequest: null, enableOfflineQueue: true, keyPrefix: '' })
  let connectedBefore = false
  subscriber.on('error', onError)
  subscriber.on('message', (channel: string, message: string) => deliver(listeners, channel, message))
  const reportGap = () => {
    for (const group of listeners.values()) for (const one of group) one.onGap?.()
  }
  const ping = () => subscriber.ping().catch(() => undefined)
  subscriber.on('ready', () => {
    // The answer follows that to the renewed subscriptions, from which on no message is missed.
    if (connectedBefore) void ping().then(reportGap)
    connectedBefore = true
  })
  const pings = setInterval(() => subscriber.status === 'ready' && void ping(), pingIntervalMs).unref()
  subscriber.on('end', () => clearInterval(pings))
  return subscriber
}

function deliver(listeners: Map<string, Set<Listener>>, channel: string, message: string): void {
  for (const one of listeners.get(channel) ?? []) one.onMessage(message)
}

async function listen(subscriber: Redis, listeners: Map<string, Set<Listener>>, channel: string, listener: Listener) {
  const group = listeners.get(channel) ?? new Set()
  group.add(listener)
  listeners.set(channel, group)
  await subscriber.subscribe(channel)
  return async () => {
    group.delete(listener)
    // Not awaited: while Redis is away, it is sent when Redis returns, and a process that stops does not wait for that.
    if (group.size === 0) subscriber.unsubscribe(channel).catch(() => undefined)
  }
}
