import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { EventStore, GroupCounts, Grouping, Measure, Selection } from '../event-store.js'
import { maxClicksForUnique, maxClicksForUniqueInGroups } from '../limits.js'
import { countsOf, measuresOf } from '../measures.js'
import { withAdmission } from './admission.js'
import { countStatement, rollupStateQuery } from './count.queries.js'
import type { CountQuery } from './grouped-counts.queries.js'
import { listEvents } from './list.queries.js'
import { type PackCache, withPackedSums } from './packed-sums.queries.js'
import { newPairCache, type PairCache } from './pair-counts.js'
import { cheapestSource, groupedAttributes, groupedDimension, planQuery, type RollupState } from './query-plan.js'
import type { ValueIdFilter } from './rolled-up-counts.queries.js'
import { minFactsForSegments, withSegmentCounts } from './segment-counts.js'
import { inSnapshot, type Sql } from './snapshot.queries.js'
import type { Statement } from './sql-values.js'
import { withSumsOfWorkspaces } from './sums-of-workspaces.queries.js'
import type { Sums } from './sums.js'
import { topGroupsOfWorkspaces } from './top-groups-of-workspaces.js'
import { topGroups } from './top-groups.js'
import { countUniqueVisitors } from './unique-visitors.js'
import { ValueGroupCache } from './value-groups.queries.js'
import { ValueTexts } from './value-texts.queries.js'
import { withFactSpans } from './workspace-buckets.queries.js'

/** Events in PostgreSQL. Counts come from rollups where possible, otherwise from facts, and from the event tables for the newest events. */
export function openPostgresStore(pool: pg.Pool, minSegmentFacts = minFactsForSegments): EventStore {
  return {
    maxClicksForUnique: (by) => (isVisitorGrouping(by) ? maxClicksForUnique : maxClicksForUniqueInGroups),
    async count(kinds, selection, grouping, limit) {
      const countedKinds = kinds.filter((kind) => kind !== 'clicks' || grouping.by !== 'eventName')
      const query = () =>
        inSnapshot(pool, (sql) => count(sql, { kinds: countedKinds, selection, grouping, limit }, { minSegmentFacts, ...cachesOf(pool) }))
      return countedKinds.length > 0 ? withAdmission(pool, selection, grouping, query) : []
    },
    list: (kind, selection, page) => listEvents(pool, kind, selection, page),
  }
}

type CountRequest = Pick<CountQuery, 'kinds' | 'selection' | 'grouping' | 'limit'>

interface CountContext extends Caches {
  /** Number of facts from which column segments are used. */
  minSegmentFacts: number
}

/** Of the packs of a process. */
const maxCachedBytes = 24_000_000

/** Caches whose entries never go stale. */
interface Caches {
  texts: ValueTexts
  groups: ValueGroupCache
  packs: PackCache
  pairs: PairCache
}

const newPackCache = () =>
  new LRUCache<string, readonly Buffer[]>({
    maxSize: maxCachedBytes,
    sizeCalculation: (packs) => packs.reduce((bytes, { length }) => bytes + length, 200),
  })

const cachesByPool = new WeakMap<pg.Pool, Caches>()

function cachesOf(pool: pg.Pool): Caches {
  const caches = cachesByPool.get(pool) ?? {
    texts: new ValueTexts(),
    groups: new ValueGroupCache(),
    packs: newPackCache(),
    pairs: newPairCache(),
  }
  cachesByPool.set(pool, caches)
  return caches
}

async function count(sql: Sql, request: CountRequest, context: CountContext): Promise<GroupCounts[]> {
  const { kinds, selection, grouping } = request
  const { state, workspaces, filters } = await readRollupState(sql, selection, grouping)
  const workspace = workspaces.length === 1 ? workspaces[0] : undefined
  const starts = grouping.by === 'time' ? grouping.starts : null
  if (workspace !== undefined && isVisitorCount(request)) return countUniqueVisitors(sql, { workspace, filters, starts }, selection)
  const measures = measuresOf(kinds)
  const dimension = groupedDimension(selection, grouping)
  let plans = planQuery(kinds, selection, grouping, state)
  let packedSums: Sums | null = null
  if (workspace === undefined) {
    const withSpans = await Promise.all(plans.map((plan) => withFactSpans(sql, plan, workspaces)))
    ;({ plans, packedSums } = await withSumsOfWorkspaces(sql, withSpans, { measures, filters, by: dimension }))
  } else {
    const parameters = { measures, workspace, filters, by: dimension, starts }
    ;({ plans, packedSums } = await withPackedSums(sql, plans, parameters, context.packs))
    for (const [index, plan] of plans.entries()) plans[index] = await withSegmentCounts(sql, plan, parameters, context)
  }
  const query: CountQuery = { ...request, plans, packedSums, workspaces, filters }
  if (workspace === undefined && dimension && grouping.by !== 'link' && !selection.unique) {
    const attributes = groupedAttributes(grouping)
    const groups = await topGroupsOfWorkspaces(sql, query, { dimension, attributes }, context.groups)
    return groups ?? countInDatabase(sql, query, measures)
  }
  const ranked =
    packedSums && dimension?.attributes.length === 1 && grouping.by !== 'link'
      ? await topGroups(sql, query, dimension, packedSums, context.texts)
      : null
  return ranked ?? (await countInDatabase(sql, query, measures))
}

/** Whether column segments can answer the query. They do not know which clicks are those of a customer. */
const isVisitorCount = ({ kinds, selection, grouping }: CountRequest) =>
  Boolean(selection.unique) && kinds.includes('clicks') && selection.customerId === undefined && isVisitorGrouping(grouping.by)

const isVisitorGrouping = (by: Grouping['by']) => by === 'nothing' || by === 'time'

async function countInDatabase(sql: Sql, query: CountQuery, measures: readonly Measure[]): Promise<GroupCounts[]> {
  const { text, values } = countStatement(query)
  // There may be thousands of rows, and the driver parses arrays much faster than objects.
  const { rows } = await sql.query<(string | number)[]>({ text, values: [...values], rowMode: 'array' })
  return rows.map((row) => ({ key: row.slice(0, -measures.length) as string[], counts: countsOf(measures, row.slice(-measures.length)) }))
}

async function readRollupState(
  sql: Sql,
  selection: Selection,
  grouping: Grouping,
): Promise<{ state: RollupState; workspaces: number[]; filters: ValueIdFilter[] }> {
  const statement = rollupStateQuery(cheapestSource(selection, grouping), selection)
  const [row = {}] = await queryRows<Record<string, unknown>>(sql, statement)
  const watermarks = { clicks: (row.clicks as Date).getTime(), conversions: (row.conversions as Date).getTime() }
  const filters = statement.conditions.map(({ dimension, negated }, index) => ({
    dimension,
    negated,
    valueIds: row[`value_ids${index}`] as number[],
  }))
  return { state: { watermarks, hasPending: row.hasPending as boolean }, workspaces: row.workspaces as number[], filters }
}

async function queryRows<Row>(sql: Sql, { text, values }: Statement): Promise<Row[]> {
  const { rows } = await sql.query(text, [...values])
  return rows as Row[]
}
