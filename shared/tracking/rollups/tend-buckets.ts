/**
 * What closed buckets are given after they were closed, or changed since: rollups when they have grown, as an import of old events makes
 * them, and packs.
 */
import type pg from 'pg'
import { inPlainTransaction } from '../../kernel/plain-pool.js'
import { fillRollups } from './close-bucket.queries.js'
import { forgetSmall, makeDense, nextGrown } from './grown.queries.js'
import type { Ledger } from './ledgers.js'
import { packNext } from './packs.queries.js'
import type { Sql } from './sql.js'
import { type Tier, tiers } from './tiers.js'
import { forgoCompiling } from './watermark.queries.js'

export interface Tending {
  /** Afterwards nobody changes facts and rollups until the transaction ends. */
  keepOut(sql: Sql): Promise<unknown>
  denseFrom: number
  isEarly(): boolean
}

/** Tends all buckets that lack it, each in a transaction of its own, for as long as it is early. */
export async function tendBuckets(pool: pg.Pool, ledger: Ledger, tending: Tending): Promise<void> {
  const { isEarly, denseFrom } = tending
  const step = (work: (sql: Sql) => Promise<boolean>) =>
    inPlainTransaction(pool, async (client) => forgoCompiling(client).then(() => work(client)))
  while (isEarly() && (await step((sql) => fillGrown(sql, ledger, tending))));
  await forgetSmall(pool, ledger, denseFrom)
  while (isEarly() && (await step((sql) => packNext(sql, ledger))));
}

/** Adds up by kind what has grown to be worth it; answers whether there was a bucket. It stays so: buckets that shrink keep their rollups. */
async function fillGrown(sql: Sql, ledger: Ledger, { keepOut, denseFrom }: Tending): Promise<boolean> {
  // Looked for before anybody has to wait, and again when nothing changes any more.
  if (!(await nextGrown(sql, ledger, denseFrom))) return false
  await keepOut(sql)
  const grown = await nextGrown(sql, ledger, denseFrom)
  if (!grown) return false
  await makeDense(sql, ledger, grown)
  const place = tiers.findIndex(({ code }) => code === grown.tier)
  await fillRollups(
    sql,
    ledger,
    { tier: tiers[place] as Tier, before: tiers[place - 1] as Tier, bucket: grown.bucket.getTime() },
    grown.workspace,
  )
  return true
}
