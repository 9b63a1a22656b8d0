/**
 * Short memory of look-ups: who is asked for often is never waited for, keys that are asked for together share a query, and nothing is
 * believed for longer than a second.
 */
import { LRUCache } from 'lru-cache'
import type { Soon } from '../../kernel/soon.js'

export interface Remembered<Value extends object> {
  /**
   * At once when it is remembered, else asked; null is an absence. While asking fails, what was known before is answered: a visitor is
   * better led by it than by nothing.
   */
  get(key: string): Soon<Value | null>
  forget(key: string): void
  forgetAll(): void
}

export interface RememberedOptions {
  most: number
  /** Milliseconds. Bounds how stale an answer may be when the message about a change is lost. */
  lifetime: number
  now?: () => number
}

/** What is there of these keys. */
export type Ask<Value extends object> = (keys: string[]) => Promise<ReadonlyMap<string, Value>>

/** Absence is known as well: a crawler on dead links asks the database once a second and key. */
interface Known<Value> {
  value: Value | null
  until: number
  /** It will be asked anew while it is still believed. */
  isDue: boolean
}

/** A query asks for so many keys at most. */
const mostTogether = 500

export function remembered<Value extends object>(
  ask: Ask<Value>,
  { most, lifetime, now = Date.now }: RememberedOptions,
): Remembered<Value> {
  const known = new LRUCache<string, Known<Value>>({ max: most })
  const asked = new Map<string, Promise<Value | null>>()
  const askTogether = inOneQuestion(ask)
  const lookUp = (key: string): Promise<Value | null> => {
    // What was forgotten meanwhile may have changed behind the answer's back.
    const isCurrent = () => asked.get(key) === mine
    const mine: Promise<Value | null> = askTogether(key)
      .then(
        (value) => {
          if (isCurrent()) known.set(key, { value, until: now() + lifetime, isDue: false })
          return value
        },
        (error: unknown) => {
          const before = known.get(key)
          if (!before) throw error
          // For as long as an answer: a database that does not answer is not asked again for every visitor.
          Object.assign(before, { until: now() + lifetime, isDue: false })
          return before.value
        },
      )
      .finally(() => isCurrent() && asked.delete(key))
    asked.set(key, mine)
    return mine
  }
  const renewSoon = gathered(lifetime / 10, (keys) => {
    for (const key of keys) if (!asked.has(key)) lookUp(key).catch(() => undefined) // whoever asks next is told
  })
  return {
    get(key) {
      const before = known.get(key)
      const left = before === undefined ? 0 : before.until - now()
      if (before === undefined || left <= 0) return asked.get(key) ?? lookUp(key)
      if (left < lifetime / 2 && !before.isDue) {
        before.isDue = true
        renewSoon(key)
      }
      return before.value
    },
    forget(key) {
      known.delete(key)
      asked.delete(key)
    },
    forgetAll() {
      asked.clear()
      // What is known stays for the case that nothing can be asked.
      for (const before of known.values()) before.until = 0
    },
  }
}

/** Keys that are asked for in one turn of the event loop become one question. */
function inOneQuestion<Value extends object>(ask: Ask<Value>): (key: string) => Promise<Value | null> {
  let next: { keys: string[]; answers: Promise<ReadonlyMap<string, Value>> } | undefined
  const begin = () => {
    const keys: string[] = []
    const answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (next?.keys === keys) next = undefined
      return ask(keys)
    })
    return { keys, answers }
  }
  return async (key) => {
    if (next === undefined || next.keys.length >= mostTogether) next = begin()
    next.keys.push(key)
    return (await next.answers).get(key) ?? null
  }
}

/** Hands over what has gathered since the first, a while after it. */
function gathered(milliseconds: number, take: (keys: string[]) => void): (key: string) => void {
  let keys: string[] = []
  return (key) => {
    if (keys.push(key) > 1) return
    setTimeout(() => {
      const all = keys
      keys = []
      take(all)
    }, milliseconds).unref()
  }
}
