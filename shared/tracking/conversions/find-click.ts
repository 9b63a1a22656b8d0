/** Finds a click by its id, ingested or not. */
import { clickIdTime, isClickId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { RawClick } from '../click-batch.js'
import { cachedClickKey } from '../click-recorder.js'
import { findClickRow } from '../click.queries.js'
import { type ClickRow, enrichClick } from '../enrich-click.js'
import { geoDatabaseOf } from '../visitor/geo-database-of-config.js'

/** Returns the click from the database, or from the short-lived store as long as it is queued. */
export async function findClick({ pool, store, config }: Scope, id: string): Promise<ClickRow | null> {
  if (!isClickId(id)) return null
  const row = await findClickRow(pool, id, new Date(clickIdTime(id)))
  if (row) return row
  const cached = await store.get(cachedClickKey(id))
  return cached ? enrichClick(JSON.parse(cached) as RawClick, await geoDatabaseOf(config)) : null
}
