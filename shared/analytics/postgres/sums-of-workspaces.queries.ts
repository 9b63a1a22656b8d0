/** Sums the packs of several workspaces in this process, for queries that read every value of a dimension. */
import { forEachRow } from '../../kernel/db/binary-rows.js'
import type { Dimension } from '../../rollups/index.js'
import type { Measure } from '../event-store.js'
import { counterOf } from '../measures.js'
import { arrayLength, bigintAt, integerAt } from './pack.queries.js'
import { filtered, needsEveryValue, type PackedSums, type SumsRequest } from './packed-sums.queries.js'
import type { PlannedBucket, QueryPlan } from './query-plan.js'
import type { Sql } from './snapshot.queries.js'
import { ValueSums } from './value-sums.js'

/** Like `withPackedSums`, for plans whose buckets name their workspaces. Nothing is cached: a single query would fill the cache. */
export async function withSumsOfWorkspaces(
  sql: Sql,
  plans: readonly QueryPlan[],
  request: Omit<SumsRequest, 'workspace'>,
): Promise<PackedSums> {
  const summed = plans.filter((plan) => needsEveryValue(plan, request))
  if (summed.length === 0) return { plans: [...plans], packedSums: null }
  const sums = new ValueSums(request.measures.length)
  for (const plan of summed) await forEachRow(sql, packsQuery(plan), (row) => addPack(sums, row, countersOf(plan, request.measures)))
  return {
    plans: plans.map((plan) => (summed.includes(plan) ? { ...plan, buckets: [] } : plan)),
    packedSums: filtered(sums.result(), request.filters),
  }
}

/** For each measure, the index of its counter in the rollup schema; -1 if the schema does not count it. */
const countersOf = ({ rollupSchema }: QueryPlan, measures: readonly Measure[]) =>
  measures.map((measure) => rollupSchema.counters.findIndex((counter) => counter === counterOf(rollupSchema, measure)))

function addPack(sums: ValueSums, [values, ...counters]: readonly Buffer[], counterIndexes: readonly number[]): void {
  for (let index = 0; index < arrayLength(values as Buffer); index++) {
    const slot = sums.slotOf(integerAt(values as Buffer, index))
    for (const [measure, counter] of counterIndexes.entries())
      if (counter >= 0) sums.add(slot, measure, bigintAt(counters[counter] as Buffer, index))
  }
}

/** Rows of arrays: values and each counter. All values are numbers and part of the text, because `COPY` takes no parameters. */
function packsQuery({ rollupSchema, source, buckets }: QueryPlan): string {
  const columns = rollupSchema.counters.map(({ column }) => column)
  return buckets
    .flatMap((bucket) => {
      const rows = `where ${inBucket(bucket)} and dimension = ${(source as Dimension).code}`
      return [
        `select "values", ${columns.join(', ')} from ${rollupSchema.packs} ${rows}`,
        `select array_agg(value), ${columns.map((name) => `array_agg(${name})`).join(', ')} from ${rollupSchema.rollups} ${rows} having count(*) > 0`,
      ]
    })
    .join('\n  union all\n  ')
}

const inBucket = ({ tier, at, workspaces = [] }: PlannedBucket) =>
  `workspace = any('{${workspaces.join()}}'::integer[]) and tier = ${tier.code} and bucket = to_timestamp(${at / 1000})`
