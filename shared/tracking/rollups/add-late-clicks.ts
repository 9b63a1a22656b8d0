import { addLateFacts } from './facts.queries.js'
import { lateClicks } from './fold-clicks.queries.js'
import { clickLedger } from './ledgers.js'
import { foldLimits } from './limits.js'
import { Dictionary } from './number-values.js'
import type { Sql } from './sql.js'
import { toFacts } from './to-facts.js'

/**
 * Adds new clicks that are older than the watermark to facts and rollups; later ones are left to the fold. Called in the transaction that
 * inserted them, which holds the fold's lock shared, and with `since` no later than any of them.
 */
export async function addLateClicks(sql: Sql, ids: readonly string[], since: Date): Promise<void> {
  const dictionary = new Dictionary()
  for (let at = 0; at < ids.length; at += foldLimits.clicksPerChunk) {
    const clicks = await lateClicks(sql, ids.slice(at, at + foldLimits.clicksPerChunk), since.getTime())
    if (clicks.length > 0) await addLateFacts(sql, clickLedger, await toFacts(sql, dictionary, clickLedger, clicks))
  }
}
