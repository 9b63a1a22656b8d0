/** How a question is answered: from which tables, and which part of its time from each. Pure. */
import {
  type Attribute,
  clickLedger,
  conversionLedger,
  type Kind,
  kindOf,
  type Ledger,
  tiers,
  tiersOfRollups,
} from '../../tracking/index.js'
import type { EventKind, Grouping, Selection } from '../event-store.js'
import { type Bucket, cover, type Gap, type Span } from './cover.js'
import type { CountedColumns } from './tally.js'

/** Parts of a question's time, each with the number of the span of the time series that it belongs to. */
export type Numbered<Part> = Part & { series: number }

export interface Plan {
  ledger: Ledger
  /** The kinds of events that are wanted of it. */
  kinds: readonly EventKind[]
  /** Totals of all events; sums by the values of a kind; or every single fact, because no kind knows all that is asked. */
  from: 'totals' | Kind | 'facts'
  buckets: Numbered<Bucket>[]
  /** Answered from facts, or taken off by them. */
  gaps: Numbered<Gap>[]
  /** What the facts of whole hours come to, as far as that is known already. */
  columns?: CountedColumns
  /** Answered from the events themselves. */
  tail: Span | null
  /** Facts of this time are put right by the events of which it is noted that theirs is missing or wrong. */
  noted: Span | null
}

/** What is known before a question is planned. Everything before the watermark is filled. */
export interface Standing {
  watermarks: Record<'clicks' | 'conversions', number>
  hasNotes: boolean
}

/** Attributes that the question is about, be it as filter or as group. */
function attributesOf({ attributes, links }: Pick<Selection, 'attributes' | 'links'>, grouping: Grouping): Attribute[] {
  const byLink = links.length > 0 || grouping.by === 'link'
  return [
    ...new Set<Attribute>([
      ...attributes.map(({ attribute }) => attribute),
      ...groupedBy(grouping),
      ...(byLink ? (['linkId'] as const) : []),
    ]),
  ]
}

/** The attributes whose values make the groups. */
export function groupedBy(grouping: Grouping): readonly Attribute[] {
  switch (grouping.by) {
    case 'attributes':
      return grouping.attributes
    case 'eventName':
      return ['eventName']
    case 'link':
      return ['linkId']
    case 'nothing':
    case 'time':
      return []
  }
}

/** The kind whose values make the groups, or from which they are made; null where there are none. */
export function kindGrouped(selection: Selection, grouping: Grouping): Kind | null {
  const grouped = groupedBy(grouping)
  if (grouped.length === 0) return null
  const source = sourceOf(selection, grouping)
  return typeof source === 'object' ? source : (kindOf(grouped) as Kind)
}

export function sourceOf(selection: Selection, grouping: Grouping): Plan['from'] {
  const asked = attributesOf(selection, grouping)
  return asked.length === 0 ? 'totals' : (kindOf(asked) ?? 'facts')
}

/** One for each ledger that counts any of the kinds. */
export function plansOf(kinds: readonly EventKind[], selection: Selection, grouping: Grouping, standing: Standing): Plan[] {
  const conversions = kinds.filter((kind) => kind !== 'clicks')
  return [
    ...(kinds.includes('clicks') ? [planOfClicks(selection, grouping, standing)] : []),
    ...(conversions.length > 0 ? [planOfConversions(conversions, selection, grouping, standing)] : []),
  ]
}

function planOfClicks(selection: Selection, grouping: Grouping, { watermarks }: Standing): Plan {
  const { from, to } = selection
  const plan = { ledger: clickLedger, kinds: ['clicks'] as const, from: sourceOf(selection, grouping), noted: null }
  // Only the clicks themselves say which are those of a customer, and who their visitors are.
  if (selection.customerId !== undefined || selection.unique) return { ...plan, buckets: [], gaps: [], tail: { from, to } }
  const folded = Math.max(from, Math.min(to, watermarks.clicks))
  return { ...plan, ...filledParts(plan.from, grouping, { from, to: folded }, folded), tail: folded < to ? { from: folded, to } : null }
}

function planOfConversions(
  kinds: readonly EventKind[],
  selection: Selection,
  grouping: Grouping,
  { watermarks, hasNotes }: Standing,
): Plan {
  const { from, to, customerId, saleType, metadata = [] } = selection
  const whole = { from, to }
  const plan = { ledger: conversionLedger, kinds, from: sourceOf(selection, grouping), tail: null, noted: null }
  if (customerId !== undefined || metadata.length > 0) return { ...plan, buckets: [], gaps: [], tail: whole }
  // A sale's being the first is no dimension, but every fact says it.
  const source = saleType !== undefined && kinds.includes('sales') ? 'facts' : plan.from
  return { ...plan, from: source, ...filledParts(source, grouping, whole, watermarks.conversions), noted: hasNotes ? whole : null }
}

/** Buckets up to the watermark, and facts for the rest. */
function filledParts(source: Plan['from'], grouping: Grouping, whole: Span, watermark: number): Pick<Plan, 'buckets' | 'gaps'> {
  if (source === 'facts') return { buckets: [], gaps: whole.from < whole.to ? [{ ...whole, series: 0, sign: 1 }] : [] }
  const usable = source === 'totals' ? tiers : tiersOfRollups
  const covers = spansOf(grouping, whole).map(({ from, to, series }) => {
    const filled = Math.max(from, Math.min(to, watermark))
    return { series, covered: cover({ from, to: filled }, usable), rest: filled < to ? [{ from: filled, to, sign: 1 as const }] : [] }
  })
  return {
    buckets: covers.flatMap(({ series, covered }) => covered.buckets.map((one) => ({ ...one, series }))),
    gaps: covers.flatMap(({ series, covered, rest }) => [...covered.gaps, ...rest].map((one) => ({ ...one, series }))),
  }
}

function spansOf(grouping: Grouping, whole: Span): Numbered<Span>[] {
  if (grouping.by !== 'time') return [{ ...whole, series: 0 }]
  return grouping.starts
    .map((start, series) => ({
      from: Math.max(start, whole.from),
      to: Math.min(grouping.starts[series + 1] ?? whole.to, whole.to),
      series,
    }))
    .filter(({ from, to }) => from < to)
}
