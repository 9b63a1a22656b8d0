import { addLateFactsOf } from './roll-up-clicks.queries.js'
import type { Sql } from './sql.js'

/**
 * Adds those of the new clicks that are older than the watermark to facts and rollups; the others are left to the next roll-up. Call it in
 * the transaction that inserted the clicks, which holds the ingestion lock shared. `since` must not be later than any of the clicks.
 */
export const addLateClicks = (sql: Sql, ids: readonly string[], since: Date): Promise<void> => addLateFactsOf(sql, ids, since)
