/** What closed buckets are given after they were closed, or changed since. */
import type pg from 'pg'
import { inPlainTransaction } from '../../kernel/plain-pool.js'
import type { Ledger } from './ledgers.js'
import { packNext } from './packs.queries.js'
import { forgoCompiling } from './watermark.queries.js'

/** Gives packs to buckets that lack them, each in a transaction of its own, for as long as `isEarly`. */
export async function tendBuckets(pool: pg.Pool, ledger: Ledger, isEarly: () => boolean): Promise<void> {
  const pack = () =>
    inPlainTransaction(pool, async (client) => {
      await forgoCompiling(client)
      return packNext(client, ledger)
    })
  while (isEarly() && (await pack()));
}
