/** A list in Redis that many processes add to and take from, for what comes too often to be a job each. */
import type { Redis } from 'ioredis'
import { seconds } from './time.js'

export interface StreamEntry {
  id: string
  text: string
}

export interface Stream {
  /** Resolves when Redis has it. */
  add(text: string): Promise<void>
  /** Lends the oldest entries, `most` at most, to nobody else. Those that are not `done` within the lease are lent again. */
  take(most: number): Promise<StreamEntry[]>
  /** They are gone; also when they were lent again meanwhile. */
  done(entries: readonly StreamEntry[]): Promise<void>
  /** Entries that are not done. */
  size(): Promise<number>
}

/** Longer than any writing of what was taken should last, and short beside the time that people wait for a figure. */
const lease = seconds(5)
// One name for all takers: nothing is left behind by processes that come and go, and Redis lends an entry to one of them all the same.
const takers = 'takers'

/** Fails at once while `redis` is away, if the connection does. */
export function redisStream(redis: Redis, key: string): Stream {
  const lent = async (most: number) => {
    const [, overdue] = (await redis.xautoclaim(key, takers, takers, lease, '0-0', 'COUNT', most)) as [string, RawEntry[]]
    if (overdue.length > 0) return overdue
    const read = (await redis.xreadgroup('GROUP', takers, takers, 'COUNT', most, 'STREAMS', key, '>')) as [string, RawEntry[]][] | null
    return read?.[0]?.[1] ?? []
  }
  return {
    async add(text) {
      await redis.xadd(key, '*', 'text', text)
    },
    async take(most) {
      const entries = await lent(most).catch(async (error: Error) => {
        if (!error.message.startsWith('NOGROUP')) throw error
        await makeGroup(redis, key)
        return lent(most)
      })
      return entries.map(([id, [, text = '']]) => ({ id, text }))
    },
    async done(entries) {
      if (entries.length === 0) return
      const ids = entries.map(({ id }) => id)
      await redis
        .multi()
        .xack(key, takers, ...ids)
        .xdel(key, ...ids)
        .exec()
    },
    size: () => redis.xlen(key),
  }
}

/** An id, and names and values by turns. */
type RawEntry = [string, string[]]

/** From the first entry on: there may have been entries before there was a taker. */
async function makeGroup(redis: Redis, key: string): Promise<void> {
  await redis.xgroup('CREATE', key, takers, '0', 'MKSTREAM').catch((error: Error) => {
    if (!error.message.startsWith('BUSYGROUP')) throw error // another taker was first
  })
}
