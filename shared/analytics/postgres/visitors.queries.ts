/** SQL of the visitors of clicks that no column segment has. */
import type { ValueIdFilter } from './rolled-up-counts.queries.js'
import type { Span } from './split-into-buckets.js'

export interface SeriesSpan extends Span {
  /** Index of the row of the time series; 0 without one. */
  seriesIndex: number
}

const list = (numbers: readonly number[]) => `'{${numbers.join()}}'::integer[]`

const condition = ({ dimension, valueIds, negated }: ValueIdFilter) =>
  `${dimension.column} ${negated ? '<> all' : '= any'}(${list(valueIds)})`

/** Rows of the index and the visitor of each click. All values are numbers and part of the text, because `COPY` takes no parameters. */
export function visitorsInSpans(
  { workspace, filters }: { workspace: number; filters: readonly ValueIdFilter[] },
  spans: readonly SeriesSpan[],
): string {
  const instants = (of: (span: SeriesSpan) => number) =>
    `'{${spans.map((span) => new Date(of(span)).toISOString()).join()}}'::timestamptz[]`
  const conditions = [`workspace = ${workspace}`, 'timestamp >= "from"', 'timestamp < "to"', ...filters.map(condition)].join(' and ')
  return `select series_index, visitor from unnest(${list(spans.map(({ seriesIndex }) => seriesIndex))}, ${instants(({ from }) => from)},
    ${instants(({ to }) => to)}) as spans(series_index, "from", "to") cross join lateral (
    select substring(identity_hash for 8) as visitor from click_events where ${conditions} offset 0
  ) as found`
}
