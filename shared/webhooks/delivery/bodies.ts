import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { rememberedBodies } from '../limits.js'
import { bodiesOf } from './delivery.queries.js'

/** What is sent of an event. */
export interface Contents {
  event: string
  /** As it is sent and signed. */
  body: Buffer
}

interface Written {
  id: string
  event: string
  body: string
}

/** Bodies of events. Most are wanted by several webhooks, and soon after they were written. */
export interface Bodies {
  remember(events: readonly Written[]): void
  forget(): void
  /** Those that exist. */
  ofEvents(ids: Iterable<string>): Promise<Map<string, Contents>>
}

export function openBodies(pool: pg.Pool): Bodies {
  const known = new LRUCache<string, Contents>({ maxSize: rememberedBodies, sizeCalculation: ({ body }) => body.length + 200 })
  const remember = ({ id, event, body }: Written): Contents => {
    const contents = { event, body: Buffer.from(body) }
    known.set(id, contents)
    return contents
  }
  return {
    remember: (events) => events.forEach(remember),
    forget: () => known.clear(),
    async ofEvents(ids) {
      const found = new Map<string, Contents>()
      const missing = new Set<string>()
      for (const id of ids) {
        if (found.has(id)) continue
        const contents = known.get(id)
        if (contents === undefined) missing.add(id)
        else found.set(id, contents)
      }
      const read = missing.size > 0 ? await bodiesOf(pool, [...missing]) : []
      for (const one of read) found.set(one.id, remember(one))
      return found
    },
  }
}
