import { setTimeout as delay } from 'node:timers/promises'
import { withTransaction } from '../../shared/kernel/db/pool.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { seconds } from '../../shared/kernel/time.js'

/** Does the work while another transaction holds the advisory lock of the key. Throws if the work waits for the lock. */
export const whileLocked = <Result>({ database }: Resources, key: string, work: () => Promise<Result>): Promise<Result> =>
  withTransaction(database.pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
    const waits = new AbortController()
    const expires = delay(seconds(20), undefined, { signal: waits.signal }).then(() => {
      throw new Error(`waits for the lock "${key}"`)
    })
    try {
      return await Promise.race([work(), expires])
    } finally {
      waits.abort()
      expires.catch(() => undefined)
    }
  })
