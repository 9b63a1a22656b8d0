/** A Redis stream shared by many producers and consumers, for messages too frequent to be jobs. */
import type { Redis } from 'ioredis'
import { seconds } from '../time.js'

export interface StreamEntry {
  id: string
  text: string
}

export interface Stream {
  /** Resolves when Redis has stored the entry. */
  add(text: string): Promise<void>
  /** Claims at most `limit` of the oldest entries. Those not acknowledged within the lease may be claimed again by any consumer. */
  claim(limit: number): Promise<StreamEntry[]>
  /** Deletes the entries, even if another consumer has claimed them since. */
  acknowledge(entries: readonly StreamEntry[]): Promise<void>
  /** Reads entries that are not acknowledged, after one of them, without claiming them. */
  read(after: string, limit: number): Promise<StreamEntry[]>
  /** Number of entries that are not acknowledged. */
  size(): Promise<number>
}

/** Longer than the processing of a batch takes, and short compared with how current statistics must be. */
const leaseMs = seconds(5)
// All processes share one consumer name: none is left behind by a process that ends, and Redis still delivers an entry to one of them only.
const consumer = 'consumers'

/** Operations fail at once while Redis is unavailable if the connection is configured so. */
export function redisStream(redis: Redis, key: string): Stream {
  const claimEntries = async (limit: number) => {
    const [, overdue] = (await redis.xautoclaim(key, consumer, consumer, leaseMs, '0-0', 'COUNT', limit)) as [string, RawEntry[]]
    if (overdue.length > 0) return overdue
    const read = (await redis.xreadgroup('GROUP', consumer, consumer, 'COUNT', limit, 'STREAMS', key, '>')) as [string, RawEntry[]][] | null
    return read?.[0]?.[1] ?? []
  }
  return {
    async add(text) {
      await redis.xadd(key, '*', 'text', text)
    },
    async claim(limit) {
      const entries = await claimEntries(limit).catch(async (error: Error) => {
        if (!error.message.startsWith('NOGROUP')) throw error
        await createGroup(redis, key)
        return claimEntries(limit)
      })
      return entries.map(([id, [, text = '']]) => ({ id, text }))
    },
    async acknowledge(entries) {
      if (entries.length === 0) return
      const ids = entries.map(({ id }) => id)
      await redis
        .multi()
        .xack(key, consumer, ...ids)
        .xdel(key, ...ids)
        .exec()
    },
    async read(after, limit) {
      const entries = (await redis.xrange(key, `(${after}`, '+', 'COUNT', limit)) as RawEntry[]
      return entries.map(([id, [, text = '']]) => ({ id, text }))
    },
    size: () => redis.xlen(key),
  }
}

/** An id, and alternating field names and values. */
type RawEntry = [string, string[]]

/** Creates the consumer group from the first entry on, because entries may precede the first consumer. */
async function createGroup(redis: Redis, key: string): Promise<void> {
  await redis.xgroup('CREATE', key, consumer, '0', 'MKSTREAM').catch((error: Error) => {
    if (!error.message.startsWith('BUSYGROUP')) throw error // created by another consumer
  })
}
