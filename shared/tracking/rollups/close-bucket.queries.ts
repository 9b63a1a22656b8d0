/** SQL of closing: when a span of time is over, its clicks are added up once. */
import { kinds, type Kind } from './kinds.js'
import type { Sql } from './sql.js'
import type { Tier } from './tiers.js'

const unpivoted = (list: readonly Kind[]) => `(values ${list.map(({ code, column }) => `(${code}::smallint, fact.${column})`).join(', ')}) as counted(kind, value)`

/** Facts of one bucket; the bounds by instant choose the partition, those by hour use the index. */
const factsOf = (workspace: string, from: string, to: string) => `
  select * from click_facts
  where workspace = ${workspace} and at >= ${from} and at < ${to}
    and hour >= floor(extract(epoch from ${from}) / 3600) and hour < ceil(extract(epoch from ${to}) / 3600)`

const closeTotals = `
  insert into click_totals (workspace, tier, bucket, clicks, dense)
  select workspace, $1::smallint, $2, sum(clicks), sum(clicks) >= $5::bigint
  from click_totals where tier = $4::smallint and bucket >= $2 and bucket < $3 group by workspace`

/** Kinds whose shortest span this is: from facts. */
const closeFirst = (first: readonly Kind[]) => `
  insert into click_rollups (tier, bucket, workspace, kind, value, clicks)
  select $1::smallint, $2, workspace, kind, value, count(*)
  from (select workspace as dense_workspace from click_totals where tier = $1::smallint and bucket = $2 and dense) as dense
  cross join lateral (${factsOf('dense_workspace', '$2::timestamptz', '$3::timestamptz')} offset 0) as fact
  cross join lateral ${unpivoted(first)}
  group by workspace, kind, value order by workspace, kind, value`

/** Kinds of the tier before: from its rollups, and from facts where it had too few clicks to have any. */
const closeFurther = (further: readonly Kind[], span: number) => `
  with dense as (select workspace from click_totals where tier = $1::smallint and bucket = $2 and dense)
  insert into click_rollups (tier, bucket, workspace, kind, value, clicks)
  select $1::smallint, $2, workspace, kind, value, sum(clicks)
  from (
    select workspace, kind, value, clicks from click_rollups join dense using (workspace)
    where tier = $4::smallint and bucket >= $2 and bucket < $3 and kind in (${further.map(({ code }) => code).join(', ')})
    union all
    select fact.workspace, kind, value, 1
    from dense join click_totals part on part.workspace = dense.workspace and part.tier = $4::smallint and part.bucket >= $2 and part.bucket < $3 and not part.dense
    cross join lateral (${factsOf('part.workspace', 'part.bucket', `(part.bucket + interval '${span} milliseconds')`)} offset 0) as fact
    cross join lateral ${unpivoted(further)}
  ) as counted
  group by workspace, kind, value order by workspace, kind, value`

/** Afterwards the tier's bucket that begins at the instant is filled. The tier before must have all of its buckets. */
export async function closeBucket(sql: Sql, tier: Tier, before: Tier, bucket: number, denseFrom: number): Promise<void> {
  const span = [tier.code, new Date(bucket), new Date(bucket + tier.span)]
  await sql.query(closeTotals, [...span, before.code, denseFrom])
  const first = kinds.filter(({ from }) => from.code === tier.code)
  const further = kinds.filter(({ from }) => from.code < tier.code)
  if (first.length > 0) await sql.query(closeFirst(first), span)
  if (further.length > 0) await sql.query(closeFurther(further, before.span), [...span, before.code])
}
