/** SQL of closing: when a span of time is over, its events are added up once. */
import { eachCounter, type Ledger, ofFacts } from './ledgers.js'
import type { Sql } from './sql.js'
import { quarter, type Tier } from './tiers.js'

const columnsOf = (ledger: Ledger) => eachCounter(ledger, ({ column }) => column)
const sumsOf = (ledger: Ledger) => eachCounter(ledger, ({ column }) => `sum(${column})`)

const unpivoted = ({ kinds }: Ledger) =>
  `(values ${kinds.map(({ code, column }) => `(${code}::smallint, fact.${column})`).join(', ')}) as counted(kind, value)`

/** Facts of one bucket; the bounds by instant choose the partition, those by hour use the index. */
const factsOf = ({ facts }: Ledger, workspace: string, from: string, to: string) => `
  select * from ${facts}
  where workspace = ${workspace} and at >= ${from} and at < ${to}
    and hour >= floor(extract(epoch from ${from}) / 3600) and hour < ceil(extract(epoch from ${to}) / 3600)`

const closeTotals = (ledger: Ledger) => `
  insert into ${ledger.totals} (workspace, tier, bucket, ${columnsOf(ledger)}, dense, tended)
  select workspace, $1::smallint, $2, ${sumsOf(ledger)}, sum(${ledger.size}) >= $5::bigint, sum(${ledger.size}) < $5::bigint
  from ${ledger.totals} where tier = $4::smallint and bucket >= $2 and bucket < $3 group by workspace`

/** Workspaces whose bucket is added up by kind; where one is named, that one. */
const dense = ({ totals }: Ledger) =>
  `select workspace from ${totals} where tier = $1::smallint and bucket = $2 and dense and ($4::integer is null or workspace = $4)`

/** From facts. */
const fillFirst = (ledger: Ledger) => `
  insert into ${ledger.rollups} (tier, bucket, workspace, kind, value, ${columnsOf(ledger)})
  select $1::smallint, $2, workspace, kind, value, ${eachCounter(ledger, ofFacts)}
  from (${dense(ledger)}) as dense(dense_workspace)
  cross join lateral (${factsOf(ledger, 'dense_workspace', '$2::timestamptz', '$3::timestamptz')} offset 0) as fact
  cross join lateral ${unpivoted(ledger)}
  group by workspace, kind, value order by workspace, kind, value`

/** From the rollups of the tier before, and from facts where it had too few events to have any. */
const fillFurther = (ledger: Ledger, span: number) => `
  with dense as (${dense(ledger)})
  insert into ${ledger.rollups} (tier, bucket, workspace, kind, value, ${columnsOf(ledger)})
  select $1::smallint, $2, workspace, kind, value, ${sumsOf(ledger)}
  from (
    select workspace, kind, value, ${columnsOf(ledger)} from ${ledger.rollups} join dense using (workspace)
    where tier = $5::smallint and bucket >= $2 and bucket < $3
    union all
    select fact.workspace, kind, value, ${eachCounter(ledger, ({ ofFact }) => (ofFact === '1' ? ofFact : `fact.${ofFact}`))}
    from dense join ${ledger.totals} part on part.workspace = dense.workspace and part.tier = $5::smallint and part.bucket >= $2 and part.bucket < $3 and not part.dense
    cross join lateral (${factsOf(ledger, 'part.workspace', 'part.bucket', `(part.bucket + interval '${span} milliseconds')`)} offset 0) as fact
    cross join lateral ${unpivoted(ledger)}
  ) as counted
  group by workspace, kind, value order by workspace, kind, value`

export interface Place {
  tier: Tier
  before: Tier
  /** Where it begins. */
  bucket: number
}

const spanOf = ({ tier, bucket }: Place) => [tier.code, new Date(bucket), new Date(bucket + tier.span)]

/** Afterwards the bucket is filled. The tier before must have all of its buckets. */
export async function closeBucket(sql: Sql, ledger: Ledger, place: Place, denseFrom: number): Promise<void> {
  await sql.query(closeTotals(ledger), [...spanOf(place), place.before.code, denseFrom])
  await fillRollups(sql, ledger, place, null)
}

/** Afterwards the bucket, which is dense, has its rollups: of one workspace, or of all. */
export async function fillRollups(sql: Sql, ledger: Ledger, place: Place, workspace: number | null): Promise<void> {
  if (place.before === quarter) await sql.query(fillFirst(ledger), [...spanOf(place), workspace])
  else await sql.query(fillFurther(ledger, place.before.span), [...spanOf(place), workspace, place.before.code])
}
