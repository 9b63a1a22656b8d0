import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { bodyCacheSize } from '../limits.js'
import { findEventBodies } from './delivery.queries.js'

export interface EventContent {
  event: string
  /** The bytes that are signed and sent. */
  body: Buffer
}

interface StoredEvent {
  id: string
  event: string
  body: string
}

/** Caches event bodies: most are sent to several webhooks, shortly after they were stored. */
export interface EventBodyCache {
  add(events: readonly StoredEvent[]): void
  clear(): void
  /** The events that exist, from the cache or the database. */
  get(ids: Iterable<string>): Promise<Map<string, EventContent>>
}

export function openEventBodyCache(pool: pg.Pool): EventBodyCache {
  const cache = new LRUCache<string, EventContent>({ maxSize: bodyCacheSize, sizeCalculation: ({ body }) => body.length + 200 })
  const add = ({ id, event, body }: StoredEvent): EventContent => {
    const content = { event, body: Buffer.from(body) }
    cache.set(id, content)
    return content
  }
  return {
    add: (events) => events.forEach(add),
    clear: () => cache.clear(),
    async get(ids) {
      const found = new Map<string, EventContent>()
      const missing = new Set<string>()
      for (const id of ids) {
        if (found.has(id)) continue
        const content = cache.get(id)
        if (content === undefined) missing.add(id)
        else found.set(id, content)
      }
      const read = missing.size > 0 ? await findEventBodies(pool, [...missing]) : []
      for (const one of read) found.set(one.id, add(one))
      return found
    },
  }
}
