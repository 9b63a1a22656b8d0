import test from 'ava'
import fc from 'fast-check'
import type { EventKind, Grouping, Selection } from '../../../../shared/analytics/event-store.js'
import { cover } from '../../../../shared/analytics/postgres/cover.js'
import { plansOf, sourceOf } from '../../../../shared/analytics/postgres/plan.js'
import { days, hours } from '../../../../shared/kernel/time.js'
import { tiers, tiersOfRollups } from '../../../../shared/tracking/index.js'

const selection = (given: Partial<Selection> = {}): Selection => ({
  workspaceId: 'ws_1',
  from: 0,
  to: days(30),
  attributes: [],
  links: [],
  ...given,
})
const count: Grouping = { by: 'nothing' }
const is = (attribute: Selection['attributes'][number]['attribute']) => ({ attribute, values: ['x'], negated: false })

test('buckets and gaps are the span: every instant of it counts once, and no other', (t) => {
  fc.assert(
    fc.property(fc.nat(days(400)), fc.nat(days(400)), fc.nat(tiers.length), (from, length, skipped) => {
      const { buckets, gaps } = cover({ from, to: from + length }, tiers.slice(skipped))
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

test('before the first whole bucket, no more than half of one is read fact by fact', (t) => {
  fc.assert(
    fc.property(fc.nat(days(400)), fc.integer({ min: hours(1), max: days(400) }), (from, length) => {
      const { gaps } = cover({ from, to: from + length }, tiersOfRollups)
      return gaps.filter((one) => one.to <= Math.ceil(from / hours(1)) * hours(1)).every((one) => one.to - one.from <= hours(0.5))
    }),
  )
  t.pass()
})

test('thirty days need some ten buckets, wherever they begin', (t) => {
  for (let start = 0; start < 64; start++) {
    const { buckets, gaps } = cover({ from: days(start), to: days(start + 30) }, tiers)
    t.true(buckets.length <= 12 && gaps.length === 0, `${start}: ${buckets.length}`)
  }
})

test('the source is the cheapest that knows all that is asked', (t) => {
  const source = (given: Partial<Selection>, grouping: Grouping = count) => {
    const from = sourceOf(selection(given), grouping)
    return typeof from === 'string' ? from : from.column
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

const planOf = (kind: EventKind, given: Partial<Selection>, watermark: number, hasNotes = false) => {
  const [plan] = plansOf([kind], selection(given), count, { watermarks: { clicks: watermark, conversions: watermark }, hasNotes })
  return plan as NonNullable<typeof plan>
}

test('clicks that are not folded yet are read from the events', (t) => {
  const plan = planOf('clicks', { from: hours(1), to: hours(30) }, hours(26))
  t.deepEqual(plan.tail, { from: hours(26), to: hours(30) })
  t.true(plan.buckets.every(({ at, tier }) => at + tier.span <= hours(26)))
  t.is(planOf('clicks', {}, days(31)).tail, null)
  t.like(planOf('clicks', {}, 0), { from: 'totals', buckets: [], gaps: [], tail: { from: 0, to: days(30) } })
})

test('leads and sales have facts up to now, beside those that are noted', (t) => {
  const plan = planOf('leads', { from: hours(1), to: hours(30) }, hours(26))
  t.like(plan, { tail: null, noted: null })
  t.deepEqual(plan.gaps.at(-1), { from: hours(26), to: hours(30), series: 0, sign: 1 })
  t.deepEqual(planOf('leads', { to: hours(30) }, hours(26), true).noted, { from: 0, to: hours(30) })
})

test('first sales are found among facts; a customer and metadata among events', (t) => {
  t.is(planOf('sales', { saleType: 'new' }, days(31)).from, 'facts')
  t.is(planOf('leads', { saleType: 'new' }, days(31)).from, 'totals')
  for (const given of [{ customerId: 'cus_1' }, { metadata: [[{ path: ['plan'], operator: '=', value: 'pro' }]] } as const]) {
    t.like(planOf('sales', given, days(31), true), { buckets: [], gaps: [], tail: { from: 0, to: days(30) }, noted: null })
  }
})

test('which clicks are those of a customer, only the clicks themselves say', (t) => {
  t.like(planOf('clicks', { customerId: 'cus_1' }, days(31)), { from: 'totals', buckets: [], gaps: [], tail: { from: 0, to: days(30) } })
})

test('the spans of a time series share no bucket', (t) => {
  const starts = [0, 1, 2].map((day) => days(day) + hours(18.5) - days(1))
  const [plan] = plansOf(
    ['clicks'],
    selection({ from: starts[0] as number, to: days(3) }),
    { by: 'time', starts },
    { watermarks: { clicks: days(40), conversions: 0 }, hasNotes: false },
  )
  t.true((plan?.buckets ?? []).length > 0)
  for (const { at, tier, series } of plan?.buckets ?? []) {
    t.true(at >= (starts[series] as number))
    t.true(series === 2 || at + tier.span <= (starts[series + 1] as number))
  }
})
