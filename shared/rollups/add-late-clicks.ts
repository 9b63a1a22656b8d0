import { addLateFacts } from './facts.queries.js'
import { clickRollUpLimits } from './limits.js'
import { findLateClicks } from './roll-up-clicks.queries.js'
import { clickRollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'
import { toFacts } from './to-facts.js'
import { ValueDictionary } from './value-dictionary.js'

/**
 * Adds those of the new clicks that are older than the watermark to facts and rollups; the others are left to the next roll-up. Call it in
 * the transaction that inserted the clicks, which holds the ingestion lock shared. `since` must not be later than any of the clicks.
 */
export async function addLateClicks(sql: Sql, ids: readonly string[], since: Date): Promise<void> {
  const dictionary = new ValueDictionary()
  const { clicksPerChunk } = clickRollUpLimits
  for (let start = 0; start < ids.length; start += clicksPerChunk) {
    const clicks = await findLateClicks(sql, ids.slice(start, start + clicksPerChunk), since.getTime())
    if (clicks.length > 0) await addLateFacts(sql, clickRollupSchema, await toFacts(sql, dictionary, clickRollupSchema, clicks))
  }
}
