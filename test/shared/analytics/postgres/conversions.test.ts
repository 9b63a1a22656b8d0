import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import type { Counted, EventKind, Grouping, Selection } from '../../../../shared/analytics/event-store.js'
import type { MetadataCondition } from '../../../../shared/analytics/metadata-query.js'
import { openEventStore } from '../../../../shared/analytics/postgres/open-event-store.js'
import { minutes } from '../../../../shared/kernel/time.js'
import type { ConversionRow } from '../../../../shared/tracking/index.js'
import { foldClicks, foldConversions, makeColumns } from '../../../../shared/tracking/index.js'
import {
  begin,
  countedByHand,
  firstGroups,
  groupingOf,
  type HandRows,
  hasLargestFirst,
  links,
  readable,
  rowOf,
  selectionOf,
  someClick,
  someQuestion,
  span,
} from '../../../support/counted-by-hand.js'
import { forgetEvents, leadRow, saleRow, storeClicks, storeConversions } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const customers = ['cus_1', 'cus_2', 'cus_3']
const plans = [null, { plan: 'pro', seats: 5 }, { plan: 'free', seats: '12.5' }, { seats: 'many' }, { plan: 5 }]
const someName = fc.constantFrom('Sign up', 'Purchase', '')
const someLead = fc.record({
  click: someClick,
  delay: fc.nat(minutes(90)),
  customer: fc.nat(2),
  name: someName,
  plan: fc.nat(plans.length - 1),
})
const someSale = fc.record({
  lead: fc.nat(),
  delay: fc.nat(minutes(90)),
  name: someName,
  plan: fc.nat(plans.length - 1),
  amount: fc.integer({ min: 1, max: 5000 }),
  recurring: fc.boolean(),
  refund: fc.constantFrom(0, 0, 0.4, 1),
})

