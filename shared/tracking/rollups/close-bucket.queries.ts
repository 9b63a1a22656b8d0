/** SQL of closing: when a span of time is over, its events are added up once. */
import { eachCounter, type Ledger, ofFacts } from './ledgers.js'
import type { Sql } from './sql.js'
import { quarter, type Tier } from './tiers.js'

const columnsOf = (ledger: Ledger) => eachCounter(ledger, ({ column }) => column)
const sumsOf = (ledger: Ledger) => eachCounter(ledger, ({ column }) => `sum(${column})`)

const unpivoted = ({ kinds }: Ledger) => `(values ${kinds.map(({ code, column }) => `(${code}::smallint, fact.${column})`).join(', ')}) as counted(kind, value)`

/** Facts of one bucket; the bounds by instant choose the partition, those by hour use the index. */
const factsOf = ({ facts }: Ledger, workspace: string, from: string, to: string) => `
  select * from ${facts}
  where workspace = ${workspace} and at >= ${from} and at < ${to}
    and hour >= floor(extract(epoch from ${from}) / 3600) and hour < ceil(extract(epoch from ${to}) / 3600)`

const closeTotals = (ledger: Ledger) => `
  insert into ${ledger.totals} (workspace, tier, bucket, ${columnsOf(ledger)}, dense, tended)
  select workspace, $1::smallint, $2, ${sumsOf(ledger)}, sum(${ledger.size}) >= $5::bigint, sum(${ledger.size}) < $5::bigint
  from ${ledger.totals} where tier = $4::smallint and bucket >= $2 and bucket < $3 group by workspace`

/** From facts. */
const closeFirst = (ledger: Ledger) => `
  insert into ${ledger.rollups} (tier, bucket, workspace, kind, value, ${columnsOf(ledger)})
  select $1::smallint, $2, workspace, kind, value, ${eachCounter(ledger, ofFacts)}
  from (select workspace as dense_workspace from ${ledger.totals} where tier = $1::smallint and bucket = $2 and dense) as dense
  cross join lateral (${factsOf(ledger, 'dense_workspace', '$2::timestamptz', '$3::timestamptz')} offset 0) as fact
  cross join lateral ${unpivoted(ledger)}
  group by workspace, kind, value order by workspace, kind, value`

/** From the rollups of the tier before, and from facts where it had too few events to have any. */
const closeFurther = (ledger: Ledger, span: number) => `
  with dense as (select workspace from ${ledger.totals} where tier = $1::smallint and bucket = $2 and dense)
  insert into ${ledger.rollups} (tier, bucket, workspace, kind, value, ${columnsOf(ledger)})
  select $1::smallint, $2, workspace, kind, value, ${sumsOf(ledger)}
  from (
    select workspace, kind, value, ${columnsOf(ledger)} from ${ledger.rollups} join dense using (workspace)
    where tier = $4::smallint and bucket >= $2 and bucket < $3
    union all
    select fact.workspace, kind, value, ${eachCounter(ledger, ({ ofFact }) => (ofFact === '1' ? ofFact : `fact.${ofFact}`))}
    from dense join ${ledger.totals} part on part.workspace = dense.workspace and part.tier = $4::smallint and part.bucket >= $2 and part.bucket < $3 and not part.dense
    cross join lateral (${factsOf(ledger, 'part.workspace', 'part.bucket', `(part.bucket + interval '${span} milliseconds')`)} offset 0) as fact
    cross join lateral ${unpivoted(ledger)}
  ) as counted
  group by workspace, kind, value order by workspace, kind, value`

/** Afterwards the tier's bucket that begins at the instant is filled. The tier before must have all of its buckets. */
export async function closeBucket(sql: Sql, ledger: Ledger, { tier, before, bucket, denseFrom }: { tier: Tier; before: Tier; bucket: number; denseFrom: number }): Promise<void> {
  const span = [tier.code, new Date(bucket), new Date(bucket + tier.span)]
  await sql.query(closeTotals(ledger), [...span, before.code, denseFrom])
  if (before === quarter) await sql.query(closeFirst(ledger), span)
  else await sql.query(closeFurther(ledger, before.span), [...span, before.code])
}
