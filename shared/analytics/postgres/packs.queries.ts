/** Where every value of a kind is asked for, sums from packs take the place of the rollups of those buckets that have packs. */
import { eachRow } from '../../kernel/binary-rows.js'
import { bytesOfEntry, type Kind, offsetInEntry } from '../../tracking/index.js'
import type { Measure } from '../event-store.js'
import type { NumberFilter } from './folded.queries.js'
import type { Plan } from './plan.js'
import type { Sql } from './snapshot.js'
import { counterOf } from './sources.js'
import { only, type Summing, summing, type Sums } from './sums.js'

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

/** The plans without the buckets that could be read from packs, and the sums of those: of all plans together, because a value is the same in every ledger. */
export async function withPacks(sql: Sql, plans: readonly Plan[], wanted: Wanted): Promise<{ plans: Plan[]; packed: Sums | null }> {
  const packs = summing(wanted.measures.length)
  const left: Plan[] = []
  for (const plan of plans) left.push(isReadWhole(plan, wanted) ? await addPacks(sql, plan, wanted, packs) : plan)
  const sums = wanted.filters.reduce((before, { numbers, negated }) => {
    const named = new Set(numbers)
    return only(before, (value) => named.has(value) !== negated)
  }, packs.sums())
  return { plans: left, packed: sums.values.length > 0 ? sums : null }
}

const isReadWhole = ({ from, buckets }: Plan, { by, filters }: Wanted) => typeof from === 'object' && from === by && buckets.length > 0 && !filters.some(({ numbers, negated }) => !negated && numbers.length < many)

/** Adds the packs of the plan's buckets to the others; what is left of the plan has no pack. */
async function addPacks(sql: Sql, plan: Plan, { measures, workspace }: Wanted, packs: Summing): Promise<Plan> {
  const { ledger, from, buckets } = plan
  const offsets = measures.map((one) => counterOf(ledger, one)).map((counter) => counter && offsetInEntry(ledger, counter))
  const entries = { bytes: bytesOfEntry(ledger), offsets }
  const read = new Set<number>()
  await eachRow(sql, packsOf(plan, from as Kind, workspace), ([place, pack]) => {
    read.add((place as Buffer).readInt32BE())
    packs.add(pack as Buffer, entries)
  })
  return { ...plan, buckets: buckets.filter((_, place) => !read.has(place)) }
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
