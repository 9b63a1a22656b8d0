/** Merges results of several workspaces into one, for figures over all of them. Pure. */
import { type GroupBy, groups } from './groups.js'
import { maxGroups } from './limits.js'

const measures = ['clicks', 'leads', 'sales', 'saleAmount'] as const
type Counts = Partial<Record<(typeof measures)[number], number>>
type Row = Counts & { previous?: Counts } & Record<string, unknown>

/** Sums of the same interval or group, with the largest group first. A visitor of two workspaces counts in both. */
export function mergeAnalytics(results: readonly unknown[], groupBy: GroupBy): unknown {
  if (groupBy === 'count') return (results as Row[]).reduce(addRows)
  const rows = new Map<string, Row>()
  for (const row of (results as Row[][]).flat()) {
    const key = identityOf(row)
    const known = rows.get(key)
    rows.set(key, known ? addRows(known, row) : row)
  }
  const merged = [...rows.values()]
  return groupBy === 'timeseries' ? merged : merged.toSorted(descending(groupBy)).slice(0, maxGroups)
}

/** What a row is about: everything but its counts. */
const identityOf = (row: Row) => JSON.stringify({ ...row, ...Object.fromEntries(measures.map((name) => [name, 0])), previous: null })

function addRows(one: Row, other: Row): Row {
  const { previous } = one
  return { ...one, ...addCounts(one, other), ...(previous && { previous: { ...previous, ...addCounts(previous, other.previous ?? {}) } }) }
}

const addCounts = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(measures.flatMap((name) => (name in one ? [[name, (one[name] ?? 0) + (other[name] ?? 0)]] : [])))

/** The order of the results: groups of a link property by sale amount first. */
function descending(groupBy: Exclude<GroupBy, 'count' | 'timeseries'>): (one: Row, other: Row) => number {
  const byMoney = groups[groupBy].grouping?.by === 'link'
  const order = byMoney ? (['saleAmount', 'clicks', 'leads'] as const) : (['clicks', 'leads', 'saleAmount'] as const)
  return (one, other) => {
    const name = order.find((measure) => (one[measure] ?? 0) !== (other[measure] ?? 0))
    return name ? (other[name] ?? 0) - (one[name] ?? 0) : 0
  }
}
