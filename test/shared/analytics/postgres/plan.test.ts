import test from 'ava'
import fc from 'fast-check'
import type { Grouping, Selection } from '../../../../shared/analytics/event-store.js'
import { cover } from '../../../../shared/analytics/postgres/cover.js'
import { planOf, sourceOf } from '../../../../shared/analytics/postgres/plan.js'
import { days, hours } from '../../../../shared/kernel/time.js'
import { tiers } from '../../../../shared/tracking/index.js'

const selection = (given: Partial<Selection> = {}): Selection => ({ workspaceId: 'ws_1', from: 0, to: days(30), attributes: [], links: [], ...given })
const count: Grouping = { by: 'nothing' }
const is = (attribute: Selection['attributes'][number]['attribute']) => ({ attribute, values: ['x'], negated: false })

test('buckets and gaps are the span, without a hole and without an overlap', (t) => {
  fc.assert(
    fc.property(fc.nat(days(400)), fc.nat(days(400)), fc.nat(tiers.length), (from, length, skipped) => {
      const { buckets, gaps } = cover({ from, to: from + length }, tiers.slice(skipped))
      const parts = [...buckets.map(({ at, tier }) => ({ from: at, to: at + tier.span })), ...gaps].toSorted((a, b) => a.from - b.from)
      let reached = from
      for (const part of parts) {
        if (part.from !== reached) return false
        reached = part.to
      }
      return reached === (parts.length > 0 ? from + length : from) && (length === 0 || parts.length > 0)
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

test('what is not folded yet is read from the events', (t) => {
  const plan = planOf(selection({ from: hours(1), to: hours(30) }), count, hours(26))
  t.deepEqual(plan.tail, { from: hours(26), to: hours(30) })
  t.true(plan.buckets.every(({ at, tier }) => at + tier.span <= hours(26)))
  t.is(planOf(selection(), count, days(31)).tail, null)
  t.deepEqual(planOf(selection(), count, 0), { from: 'totals', buckets: [], gaps: [], tail: { from: 0, to: days(30) } })
})

test('which clicks are those of a customer, only the clicks themselves say', (t) => {
  t.deepEqual(planOf(selection({ customerId: 'cus_1' }), count, days(31)), { from: 'totals', buckets: [], gaps: [], tail: { from: 0, to: days(30) } })
})

test('the spans of a time series share no bucket', (t) => {
  const starts = [0, 1, 2].map((day) => days(day) + hours(18.5) - days(1))
  const { buckets } = planOf(selection({ from: starts[0] as number, to: days(3) }), { by: 'time', starts }, days(40))
  for (const { at, tier, series } of buckets) {
    t.true(at >= (starts[series] as number))
    t.true(series === 2 || at + tier.span <= (starts[series + 1] as number))
  }
})
