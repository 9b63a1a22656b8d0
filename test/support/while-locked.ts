import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Resources } from '../../shared/kernel/resources.js'
import { testTimeoutMs } from './service.js'

/** Does the work while a connection of its own holds the advisory lock of the key. Throws if the work waits for the lock. */
export async function whileLocked<Result>({ config }: Resources, key: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: config.databaseUrl })
  await client.connect()
  const waits = new AbortController()
  const expires = delay(testTimeoutMs, undefined, { signal: waits.signal }).then(() => {
    throw new Error(`waits for the lock "${key}"`)
  })
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key])
    return await Promise.race([work(), expires])
  } finally {
    waits.abort()
    expires.catch(() => undefined)
    await client.end()
  }
}