const someCondition: fc.Arbitrary<MetadataCondition> = fc.oneof(
  fc.record({
    path: fc.constantFrom(['plan'], ['seats']),
    operator: fc.constantFrom('=' as const, '!=' as const),
    value: fc.constantFrom('pro', '5', '12.5'),
  }),
  fc.record({
    path: fc.constant(['seats']),
    operator: fc.constantFrom('>' as const, '<' as const, '>=' as const, '<=' as const),
    value: fc.constantFrom('5', '12.5', '-1'),
  }),
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

function questionOf(
  workspaceId: string,
  { question, customerId, saleType, metadata, byName }: Asked,
): { selection: Selection; grouping: Grouping } {
  const selection = { ...selectionOf(workspaceId, question), customerId, saleType, metadata }
  return { selection, grouping: byName && question.grouping === 'nothing' ? { by: 'eventName' } : groupingOf(question, selection) }
}

function eventsOf(
  workspaceId: string,
  {
    clicks,
    leads,
    sales,
  }: {
    clicks: (typeof someClick extends fc.Arbitrary<infer T> ? T : never)[]
    leads: (typeof someLead extends fc.Arbitrary<infer T> ? T : never)[]
    sales: (typeof someSale extends fc.Arbitrary<infer T> ? T : never)[]
  },
) {
  const ofLeads = leads.map(({ click, delay, customer, name, plan }) => {
    const row = rowOf(workspaceId, click)
    const { id: _id, ...rest } = row
    return {
      click: row,
      lead: leadRow({
        ...rest,
        timestamp: new Date(row.timestamp.getTime() + delay),
        click_id: row.id,
        clicked_at: row.timestamp,
        customer_id: customers[customer],
        event_name: name,
        metadata: plans[plan],
      }),
    }
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
    return refund === 0
      ? [sale]
      : [
          sale,
          saleRow({
            ...again,
            timestamp: new Date(timestamp.getTime() + delay),
            amount: -back,
            original_amount: -back,
            sales: isFull ? -1 : 0,
            refund_of: id,
          }),
        ]
  })
  return {
    clicks: [...clicks.map((one) => rowOf(workspaceId, one)), ...ofLeads.map(({ click }) => click)],
    leads: ofLeads.map(({ lead }) => lead),
    sales: ofSales,
  }
}

/** Groups whose events cancel each other out read like none. */
const withEvents = (answer: readonly Counted[]) => answer.filter(({ counts }) => Object.values(counts).some((count) => count !== 0))

const someChange = fc.record({ at: fc.nat(), to: someClick, isRemoved: fc.boolean() })
const some = fc.record({
  clicks: fc.array(someClick, { maxLength: 60 }),
  leads: fc.array(someLead, { maxLength: 60 }),
  sales: fc.array(someSale, { maxLength: 60 }),
  changes: fc.array(someChange, { maxLength: 12 }),
})

/** Moves some of the leads and sales to another click, and removes others; answers what is left of them. */
async function change<Row extends ConversionRow>(
  table: 'lead_events' | 'sale_events',
  rows: readonly Row[],
  changes: readonly (typeof someChange extends fc.Arbitrary<infer T> ? T : never)[],
  workspaceId: string,
): Promise<Row[]> {
  const left = new Map(rows.map((row) => [row.id, row]))
  for (const { at, to, isRemoved } of changes) {
    const row = rows[at % Math.max(rows.length, 1)]
    if (!row || !left.has(row.id)) continue
    const { link_id, country, continent, region, city, referer, referer_url } = rowOf(workspaceId, to)
    const moved = { link_id, country, continent, region, city, referer, referer_url }
    if (isRemoved) left.delete(row.id)
    else left.set(row.id, { ...row, ...moved })
    const { pool } = service.resources.database
    if (isRemoved) await pool.query(`delete from ${table} where id = $1`, [row.id])
    else
      await pool.query(
        `update ${table} set ${Object.keys(moved)
          .map((name, place) => `${name} = $${place + 2}`)
          .join(', ')} where id = $1`,
        [row.id, ...Object.values(moved)],
      )
  }
  return [...left.values()]
}

const small = { denseFrom: 4, clicksPerChunk: 20, clicksPerStep: 30, eventsPerStep: 25 }

async function fold(until: number): Promise<void> {
  const scope = { pool: service.resources.database.pool, now: () => new Date(begin + until) }
  await foldClicks(scope, small)
  await foldConversions(scope, small)
  await makeColumns(scope, { from: 4, inPart: 8 })
}

async function ask(rows: HandRows, workspaceId: string, questions: readonly Asked[]): Promise<void> {
  const store = openEventStore(service.resources.database.pool, 3)
  for (const one of questions) {
    const { selection, grouping } = questionOf(workspaceId, one)
    const counts = readable(withEvents(await store.count(one.kinds, selection, grouping, 5000)))
    const kinds = grouping.by === 'eventName' ? one.kinds.filter((kind) => kind !== 'clicks') : one.kinds
    const expected = Object.fromEntries(
      Object.entries(countedByHand(rows, kinds, selection, grouping)).filter(([, found]) =>
        Object.values(found).some((count) => count !== 0),
      ),
    )
    deepStrictEqual({ counts, grouping, selection, kinds }, { counts: expected, grouping, selection, kinds })
    if (!hasLargestFirst(grouping)) continue
    const first = (await store.count(one.kinds, selection, grouping, 2)).map(({ key }) => key.join(' | '))
    deepStrictEqual({ first, grouping, selection, kinds }, { first: firstGroups(expected, grouping, 2), grouping, selection, kinds })
  }
}

test.serial(
  'clicks, leads and sales together and by themselves are what counting one by one finds: refunds taken off, late, changed or removed',
  async (t) => {
    const { pool } = service.resources.database
    const workspace = await service.make.workspace()
    for (const { id, domain } of links) await service.make.link(workspace, { id, domain })
    const folds = fc.array(fc.integer({ min: 0, max: span }), { minLength: 3, maxLength: 3 })
    const property = fc.asyncProperty(some, folds, fc.array(asked, { minLength: 40, maxLength: 40 }), async (drawn, untils, questions) => {
      const [first, second, third] = untils.toSorted((a, b) => a - b) as [number, number, number]
      await forgetEvents(pool, new Date(begin))
      const { clicks, leads, sales } = eventsOf(workspace.id, drawn)
      await storeClicks(pool, clicks)
      await storeConversions(pool, 'lead_events', leads.slice(0, 30))
      await storeConversions(pool, 'sale_events', sales.slice(0, 30))
      await fold(first)
      await ask({ clicks, leads: leads.slice(0, 30), sales: sales.slice(0, 30) }, workspace.id, questions.slice(0, 10))
      await fold(second)
      await storeConversions(pool, 'lead_events', leads.slice(30))
      await storeConversions(pool, 'sale_events', sales.slice(30))
      await ask({ clicks, leads, sales }, workspace.id, questions.slice(10, 20))
      await foldConversions({ pool, now: () => new Date(begin + second) }, small)
      const changed = {
        clicks,
        leads: await change('lead_events', leads, drawn.changes, workspace.id),
        sales: await change('sale_events', sales, drawn.changes, workspace.id),
      }
      await ask(changed, workspace.id, questions.slice(20, 30))
      await fold(third)
      await ask(changed, workspace.id, questions.slice(30))
    })
    const { failed, seed, errorInstance } = await fc.check(property, {
      numRuns: Number(process.env.PROPERTY_RUNS ?? 6),
      endOnFailure: true,
    })
    t.false(failed, `seed ${seed}: ${(errorInstance as Error | null)?.stack}`)
  },
)
