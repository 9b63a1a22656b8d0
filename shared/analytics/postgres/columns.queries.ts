import { days } from '../../kernel/time.js'
import { clickLedger, tiers } from '../../tracking/index.js'
import type { Span } from './cover.js'
import type { NumberFilter } from './folded.queries.js'
import type { Sql } from './snapshot.queries.js'

const day = tiers.find(({ span }) => span === days(1))

/** Which share of the clicks of the span's busy days have one of the values; null where no day says. */
export async function shareInRollups(
  sql: Sql,
  workspace: number,
  { kind, numbers }: NumberFilter,
  { from, to }: Span,
): Promise<number | null> {
  const { rows } = await sql.query<{ share: number | null }>(
    `select (coalesce(sum(of_values.clicks), 0) / sum(total.clicks))::float8 as share from ${clickLedger.totals} as total cross join lateral (
       select sum(clicks) as clicks from ${clickLedger.rollups} as one
       where one.tier = total.tier and one.bucket = total.bucket and one.workspace = total.workspace and one.kind = ${kind.code} and one.value = any($2::integer[]) offset 0
     ) as of_values
     where total.workspace = $1 and total.tier = ${day?.code} and total.bucket >= $3 and total.bucket < $4 and dense`,
    [workspace, numbers, new Date(from), new Date(to)],
  )
  return rows[0]?.share ?? null
}
