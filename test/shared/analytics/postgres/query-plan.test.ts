import test from 'ava'
import fc from 'fast-check'
import type { EventKind, Grouping, Selection } from '../../../../shared/analytics/event-store.js'
import { planQuery, cheapestSource } from '../../../../shared/analytics/postgres/query-plan.js'
import { splitIntoBuckets } from '../../../../shared/analytics/postgres/split-into-buckets.js'
import { days, hours } from '../../../../shared/kernel/time.js'
import { tiers, rollupTiers } from '../../../../shared/rollups/index.js'

const selection = (overrides: Partial<Selection> = {}): Selection => ({
  workspaceIds: ['ws_1'],
  from: 0,
  to: days(30),
  attributes: [],
  links: [],
  ...overrides,
})
const count: Grouping = { by: 'nothing' }
const is = (attribute: Selection['attributes'][number]['attribute']) => ({ attribute, values: ['x'], negated: false })

test('buckets and gaps cover every instant of the span exactly once, and nothing else', (t) => {
  fc.assert(
    fc.property(fc.nat(days(400)), fc.nat(days(400)), fc.nat(tiers.length), (from, length, skipped) => {
      const { buckets, gaps } = splitIntoBuckets({ from, to: from + length }, tiers.slice(skipped))
      const parts = [...buckets.map(({ at, tier }) => ({ from: at, to: at + tier.span, sign: 1 })), ...gaps]
      const steps = new Map<number, number>()
      const step = (at: number, by: number) => steps.set(at, (steps.get(at) ?? 0) + by)
      for (const { from: begin, to: end, sign } of [...parts, { from, to: from + length, sign: -1 }]) {
        step(begin, sign)
        step(end, -sign)
      }
      return [...steps.values()].every((by) => by === 0)
    }),
  )
  t.pass()
})

test('reads facts of at most half a bucket before the first whole bucket', (t) => {
  fc.assert(
    fc.property(fc.nat(days(400)), fc.integer({ min: hours(1), max: days(400) }), (from, length) => {
      const { gaps } = splitIntoBuckets({ from, to: from + length }, rollupTiers)
      return gaps.filter((gap) => gap.to <= Math.ceil(from / hours(1)) * hours(1)).every((gap) => gap.to - gap.from <= hours(0.5))
    }),
  )
  t.pass()
})

test('thirty days need at most twelve buckets, wherever they start', (t) => {
  for (let start = 0; start < 64; start++) {
    const { buckets, gaps } = splitIntoBuckets({ from: days(start), to: days(start + 30) }, tiers)
    t.true(buckets.length <= 12 && gaps.length === 0, `${start}: ${buckets.length}`)
  }
})

test('chooses the cheapest source that has all attributes of the query', (t) => {
  const source = (overrides: Partial<Selection>, grouping: Grouping = count) => {
    const chosen = cheapestSource(selection(overrides), grouping)
    return typeof chosen === 'string' ? chosen : chosen.column
  }
  const by = (...attributes: Selection['attributes'][number]['attribute'][]): Grouping => ({ by: 'attributes', attributes })
  t.is(source({}), 'totals')
  t.is(source({}, { by: 'time', starts: [0] }), 'totals')
  t.is(source({}, by('country')), 'country')
  t.is(source({ attributes: [is('country')] }, by('country', 'region', 'city')), 'place')
  t.is(source({ attributes: [is('device')] }, by('browser')), 'client')
  t.is(source({ attributes: [is('country'), is('device')] }), 'market')
  t.is(source({ attributes: [is('linkId')] }), 'link')
  t.is(source({ links: [{ field: 'domain', values: ['x'], negated: false }] }), 'link')
  t.is(source({}, { by: 'link', field: 'tagId' }), 'link')
  t.is(source({ attributes: [is('linkId')] }, by('country')), 'facts')
  t.is(source({ attributes: [is('city'), is('referer')] }), 'facts')
})

const planOf = (kind: EventKind, overrides: Partial<Selection>, watermark: number, hasPending = false) => {
  const [plan] = planQuery([kind], selection(overrides), count, { watermarks: { clicks: watermark, conversions: watermark }, hasPending })
  return plan as NonNullable<typeof plan>
}

test('reads clicks after the watermark from the event table', (t) => {
  const plan = planOf('clicks', { from: hours(1), to: hours(30) }, hours(26))
  t.deepEqual(plan.rawSpan, { from: hours(26), to: hours(30) })
  t.true(plan.buckets.every(({ at, tier }) => at + tier.span <= hours(26)))
  t.is(planOf('clicks', {}, days(31)).rawSpan, null)
  t.like(planOf('clicks', {}, 0), { source: 'totals', buckets: [], gaps: [], rawSpan: { from: 0, to: days(30) } })
})

test('reads leads and sales after the watermark from facts, corrected by pending events', (t) => {
  const plan = planOf('leads', { from: hours(1), to: hours(30) }, hours(26))
  t.like(plan, { rawSpan: null, pendingSpan: null })
  t.deepEqual(plan.gaps.at(-1), { from: hours(26), to: hours(30), seriesIndex: 0, sign: 1 })
  t.deepEqual(planOf('leads', { to: hours(30) }, hours(26), true).pendingSpan, { from: 0, to: hours(30) })
})

test('reads facts for sale types, and event tables for customers and metadata', (t) => {
  t.is(planOf('sales', { saleType: 'new' }, days(31)).source, 'facts')
  t.is(planOf('leads', { saleType: 'new' }, days(31)).source, 'totals')
  for (const overrides of [{ customerId: 'cus_1' }, { metadata: [[{ path: ['plan'], operator: '=', value: 'pro' }]] } as const]) {
    t.like(planOf('sales', overrides, days(31), true), { buckets: [], gaps: [], rawSpan: { from: 0, to: days(30) }, pendingSpan: null })
  }
})

test('reads the click table for clicks of a customer', (t) => {
  t.like(planOf('clicks', { customerId: 'cus_1' }, days(31)), {
    source: 'totals',
    buckets: [],
    gaps: [],
    rawSpan: { from: 0, to: days(30) },
  })
})

test('rows of a time series share no bucket', (t) => {
  const starts = [0, 1, 2].map((day) => days(day) + hours(18.5) - days(1))
  const [plan] = planQuery(
    ['clicks'],
    selection({ from: starts[0] as number, to: days(3) }),
    { by: 'time', starts },
    { watermarks: { clicks: days(40), conversions: 0 }, hasPending: false },
  )
  t.true((plan?.buckets ?? []).length > 0)
  for (const { at, tier, seriesIndex } of plan?.buckets ?? []) {
    t.true(at >= (starts[seriesIndex] as number))
    t.true(seriesIndex === 2 || at + tier.span <= (starts[seriesIndex + 1] as number))
  }
})
