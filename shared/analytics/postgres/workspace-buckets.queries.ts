/**
 * Of several workspaces, some have rollups of a bucket and others too few events: which ones is read before the count, so that the facts of
 * the others are scanned together instead of looked up for each workspace and bucket.
 */
import type { FactSpan, QueryPlan } from './query-plan.js'
import type { Sql } from './snapshot.queries.js'
import type { Span } from './split-into-buckets.js'

/** The workspaces with events in a bucket, in ascending order. */
interface BucketWorkspaces {
  dense: number[]
  sparse: number[]
}

/** The plan with only the buckets that have rollups, and the spans whose facts are scanned instead of the others. */
export async function withFactSpans(sql: Sql, plan: QueryPlan, workspaces: readonly number[]): Promise<QueryPlan> {
  if (typeof plan.source !== 'object' || plan.buckets.length === 0) return plan
  const found = await readBucketWorkspaces(sql, plan, workspaces)
  return {
    ...plan,
    buckets: plan.buckets.flatMap((bucket, index) => {
      const { dense = [] } = found[index] ?? {}
      return dense.length > 0 ? [{ ...bucket, workspaces: dense }] : []
    }),
    factSpans: factSpans(
      plan.buckets.map(({ at, tier }) => ({ from: at, to: at + tier.span })),
      found.map(({ sparse }) => sparse),
    ),
  }
}

/** Neighbouring buckets in which the same workspaces have too few events become one span. Pure. */
export function factSpans(buckets: readonly Span[], sparse: readonly (readonly number[])[]): FactSpan[] {
  const spans: FactSpan[] = []
  const order = buckets.map((_, index) => index).toSorted((a, b) => (buckets[a] as Span).from - (buckets[b] as Span).from)
  for (const index of order) {
    const [{ from, to }, workspaces] = [buckets[index] as Span, sparse[index] ?? []]
    if (workspaces.length === 0) continue
    const last = spans.at(-1)
    if (last?.to === from && last.workspaces.join() === workspaces.join()) last.to = to
    else spans.push({ from, to, workspaces })
  }
  return spans
}

async function readBucketWorkspaces(
  sql: Sql,
  { rollupSchema, buckets }: QueryPlan,
  workspaces: readonly number[],
): Promise<BucketWorkspaces[]> {
  const { rows } = await sql.query<{ index: number; dense: number[] | null; sparse: number[] | null }>(
    `select index::int - 1 as index, array_agg(workspace order by workspace) filter (where dense) as dense,
       array_agg(workspace order by workspace) filter (where not dense) as sparse
     from unnest($1::smallint[], $2::timestamptz[]) with ordinality as wanted(tier, bucket, index)
       join ${rollupSchema.totals} as total using (tier, bucket)
     where workspace = any($3::integer[]) group by index`,
    [buckets.map(({ tier }) => tier.code), buckets.map(({ at }) => new Date(at)), workspaces],
  )
  const found: BucketWorkspaces[] = buckets.map(() => ({ dense: [], sparse: [] }))
  for (const { index, dense, sparse } of rows) found[index] = { dense: dense ?? [], sparse: sparse ?? [] }
  return found
}
