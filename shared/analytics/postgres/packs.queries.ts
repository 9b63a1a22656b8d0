/** Where every value of a kind is asked for, sums from packs take the place of the rollups of those buckets that have packs. */
import { eachRow } from '../../kernel/binary-rows.js'
import { bytesOfEntry, type Counter, type Kind, offsetInEntry } from '../../tracking/index.js'
import type { Measure } from '../event-store.js'
import type { NumberFilter } from './folded.queries.js'
import type { Plan } from './plan.js'
import type { Sql } from './snapshot.js'
import { counterOf } from './sources.js'
import { added, nothing, only } from './sums.js'

export interface Wanted {
  measures: readonly Measure[]
  /** The number of the workspace. */
  workspace: number
  filters: readonly NumberFilter[]
  /** Whose values are counted apart; null where none are. */
  by: Kind | null
}

/** Rollups of fewer values than these are looked up one by one. */
const many = 200

/** The plan with sums instead of the buckets that could be read from packs. */
export async function withPacks(sql: Sql, plan: Plan, { measures, workspace, filters, by }: Wanted): Promise<Plan> {
  const { ledger, from, buckets } = plan
  if (typeof from !== 'object' || from !== by || buckets.length === 0) return plan
  if (filters.some(({ numbers, negated }) => !negated && numbers.length < many)) return plan
  const counted = measures.filter((one) => counterOf(ledger, one))
  const entries = { bytes: bytesOfEntry(ledger), wanted: counted.map((one) => offsetInEntry(ledger, counterOf(ledger, one) as Counter)) }
  const read = new Set<number>()
  let sums = nothing(entries)
  await eachRow(sql, packsOf(plan, from, workspace), ([place, pack]) => {
    read.add((place as Buffer).readInt32BE())
    sums = added(sums, pack as Buffer, entries)
  })
  for (const { numbers, negated } of filters) {
    const named = new Set(numbers)
    sums = only(sums, (value) => named.has(value) !== negated)
  }
  return { ...plan, buckets: buckets.filter((_, place) => !read.has(place)), packed: { measures: counted, sums } }
}

/** The places of the buckets that have packs, and those of the kind. Of numbers alone, because a statement that copies takes no parameters. */
function packsOf({ ledger, buckets }: Plan, { code }: Kind, workspace: number): string {
  const asked = buckets.map(({ tier, at }, place) => `(${place}, ${tier.code}::smallint, to_timestamp(${at / 1000}))`)
  return `
  select place, pack from (values ${asked.join(', ')}) as asked(place, tier, bucket) cross join lateral (
    select pack from ${ledger.totals} as total join ${ledger.packs} as packs using (workspace, tier, bucket)
    where workspace = ${workspace} and tier = asked.tier and bucket = asked.bucket and dense and tended and kind = ${code} offset 0
  ) as found`
}
