/** SQL for clicks that arrive when their time has been folded. */
import { columnsOf, type Fact, insertFacts } from './fold.queries.js'
import { kinds } from './kinds.js'
import type { Sql } from './sql.js'
import { quarter, tiers } from './tiers.js'

/** Every bucket that exists by now and holds the click; quarters of an hour exist as soon as they have begun. */
const filled = `
  select added.*, tier, date_bin(span, at, 'epoch') as bucket
  from added cross join (values ${tiers.map(({ code, span }) => `(${code}::smallint, interval '${span} milliseconds')`).join(', ')}) as each(tier, span)
  where tier = ${quarter.code} or date_bin(span, at, 'epoch') + span <= (select at from click_watermark)`

const statement = `
  with added as (${insertFacts}),
  filled as (${filled}),
  in_totals as (
    insert into click_totals (workspace, tier, bucket, clicks, dense)
    select workspace, tier, bucket, count(*), false from filled group by 1, 2, 3 order by 1, 2, 3
    on conflict (workspace, tier, bucket) do update set clicks = click_totals.clicks + excluded.clicks
  )
  insert into click_rollups (tier, bucket, workspace, kind, value, clicks)
  select tier, bucket, workspace, kind, value, count(*)
  from filled join click_totals total using (workspace, tier, bucket)
  cross join lateral (values ${kinds.map(({ code, column, from }) => `(${code}::smallint, filled.${column}, ${from.code})`).join(', ')}) as counted(kind, value, first)
  where total.dense and tier >= first
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (tier, bucket, workspace, kind, value) do update set clicks = click_rollups.clicks + excluded.clicks`

/** Afterwards the facts are stored, and counted in every bucket that had been filled without them. */
export const addLateFacts = (sql: Sql, facts: readonly Fact[]) => sql.query(statement, columnsOf(facts))
