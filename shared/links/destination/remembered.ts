/** Short memory of look-ups: hot keys cost no query, misses for one key share a query, and nothing is believed for longer than a second. */
import { LRUCache } from 'lru-cache'
import type { Soon } from '../../kernel/soon.js'

export interface Remembered<Value extends object> {
  /** At once when it is remembered, else asked; null is an absence. While asking fails, what was known before is answered: a visitor is better led by it than by nothing. */
  get(key: string): Soon<Value | null>
  forget(key: string): void
  forgetAll(): void
}

export interface RememberedOptions {
  most: number
  /** Milliseconds. Bounds how stale an answer may be when a change goes by while it is being asked, or when the message about it is lost. */
  lifetime: number
  now?: () => number
}

/** Absence is known as well: a crawler on dead links asks the database once a second and key. */
interface Known<Value> {
  value: Value | null
  until: number
}

export function remembered<Value extends object>(ask: (key: string) => Promise<Value | null>, { most, lifetime, now = Date.now }: RememberedOptions): Remembered<Value> {
  const known = new LRUCache<string, Known<Value>>({ max: most })
  const asked = new Map<string, Promise<Value | null>>()
  const lookUp = async (key: string) => {
    try {
      const value = await ask(key)
      known.set(key, { value, until: now() + lifetime })
      return value
    } catch (error) {
      const before = known.get(key)
      if (!before) throw error
      // For as long as an answer: a database that does not answer is not asked again for every visitor.
      before.until = now() + lifetime
      return before.value
    } finally {
      asked.delete(key)
    }
  }
  return {
    get(key) {
      const before = known.get(key)
      if (before !== undefined && now() < before.until) return before.value
      const pending = asked.get(key) ?? lookUp(key)
      asked.set(key, pending)
      return pending
    },
    forget: (key) => void known.delete(key),
    forgetAll: () => {
      // What is known stays for the case that nothing can be asked.
      for (const before of known.values()) before.until = 0
    },
  }
}
