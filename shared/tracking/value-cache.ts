import type pg from 'pg'
import { ValueCache } from '../rollups/index.js'

const valueCaches = new WeakMap<pg.Pool, ValueCache>()

/** The values of clicks that ingestion of this process knows. */
export function valueCacheOf(pool: pg.Pool): ValueCache {
  const cache = valueCaches.get(pool) ?? new ValueCache()
  valueCaches.set(pool, cache)
  return cache
}
