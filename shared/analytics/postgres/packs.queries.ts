/** Where every value of a kind is asked for, sums from packs take the place of the rollups of those buckets that have packs. */
import { eachRow } from '../../kernel/binary-rows.js'
import { bytesOfEntry, type Kind, offsetInEntry } from '../../tracking/index.js'
import type { Measure } from '../event-store.js'
import type { NumberFilter } from './folded.queries.js'
import type { KeptSums } from './kept-sums.js'
import type { Plan } from './plan.js'
import type { Sql } from './snapshot.queries.js'
import { counterOf } from './sources.js'
import { only, summing, type Sums } from './sums.js'

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

/** The plans without the buckets that have packs, and the sums of those: of all plans together, because a value is the same in every ledger. */
export async function withPacks(
  sql: Sql,
  plans: readonly Plan[],
  wanted: Wanted,
  kept: KeptSums,
): Promise<{ plans: Plan[]; packed: Sums | null }> {
  const packs: Packs[] = []
  for (const plan of plans) packs.push({ plan, versions: isReadWhole(plan, wanted) ? await readVersions(sql, plan, wanted) : new Map() })
  const left = packs.map(({ plan, versions }) => ({ ...plan, buckets: plan.buckets.filter((_, place) => !versions.has(place)) }))
  if (packs.every(({ versions }) => versions.size === 0)) return { plans: left, packed: null }
  const sums = await kept.of(nameOf(packs, wanted), () => readSums(sql, packs, wanted))
  const filtered = wanted.filters.reduce((before, { numbers, negated }) => {
    const named = new Set(numbers)
    return only(before, (value) => named.has(value) !== negated)
  }, sums)
  return { plans: left, packed: filtered.values.length > 0 ? filtered : null }
}

/** The packs of a plan's kind: by the place of their bucket, what tells a pack from one that was made anew. */
interface Packs {
  plan: Plan
  versions: ReadonlyMap<number, string>
}

const isReadWhole = ({ from, buckets }: Plan, { by, filters }: Wanted) =>
  typeof from === 'object' &&
  from === by &&
  buckets.length > 0 &&
  !filters.some(({ numbers, negated }) => !negated && numbers.length < many)

async function readVersions(sql: Sql, plan: Plan, { workspace }: Wanted): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql.query<[number, string]>({ text: packsOf(plan, workspace, 'packs.xmin::text'), rowMode: 'array' })
  return new Map(rows)
}

async function readSums(sql: Sql, packs: readonly Packs[], { measures, workspace }: Wanted): Promise<Sums> {
  const sums = summing(measures.length)
  for (const { plan, versions } of packs) {
    const { ledger } = plan
    const offsets = measures.map((one) => counterOf(ledger, one)).map((counter) => counter && offsetInEntry(ledger, counter))
    const entries = { bytes: bytesOfEntry(ledger), offsets }
    if (versions.size > 0) await eachRow(sql, packsOf(plan, workspace, 'pack'), ([, pack]) => sums.add(pack as Buffer, entries))
  }
  return sums.sums()
}

/** What the sums are of. */
const nameOf = (packs: readonly Packs[], { measures, workspace }: Wanted) =>
  JSON.stringify([
    workspace,
    measures,
    packs.map(({ plan: { ledger, from, buckets }, versions }) => [
      ledger.packs,
      (from as Kind).code,
      ...[...versions].map(([place, version]) => [buckets[place]?.tier.code, buckets[place]?.at, version]),
    ]),
  ])

/** The places of the buckets that have packs, and something of each. Of numbers alone, because a statement that copies takes no parameters. */
function packsOf({ ledger, from, buckets }: Plan, workspace: number, wanted: string): string {
  const asked = buckets.map(({ tier, at }, place) => `(${place}, ${tier.code}::smallint, to_timestamp(${at / 1000}))`)
  return `
  select place, wanted from (values ${asked.join(', ')}) as asked(place, tier, bucket) cross join lateral (
    select ${wanted} as wanted from ${ledger.totals} as total join ${ledger.packs} as packs using (workspace, tier, bucket)
    where workspace = ${workspace} and tier = asked.tier and bucket = asked.bucket and dense and tended and kind = ${(from as Kind).code} offset 0
  ) as found`
}
