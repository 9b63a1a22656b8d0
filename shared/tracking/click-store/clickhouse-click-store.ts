import type pg from 'pg'
import type { ClickHouse } from '../../clickhouse/index.js'
import { newId } from '../../kernel/ids.js'
import { groupByWorkspace } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'
import { findBlocksOfClicks, findRecentClickIds, insertClickBlock, recentClicksMs, recordClickIds } from './click-blocks.queries.js'
import { clickBlockContent, readClickBlock } from './click-rows.js'
import type { ClickReference, ClickStore, Client } from './click-store.js'
import { countByCountry, findStoredClicks } from './clickhouse-clicks.queries.js'

/**
 * Clicks in ClickHouse. The transaction that counts clicks stores them as a block in PostgreSQL, whose content is final; `writeClickBlocks`
 * passes it on. So counters and clicks cannot differ, and clicks are counted while ClickHouse is away.
 */
export function clickHouseClickStore(pool: pg.Pool, clickHouse: ClickHouse): ClickStore {
  const find = async (clicks: readonly ClickReference[]) => {
    if (clicks.length === 0) return []
    // Blocks first: a block is deleted once its clicks are in ClickHouse.
    const ids = new Set(clicks.map(({ id }) => id))
    const waiting = (await findBlocksOfClicks(pool, clicks)).flatMap(readClickBlock).filter(({ id }) => ids.has(id))
    const rest = clicks.filter(({ id }) => !waiting.some((click) => click.id === id))
    const stored = rest.length === 0 ? [] : await findStoredClicks(clickHouse, rest)
    return [...waiting, ...stored].toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime() || (a.id < b.id ? -1 : 1))
  }
  return {
    name: 'clickhouse',
    find,
    findExisting: (client, ids) => findRecentClickIds(client, ids),
    async insert(client, rows) {
      const isNew = await recordClickIds(client, rows)
      const late = rows.filter(({ timestamp, id }) => timestamp.getTime() < Date.now() - recentClicksMs && isNew.has(id))
      for (const { id } of await find(late.map(toReference))) isNew.delete(id)
      const added = rows.filter(({ id }) => isNew.has(id))
      if (added.length > 0) await insertClickBlock(client, newId('batch_'), added, clickBlockContent(added))
      return groupByWorkspace(added)
    },
    countByCountry: (workspaceId, linkIds, range) => countByCountry(clickHouse, workspaceId, linkIds, range),
  }
}

/** Stores clicks that PostgreSQL has as a block, for ClickHouse to have them too. */
export async function copyClicksToBlock(client: Client, rows: readonly ClickRow[]): Promise<void> {
  await recordClickIds(client, rows)
  await insertClickBlock(client, newId('batch_'), rows, clickBlockContent(rows))
}

const toReference = ({ id, timestamp }: ClickRow): ClickReference => ({ id, at: timestamp })
