import type pg from 'pg'
import type { ClickHouse } from '../../clickhouse/index.js'
import { UnavailableError } from '../../kernel/unavailable-error.js'
import { queryTooSlow } from '../errors.js'
import type { EventStore, GroupCounts, Grouping, Measure, Selection } from '../event-store.js'
import { fairScheduler } from '../fair-scheduler.js'
import { maxQueueWaitMs } from '../limits.js'
import { countsOf, measuresOf } from '../measures.js'
import { type CountQuery, groupsQuery, keyNames, linkGroupsQuery, seriesQuery, totalsQuery } from './count.queries.js'
import type { EventQuery } from './events.queries.js'
import { withTexts } from './group-texts.js'
import { listEvents } from './list.queries.js'
import { pendingConversions } from './pending-conversions.queries.js'
import { linkGroups, resolveSelection } from './resolve.queries.js'
import { querySettings } from './settings.js'

/** Of a process. The server has limits of its own. */
const schedulerLimits = { maxConcurrent: 10, maxPerKey: 7, timeoutMs: maxQueueWaitMs }

const schedulers = new WeakMap<ClickHouse, ReturnType<typeof fairScheduler>>()

/**
 * Events in ClickHouse. A question is first resolved in PostgreSQL (which links match, which leads and sales are not copied yet), then
 * answered by one query. Nothing is pre-aggregated.
 */
export function openClickHouseStore(clickHouse: ClickHouse, pool: pg.Pool): EventStore {
  const withSlot = schedulers.get(clickHouse) ?? fairScheduler(schedulerLimits)
  schedulers.set(clickHouse, withSlot)
  const resolve = async (selection: Selection, hasConversions: boolean, ofExistingLinks = false): Promise<EventQuery> => {
    const [resolved, pending] = await Promise.all([
      resolveSelection(pool, selection, ofExistingLinks),
      hasConversions ? pendingConversions(pool, selection) : null,
    ])
    return { selection, resolved, pending }
  }
  return {
    maxClicksForUnique: () => Number.POSITIVE_INFINITY,
    async count(kinds, selection, grouping, limit) {
      const countedKinds = kinds.filter((kind) => kind !== 'clicks' || grouping.by !== 'eventName')
      if (countedKinds.length === 0) return []
      return withSlot(selection.workspaceIds.join(), async () => {
        const query = { kinds: countedKinds, ...(await resolve(selection, countedKinds.some(isConversion))) }
        const text = await countText(pool, query, grouping, limit)
        // Hashes are 64-bit integers, which numbers cannot hold.
        const settings = { ...querySettings, output_format_json_quote_64bit_integers: 1 as const }
        const rows = text === null ? [] : await withinTimeLimit(clickHouse.query<Record<string, unknown>>({ text, settings }))
        const ranked = await withTexts(clickHouse, query, grouping, toGroups(rows, measuresOf(countedKinds), grouping))
        return grouping.by === 'attributes' ? ranked.slice(0, limit) : ranked
      })
    },
    list: async (kind, selection, page) =>
      withinTimeLimit(listEvents(clickHouse, kind, await resolve(selection, isConversion(kind), page.ofExistingLinks), page)),
  }
}

async function withinTimeLimit<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: unknown }
    throw error instanceof UnavailableError && code === timeoutExceeded ? queryTooSlow() : error
  }
}

/** Error code of a query that exceeded `max_execution_time`. */
const timeoutExceeded = '159'

/**
 * Groups that are read beyond the limit: equal ones are ordered by their texts, but the query knows only hashes. If more groups than these
 * equal the last one, which of them are left out depends on the hashes.
 */
const maxEqual = 100

const isConversion = (kind: string) => kind !== 'clicks'

/** Null if no event can match. */
async function countText(pool: pg.Pool, query: CountQuery, grouping: Grouping, limit: number): Promise<string | null> {
  switch (grouping.by) {
    case 'nothing':
      return totalsQuery(query)
    case 'time':
      return seriesQuery(query, grouping.starts)
    case 'link': {
      const groups = await linkGroups(pool, query.selection, grouping.field)
      return groups.length > 0 ? linkGroupsQuery(query, groups, limit) : null
    }
    case 'attributes':
      return groupsQuery(query, grouping, limit + maxEqual)
    case 'eventName':
      return groupsQuery(query, grouping, limit)
  }
}

function toGroups(rows: readonly Record<string, unknown>[], measures: readonly Measure[], grouping: Grouping): GroupCounts[] {
  const keyOf = keysOf(grouping)
  return rows.map((row) => ({
    key: keyOf(row),
    counts: countsOf(
      measures,
      measures.map((measure) => row[measure]),
    ),
  }))
}

function keysOf(grouping: Grouping): (row: Record<string, unknown>) => string[] {
  if (grouping.by === 'nothing') return () => ['0']
  if (grouping.by === 'time') {
    const indexes = new Map(grouping.starts.map((start, index) => [start, String(index)]))
    return ({ key1 }) => [indexes.get(Number(key1)) as string]
  }
  const names = keyNames(grouping.by === 'attributes' ? grouping.attributes : [''])
  return (row) => names.map((name) => String(row[name]))
}
