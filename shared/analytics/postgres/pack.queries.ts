/**
 * SQL of packs: the rollups of one dimension and bucket in one bytea, for queries that read every value. An entry is a value id of four
 * bytes, followed by eight bytes per counter, big-endian; entries are sorted by value id.
 */
interface WithCounters<Counter extends { column: string }> {
  counters: readonly Counter[]
}

export const entryBytes = ({ counters }: WithCounters<{ column: string }>) => 4 + 8 * counters.length
export const counterOffset = <Counter extends { column: string }>({ counters }: WithCounters<Counter>, counter: Counter) =>
  4 + 8 * counters.indexOf(counter)

/** Aggregate expression that packs rows with a `value` and the counters. */
export const packExpression = ({ counters }: WithCounters<{ column: string }>) =>
  `string_agg(int4send(value) || ${counters.map(({ column }) => `int8send(${column})`).join(' || ')}, ''::bytea order by value)`
