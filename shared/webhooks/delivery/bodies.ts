import type pg from 'pg'
import { LRUCache } from 'lru-cache'
import { rememberedBodies } from '../limits.js'
import { bodiesOf } from './delivery.queries.js'

/** Bodies of events. Most are wanted by several webhooks, and soon after they were written. */
export interface Bodies {
  remember(events: readonly { id: string; body: string }[]): void
  /** Those that exist. */
  ofEvents(ids: readonly string[]): Promise<Map<string, Buffer>>
}

export function openBodies(pool: pg.Pool): Bodies {
  const known = new LRUCache<string, Buffer>({ maxSize: rememberedBodies, sizeCalculation: (body) => body.length + 200 })
  const remember = (events: readonly { id: string; body: string }[]) => {
    for (const { id, body } of events) known.set(id, Buffer.from(body))
  }
  return {
    remember,
    async ofEvents(ids) {
      const found = new Map<string, Buffer>()
      const missing = new Set<string>()
      for (const id of ids) {
        const body = known.get(id)
        if (body === undefined) missing.add(id)
        else found.set(id, body)
      }
      const read = missing.size > 0 ? await bodiesOf(pool, [...missing]) : []
      remember(read)
      for (const { id, body } of read) found.set(id, Buffer.from(body))
      return found
    },
  }
}
