import type pg from 'pg'
import { addLateClicks, type ValueCache } from '../../rollups/index.js'
import { findExistingClicks, insertClicks } from '../click.queries.js'
import { findDecodedClicks } from '../decoded-clicks.queries.js'
import type { ClickRow } from '../enrich-click.js'
import { valueCacheOf } from '../value-cache.js'
import type { ClickStore, Client } from './click-store.js'
import { countByCountry } from './postgres-clicks.queries.js'

/** Clicks as numbers of dictionary values, with rollups. `cache` is for transactions whose predecessor may be rolled back. */
export const postgresClickStore = (pool: pg.Pool, cache: ValueCache = valueCacheOf(pool)): ClickStore => ({
  name: 'postgres',
  async insert(client, rows) {
    const { added, late } = await insertClicks(client, rows, cache)
    if (late.length > 0) await addLateClicks(client, late, new Date(Math.min(...rows.map(({ timestamp }) => timestamp.getTime()))))
    return added
  },
  findExisting: findExistingClicks,
  find: async (clicks) =>
    clicks.length === 0
      ? []
      : findDecodedClicks(
          pool,
          `(id, timestamp) in (select * from unnest($1::text[], $2::timestamptz[])) and timestamp between $3 and $4 order by timestamp, id`,
          [clicks.map(({ id }) => id), clicks.map(({ at }) => at), earliest(clicks), latest(clicks)],
          'find-clicks',
        ),
  countByCountry: (workspaceId, linkIds, range) => countByCountry(pool, workspaceId, linkIds, range),
})

/** Inserts clicks that the other store has counted, and whose arrival it announces. Existing ones stay unchanged. */
export async function copyClicksToPostgres(client: Client, rows: readonly ClickRow[], cache?: ValueCache): Promise<void> {
  const { late } = await insertClicks(client, rows, cache, { announced: false })
  if (late.length > 0) await addLateClicks(client, late, earliest(rows.map(({ timestamp }) => ({ at: timestamp }))))
}

const earliest = (clicks: readonly { at: Date }[]) => new Date(Math.min(...clicks.map(({ at }) => at.getTime())))
const latest = (clicks: readonly { at: Date }[]) => new Date(Math.max(...clicks.map(({ at }) => at.getTime())))
