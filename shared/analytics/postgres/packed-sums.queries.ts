/** Replaces the rollups of dense buckets by sums computed in this process, for queries that read every value of a dimension. */
import type { LRUCache } from 'lru-cache'
import { forEachRow } from '../../kernel/db/binary-rows.js'
import type { Dimension } from '../../rollups/index.js'
import type { Measure } from '../event-store.js'
import { counterOf } from '../measures.js'
import { counterOffset, entryBytes, PackParts } from './pack.queries.js'
import type { QueryPlan } from './query-plan.js'
import type { ValueIdFilter } from './rolled-up-counts.queries.js'
import type { Sql } from './snapshot.queries.js'
import { filterSums, packSummer, type Sums } from './sums.js'

export interface SumsRequest {
  measures: readonly Measure[]
  /** Numeric id of the workspace in the rollups. */
  workspace: number
  filters: readonly ValueIdFilter[]
  /** The dimension that is grouped by, or null. */
  by: Dimension | null
}

/** Packs by workspace, dimension, bucket and version. */
export type PackCache = Pick<LRUCache<string, readonly Buffer[]>, 'get' | 'set'>

/** Rollups of fewer values are looked up one by one. */
const minValuesForPacks = 200

export interface PackedSums {
  plans: QueryPlan[]
  packedSums: Sums | null
}

/** The plans without their dense buckets, and the sums of these buckets over all plans: value ids are the same in every rollup schema. */
export async function withPackedSums(sql: Sql, plans: readonly QueryPlan[], request: SumsRequest, cache: PackCache): Promise<PackedSums> {
  const packs: PlanPacks[] = []
  for (const plan of plans) packs.push({ plan, keys: needsEveryValue(plan, request) ? await readKeys(sql, plan, request) : new Map() })
  const remaining = packs.map(({ plan, keys }) => ({ ...plan, buckets: plan.buckets.filter((_, index) => !keys.has(index)) }))
  if (packs.every(({ keys }) => keys.size === 0)) return { plans: remaining, packedSums: null }
  const sums = await readSums(sql, packs, request, cache)
  return { plans: remaining, packedSums: filtered(sums, request.filters) }
}

/** The sums of the values that the filters accept; null if there are none. */
export function filtered(sums: Sums, filters: SumsRequest['filters']): Sums | null {
  const accepted = filters.reduce((before, { valueIds, negated }) => {
    const ids = new Set(valueIds)
    return filterSums(before, (value) => ids.has(value) !== negated)
  }, sums)
  return accepted.values.length > 0 ? accepted : null
}

interface PlanPacks {
  plan: QueryPlan
  /** The dense buckets of the plan: index -> cache key of the pack. */
  keys: ReadonlyMap<number, string>
}

export const needsEveryValue = ({ source, buckets }: QueryPlan, { by, filters }: Pick<SumsRequest, 'by' | 'filters'>) =>
  typeof source === 'object' &&
  source === by &&
  buckets.length > 0 &&
  !filters.some(({ valueIds, negated }) => !negated && valueIds.length < minValuesForPacks)

/**
 * The version of a bucket is the transaction that last wrote its total: whatever changes rollups of a bucket updates its total in the same
 * transaction.
 */
async function readKeys(sql: Sql, { rollupSchema, source, buckets }: QueryPlan, { workspace }: SumsRequest): Promise<Map<number, string>> {
  const { rows } = await sql.query<[number, string]>({
    text: `select index, total.xmin::text from ${bucketRows(buckets)} cross join lateral (
      select xmin from ${rollupSchema.totals} where workspace = ${workspace} and tier = buckets.tier and bucket = buckets.bucket and dense offset 0
    ) as total`,
    rowMode: 'array',
  })
  const prefix = [rollupSchema.rollups, workspace, (source as Dimension).code].join()
  return new Map(rows.map(([index, version]) => [index, [prefix, buckets[index]?.tier.code, buckets[index]?.at, version].join()]))
}

async function readSums(sql: Sql, packs: readonly PlanPacks[], request: SumsRequest, cache: PackCache): Promise<Sums> {
  const { measures, workspace } = request
  const summer = packSummer(measures.length)
  for (const { plan, keys } of packs) {
    const { rollupSchema } = plan
    const offsets = measures
      .map((measure) => counterOf(rollupSchema, measure))
      .map((counter) => counter && counterOffset(rollupSchema, counter))
    const layout = { bytes: entryBytes(rollupSchema), offsets }
    const missing = new Map<number, PackParts>()
    for (const [index, key] of keys) {
      const packs = cache.get(key)
      if (packs) for (const pack of packs) summer.add(pack, layout)
      else missing.set(index, new PackParts())
    }
    if (missing.size === 0) continue
    await forEachRow(sql, packsQuery(plan, workspace, [...missing.keys()]), ([index, ...part]) =>
      missing.get((index as Buffer).readInt32BE())?.add(part),
    )
    for (const [index, parts] of missing) {
      const packs = parts.join()
      cache.set(keys.get(index) as string, packs)
      for (const pack of packs) summer.add(pack, layout)
    }
  }
  return summer.result()
}

/**
 * Rows of `index`, the first value and the arrays: packs, and the changes of a bucket, whose first value is 0. All values are numbers and
 * part of the text, because `COPY` takes no parameters.
 */
function packsQuery({ rollupSchema, source, buckets }: QueryPlan, workspace: number, indexes: readonly number[]): string {
  const columns = rollupSchema.counters.map(({ column }) => column)
  const inBucket = `workspace = ${workspace} and tier = buckets.tier and bucket = buckets.bucket and dimension = ${(source as Dimension).code}`
  return `
  select index, part.* from ${bucketRows(buckets, indexes)} cross join lateral (
    select first, "values", ${columns.join(', ')} from ${rollupSchema.packs} where ${inBucket}
    union all
    select 0, array_agg(value order by value), ${columns.map((name) => `array_agg(${name} order by value)`).join(', ')}
    from ${rollupSchema.rollups} where ${inBucket} having count(*) > 0
  ) as part`
}

function bucketRows(buckets: QueryPlan['buckets'], indexes: readonly number[] = [...buckets.keys()]): string {
  const rows = indexes.map((index) => {
    const { tier, at } = buckets[index] as QueryPlan['buckets'][number]
    return `(${index}, ${tier.code}::smallint, to_timestamp(${at / 1000}))`
  })
  return `(values ${rows.join(', ')}) as buckets(index, tier, bucket)`
}
