/** Packs beside the rollups that they were made of. */
import { type Kind, type Ledger, packed, unpacked } from '../../tracking/index.js'
import { compare } from './rollups.queries.js'

const inSpan = (kind: Kind) =>
  `workspace = (select no from rollup_workspaces where workspace_id = $1) and kind = ${kind.code} and bucket >= $2 and bucket < $3`

/** Packs of one kind that questions are answered from; those that differ are taken apart. */
export const wrongPacks = (ledger: Ledger, kind: Kind) => {
  const measures = ledger.counters.map(({ column }) => column)
  return `with valid as (
    select workspace, tier, bucket, ${kind.code}::smallint as kind from ${ledger.totals}
    where workspace = (select no from rollup_workspaces where workspace_id = $1) and bucket >= $2 and bucket < $3 and dense and tended and tier > 0
  ),
  of_rows as (select tier, bucket, ${packed(ledger)} as pack from ${ledger.rollups} where ${inSpan(kind)} group by tier, bucket),
  differing as materialized (
    select tier, bucket, packs.pack from valid left join of_rows using (tier, bucket) left join ${ledger.packs} as packs using (workspace, kind, tier, bucket)
    where packs.pack is distinct from of_rows.pack
  ),
  expected as (select tier, bucket, value, ${measures.join(', ')} from differing join ${ledger.rollups} using (tier, bucket) where ${inSpan(kind)}),
  found as (select tier, bucket, entry.* from differing cross join lateral ${unpacked(ledger, 'pack')} as entry),
  ${compare(measures, ['tier', 'bucket', 'value'], 'valid')}`
}
