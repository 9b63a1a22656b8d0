/** Replaces the rollups of buckets that have packed rollups by sums of these packs, for queries that read every value of a dimension. */
import { forEachRow } from '../../kernel/db/binary-rows.js'
import { counterOffset, type Dimension, entryBytes } from '../../rollups/index.js'
import type { Measure } from '../event-store.js'
import { counterOf } from './measures.js'
import type { QueryPlan } from './query-plan.js'
import type { ValueIdFilter } from './rolled-up-counts.queries.js'
import type { Sql } from './snapshot.queries.js'
import type { SumsCache } from './sums-cache.js'
import { filterSums, packSummer, type Sums } from './sums.js'

export interface SumsRequest {
  measures: readonly Measure[]
  /** Numeric id of the workspace in the rollups. */
  workspace: number
  filters: readonly ValueIdFilter[]
  /** The dimension that is grouped by, or null. */
  by: Dimension | null
}

/** Rollups of fewer values are looked up one by one. */
const minValuesForPacks = 200

/** The plans without the buckets that have packs, and the sums of these packs over all plans: value ids are the same in every rollup schema. */
export async function withPackedSums(
  sql: Sql,
  plans: readonly QueryPlan[],
  request: SumsRequest,
  cache: SumsCache,
): Promise<{ plans: QueryPlan[]; packedSums: Sums | null }> {
  const packs: PlanPacks[] = []
  for (const plan of plans)
    packs.push({ plan, versions: needsEveryValue(plan, request) ? await readVersions(sql, plan, request) : new Map() })
  const remaining = packs.map(({ plan, versions }) => ({ ...plan, buckets: plan.buckets.filter((_, index) => !versions.has(index)) }))
  if (packs.every(({ versions }) => versions.size === 0)) return { plans: remaining, packedSums: null }
  const sums = await cache.getOrRead(cacheKey(packs, request), () => readSums(sql, packs, request))
  const filtered = request.filters.reduce((before, { valueIds, negated }) => {
    const ids = new Set(valueIds)
    return filterSums(before, (value) => ids.has(value) !== negated)
  }, sums)
  return { plans: remaining, packedSums: filtered.values.length > 0 ? filtered : null }
}

/** The packs of a plan's dimension: bucket index -> row version, which changes when a pack is rebuilt. */
interface PlanPacks {
  plan: QueryPlan
  versions: ReadonlyMap<number, string>
}

const needsEveryValue = ({ source, buckets }: QueryPlan, { by, filters }: SumsRequest) =>
  typeof source === 'object' &&
  source === by &&
  buckets.length > 0 &&
  !filters.some(({ valueIds, negated }) => !negated && valueIds.length < minValuesForPacks)

async function readVersions(sql: Sql, plan: QueryPlan, { workspace }: SumsRequest): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql.query<[number, string]>({ text: packsQuery(plan, workspace, 'packs.xmin::text'), rowMode: 'array' })
  return new Map(rows)
}

async function readSums(sql: Sql, packs: readonly PlanPacks[], { measures, workspace }: SumsRequest): Promise<Sums> {
  const summer = packSummer(measures.length)
  for (const { plan, versions } of packs) {
    const { rollupSchema } = plan
    const offsets = measures
      .map((measure) => counterOf(rollupSchema, measure))
      .map((counter) => counter && counterOffset(rollupSchema, counter))
    const layout = { bytes: entryBytes(rollupSchema), offsets }
    if (versions.size > 0) await forEachRow(sql, packsQuery(plan, workspace, 'entries'), ([, pack]) => summer.add(pack as Buffer, layout))
  }
  return summer.result()
}

const cacheKey = (packs: readonly PlanPacks[], { measures, workspace }: SumsRequest) =>
  JSON.stringify([
    workspace,
    measures,
    packs.map(({ plan: { rollupSchema, source, buckets }, versions }) => [
      rollupSchema.packedRollups,
      (source as Dimension).code,
      ...[...versions].map(([index, version]) => [buckets[index]?.tier.code, buckets[index]?.at, version]),
    ]),
  ])

/**
 * The indexes of the buckets that have packs, and `expression` over each pack. All values are numbers and part of the text, because `COPY`
 * takes no parameters.
 */
function packsQuery({ rollupSchema, source, buckets }: QueryPlan, workspace: number, expression: string): string {
  const rows = buckets.map(({ tier, at }, index) => `(${index}, ${tier.code}::smallint, to_timestamp(${at / 1000}))`)
  return `
  select index, result from (values ${rows.join(', ')}) as buckets(index, tier, bucket) cross join lateral (
    select ${expression} as result from ${rollupSchema.totals} as total join ${rollupSchema.packedRollups} as packs using (workspace, tier, bucket)
    where workspace = ${workspace} and tier = buckets.tier and bucket = buckets.bucket
      and dense and maintained and dimension = ${(source as Dimension).code} offset 0
  ) as found`
}
