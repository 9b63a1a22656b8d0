import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import type { Counted, EventKind, Grouping, Selection } from '../../../../shared/analytics/event-store.js'
import type { MetadataCondition } from '../../../../shared/analytics/metadata-query.js'
import { openEventStore } from '../../../../shared/analytics/postgres/open-event-store.js'
import { minutes } from '../../../../shared/kernel/time.js'
import { foldClicks } from '../../../../shared/tracking/index.js'
import { begin, countedByHand, groupingOf, type HandRows, links, readable, rowOf, selectionOf, someClick, someQuestion, span } from '../../../support/counted-by-hand.js'
import { forgetClicks, leadRow, saleRow, storeClicks, storeConversions } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const customers = ['cus_1', 'cus_2', 'cus_3']
const plans = [null, { plan: 'pro', seats: 5 }, { plan: 'free', seats: '12.5' }, { seats: 'many' }, { plan: 5 }]
const someName = fc.constantFrom('Sign up', 'Purchase', '')
const someLead = fc.record({ click: someClick, delay: fc.nat(minutes(90)), customer: fc.nat(2), name: someName, plan: fc.nat(plans.length - 1) })
const someSale = fc.record({ lead: fc.nat(), delay: fc.nat(minutes(90)), name: someName, plan: fc.nat(plans.length - 1), amount: fc.integer({ min: 1, max: 5000 }), recurring: fc.boolean(), refund: fc.constantFrom(0, 0, 0.4, 1) })

const someCondition: fc.Arbitrary<MetadataCondition> = fc.oneof(
  fc.record({ path: fc.constantFrom(['plan'], ['seats']), operator: fc.constantFrom('=' as const, '!=' as const), value: fc.constantFrom('pro', '5', '12.5') }),
  fc.record({ path: fc.constant(['seats']), operator: fc.constantFrom('>' as const, '<' as const, '>=' as const, '<=' as const), value: fc.constantFrom('5', '12.5', '-1') }),
)
const asked = fc.record({
  question: someQuestion,
  kinds: fc.constantFrom<EventKind[]>(['leads'], ['sales'], ['clicks', 'leads', 'sales']),
  customerId: fc.option(fc.constantFrom(...customers, 'cus_nobody'), { nil: undefined, freq: 3 }),
  saleType: fc.option(fc.constantFrom('new' as const, 'recurring' as const), { nil: undefined, freq: 3 }),
  metadata: fc.array(fc.array(someCondition, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
  byName: fc.boolean(),
})
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

function questionOf(workspaceId: string, { question, customerId, saleType, metadata, byName }: Asked): { selection: Selection; grouping: Grouping } {
  const selection = { ...selectionOf(workspaceId, question), customerId, saleType, metadata }
  return { selection, grouping: byName && question.grouping === 'nothing' ? { by: 'eventName' } : groupingOf(question, selection) }
}

function eventsOf(workspaceId: string, { clicks, leads, sales }: { clicks: (typeof someClick extends fc.Arbitrary<infer T> ? T : never)[]; leads: (typeof someLead extends fc.Arbitrary<infer T> ? T : never)[]; sales: (typeof someSale extends fc.Arbitrary<infer T> ? T : never)[] }) {
  const ofLeads = leads.map(({ click, delay, customer, name, plan }) => {
    const row = rowOf(workspaceId, click)
    const { id: _id, ...rest } = row
    return { click: row, lead: leadRow({ ...rest, timestamp: new Date(row.timestamp.getTime() + delay), click_id: row.id, clicked_at: row.timestamp, customer_id: customers[customer], event_name: name, metadata: plans[plan] }) }
  })
  const ofSales = sales.flatMap(({ lead: at, delay, name, plan, amount, recurring, refund }) => {
    const found = ofLeads[at % Math.max(ofLeads.length, 1)]
    if (!found) return []
    const { id: _id, ...rest } = found.lead
    const timestamp = new Date(rest.timestamp.getTime() + delay)
    const sale = saleRow({ ...rest, timestamp, event_name: name, metadata: plans[plan], amount, recurring })
    const { id, ...again } = sale
    const back = Math.max(1, Math.round(amount * refund))
    const isFull = back === amount
    return refund === 0 ? [sale] : [sale, saleRow({ ...again, timestamp: new Date(timestamp.getTime() + delay), amount: -back, original_amount: -back, sales: isFull ? -1 : 0, refund_of: id })]
  })
  return { clicks: [...clicks.map((one) => rowOf(workspaceId, one)), ...ofLeads.map(({ click }) => click)], leads: ofLeads.map(({ lead }) => lead), sales: ofSales }
}

/** Groups whose events cancel each other out read like none. */
const withEvents = (answer: readonly Counted[]) => answer.filter(({ counts }) => Object.values(counts).some((count) => count !== 0))

test.serial('clicks, leads and sales together and by themselves are what counting one by one finds, refunds taken off', async (t) => {
  const { pool } = service.resources.database
  const store = openEventStore(pool)
  const workspace = await service.make.workspace()
  for (const { id, domain } of links) await service.make.link(workspace, { id, domain })
  const some = fc.record({ clicks: fc.array(someClick, { maxLength: 60 }), leads: fc.array(someLead, { maxLength: 60 }), sales: fc.array(someSale, { maxLength: 60 }) })
  const property = fc.asyncProperty(some, fc.integer({ min: 0, max: span }), fc.array(asked, { minLength: 30, maxLength: 30 }), async (drawn, fold, questions) => {
    await forgetClicks(pool, new Date(begin))
    await pool.query('truncate lead_events, sale_events')
    const events = eventsOf(workspace.id, drawn)
    await storeClicks(pool, events.clicks)
    await storeConversions(pool, 'lead_events', events.leads)
    await storeConversions(pool, 'sale_events', events.sales)
    await foldClicks({ pool, now: () => new Date(begin + fold) }, { denseFrom: 4, clicksPerChunk: 20, clicksPerStep: 30 })
    for (const one of questions) {
      const { selection, grouping } = questionOf(workspace.id, one)
      const counts = readable(withEvents(await store.count(one.kinds, selection, grouping, 5000)))
      const kinds = grouping.by === 'eventName' ? one.kinds.filter((kind) => kind !== 'clicks') : one.kinds
      const expected = Object.fromEntries(Object.entries(countedByHand(events as unknown as HandRows, kinds, selection, grouping)).filter(([, found]) => Object.values(found).some((count) => count !== 0)))
      deepStrictEqual({ counts, grouping, selection, kinds }, { counts: expected, grouping, selection, kinds })
    }
  })
  const { failed, seed, errorInstance } = await fc.check(property, { numRuns: Number(process.env.PROPERTY_RUNS ?? 6), endOnFailure: true })
  t.false(failed, `seed ${seed}: ${(errorInstance as Error | null)?.stack}`)
})
