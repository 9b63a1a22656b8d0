/** Short memory of look-ups: hot keys cost no query, misses for one key share a query, and nothing is believed for longer than a second. */
import { LRUCache } from 'lru-cache'

/** Absence is remembered as well: a crawler on dead links asks the database once a second and key. */
const nothing = Symbol('nothing')

export interface Remembered<Value extends object> {
  /** What is remembered; undefined when it has to be asked. Null is a remembered absence. */
  peek(key: string): Value | null | undefined
  /** Remembered, or asked. */
  get(key: string): Promise<Value | null>
  forget(key: string): void
  forgetAll(): void
}

/**
 * `lifetime` (milliseconds) bounds how stale an answer may be when a change goes by while it is being asked, or when the
 * message about it is lost.
 */
export function remembered<Value extends object>(ask: (key: string) => Promise<Value | null>, { most, lifetime }: { most: number; lifetime: number }): Remembered<Value> {
  const known = new LRUCache<string, Value | typeof nothing>({ max: most, ttl: lifetime, ttlResolution: 50 })
  const asked = new Map<string, Promise<Value | null>>()
  const peek = (key: string) => {
    const value = known.get(key)
    return value === nothing ? null : value
  }
  const lookUp = async (key: string) => {
    try {
      const value = await ask(key)
      known.set(key, value ?? nothing)
      return value
    } finally {
      asked.delete(key)
    }
  }
  return {
    peek,
    async get(key) {
      const value = peek(key)
      if (value !== undefined) return value
      const pending = asked.get(key) ?? lookUp(key)
      asked.set(key, pending)
      return pending
    },
    forget: (key) => void known.delete(key),
    forgetAll: () => known.clear(),
  }
}
