/** How a question is answered: from which tables, and which part of its time from each. Pure. */
import { type Attribute, type Kind, kindOf, tiers } from '../../tracking/index.js'
import type { Grouping, Selection } from '../event-store.js'
import { type Bucket, cover, type Span } from './cover.js'

/** Parts of a question's time, each with the number of the span of the time series that it belongs to. */
export type Numbered<Part> = Part & { series: number }

export interface Plan {
  /** Totals of all clicks; sums by the values of a kind; or every single fact, because no kind knows all that is asked. */
  from: 'totals' | Kind | 'facts'
  buckets: Numbered<Bucket>[]
  /** Answered from facts. */
  gaps: Numbered<Span>[]
  /** Not folded yet: answered from the events themselves. */
  tail: Span | null
}

/** Attributes that the question is about, be it as filter or as group. */
function attributesOf({ attributes, links }: Pick<Selection, 'attributes' | 'links'>, grouping: Grouping): Attribute[] {
  const byLink = links.length > 0 || grouping.by === 'link'
  const grouped = grouping.by === 'attributes' ? grouping.attributes : []
  return [...new Set<Attribute>([...attributes.map(({ attribute }) => attribute), ...grouped, ...(byLink ? (['linkId'] as const) : [])])]
}

export function sourceOf(selection: Selection, grouping: Grouping): Plan['from'] {
  const asked = attributesOf(selection, grouping)
  return asked.length === 0 ? 'totals' : (kindOf(asked) ?? 'facts')
}

/** Everything before the watermark is folded. */
export function planOf(selection: Selection, grouping: Grouping, watermark: number): Plan {
  const { from, to } = selection
  // Only the clicks themselves say which they are, and those of a customer are few.
  if (selection.customerId !== undefined) return { from: sourceOf(selection, grouping), buckets: [], gaps: [], tail: { from, to } }
  const folded = Math.max(from, Math.min(to, watermark))
  const source = sourceOf(selection, grouping)
  const usable = source === 'facts' ? [] : source === 'totals' ? tiers : tiers.filter(({ code }) => code >= source.from.code)
  const spans = source === 'facts' ? [{ from, to: folded, series: 0 }] : spansOf(grouping, { from, to: folded })
  const covers = spans.map((span) => ({ series: span.series, ...cover(span, usable) }))
  return {
    from: source,
    buckets: covers.flatMap(({ series, buckets }) => buckets.map((one) => ({ ...one, series }))),
    gaps: covers.flatMap(({ series, gaps }) => gaps.map((one) => ({ ...one, series }))),
    tail: folded < to ? { from: folded, to } : null,
  }
}

function spansOf(grouping: Grouping, whole: Span): Numbered<Span>[] {
  if (grouping.by !== 'time') return [{ ...whole, series: 0 }]
  return grouping.starts
    .map((start, series) => ({ from: Math.max(start, whole.from), to: Math.min(grouping.starts[series + 1] ?? whole.to, whole.to), series }))
    .filter(({ from, to }) => from < to)
}
