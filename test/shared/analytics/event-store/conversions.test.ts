import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import type { Workspace } from '../../../../shared/accounts/index.js'
import type { GroupCounts, EventKind, Grouping, Selection } from '../../../../shared/analytics/event-store.js'
import type { MetadataCondition } from '../../../../shared/analytics/metadata-query.js'
import { minutes } from '../../../../shared/kernel/time.js'
import type { ConversionRow } from '../../../../shared/tracking/index.js'
import {
  begin,
  countByBruteForce,
  firstGroups,
  groupingOf,
  type EventRows,
  isSortedBySize,
  links,
  countsByKey,
  toClickRow,
  selectionOf,
  clickArbitrary,
  questionArbitrary,
  span,
} from '../../../support/brute-force-counts.js'
import { type StoreUnderTest, storesUnderTest } from '../../../support/event-stores.js'
import { leadRow, saleRow, storeConversions } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
let workspaceIds: string[]
test.before(async () => {
  service = await testService()
  const workspaces = [await service.make.workspace(), await service.make.workspace()]
  workspaceIds = workspaces.map(({ id }) => id)
  for (const { id, domain, workspace } of links) await service.make.link(workspaces[workspace] as Workspace, { id, domain })
})
test.after.always(() => service.close())

const customers = ['cus_1', 'cus_2', 'cus_3']
const plans = [null, { plan: 'pro', seats: 5 }, { plan: 'free', seats: '12.5' }, { seats: 'many' }, { plan: 5 }]
const eventNameArbitrary = fc.constantFrom('Sign up', 'Purchase', '')
const leadArbitrary = fc.record({
  click: clickArbitrary,
  delay: fc.nat(minutes(90)),
  customer: fc.nat(2),
  name: eventNameArbitrary,
  plan: fc.nat(plans.length - 1),
})
const saleArbitrary = fc.record({
  lead: fc.nat(),
  delay: fc.nat(minutes(90)),
  name: eventNameArbitrary,
  plan: fc.nat(plans.length - 1),
  amount: fc.integer({ min: 1, max: 5000 }),
  recurring: fc.boolean(),
  refund: fc.constantFrom(0, 0, 0.4, 1),
})

const conditionArbitrary: fc.Arbitrary<MetadataCondition> = fc.oneof(
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
const queryArbitrary = fc.record({
  question: questionArbitrary,
  kinds: fc.constantFrom<EventKind[]>(['leads'], ['sales'], ['clicks', 'leads', 'sales']),
  customerId: fc.option(fc.constantFrom(...customers, 'cus_nobody'), { nil: undefined, freq: 3 }),
  saleType: fc.option(fc.constantFrom('new' as const, 'recurring' as const), { nil: undefined, freq: 3 }),
  metadata: fc.array(fc.array(conditionArbitrary, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
  byName: fc.boolean(),
})
type RandomQuery = typeof queryArbitrary extends fc.Arbitrary<infer T> ? T : never

function toQuery({ question, customerId, saleType, metadata, byName }: RandomQuery): { selection: Selection; grouping: Grouping } {
  const selection = { ...selectionOf(workspaceIds, question), customerId, saleType, metadata }
  return { selection, grouping: byName && question.grouping === 'nothing' ? { by: 'eventName' } : groupingOf(question, selection) }
}

function eventsOf({
  clicks,
  leads,
  sales,
}: {
  clicks: (typeof clickArbitrary extends fc.Arbitrary<infer T> ? T : never)[]
  leads: (typeof leadArbitrary extends fc.Arbitrary<infer T> ? T : never)[]
  sales: (typeof saleArbitrary extends fc.Arbitrary<infer T> ? T : never)[]
}) {
  const clicksAndLeads = leads.map(({ click, delay, customer, name, plan }) => {
    const row = toClickRow(workspaceIds, click)
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
  const saleRows = sales.flatMap(({ lead: at, delay, name, plan, amount, recurring, refund }) => {
    const found = clicksAndLeads[at % Math.max(clicksAndLeads.length, 1)]
    if (!found) return []
    const { id: _id, ...rest } = found.lead
    const timestamp = new Date(rest.timestamp.getTime() + delay)
    const sale = saleRow({ ...rest, timestamp, event_name: name, metadata: plans[plan], amount, recurring })
    const { id, ...refundFields } = sale
    const refunded = Math.max(1, Math.round(amount * refund))
    const isFull = refunded === amount
    return refund === 0
      ? [sale]
      : [
          sale,
          saleRow({
            ...refundFields,
            timestamp: new Date(timestamp.getTime() + delay),
            amount: -refunded,
            original_amount: -refunded,
            sales: isFull ? -1 : 0,
            refund_of: id,
          }),
        ]
  })
  return {
    clicks: [...clicks.map((click) => toClickRow(workspaceIds, click)), ...clicksAndLeads.map(({ click }) => click)],
    leads: clicksAndLeads.map(({ lead }) => lead),
    sales: saleRows,
  }
}

/** Without groups whose measures are all zero. */
const nonZero = (groups: readonly GroupCounts[]) => groups.filter(({ counts }) => Object.values(counts).some((count) => count !== 0))

const changeArbitrary = fc.record({ at: fc.nat(), to: clickArbitrary, isRemoved: fc.boolean() })
const eventsArbitrary = fc.record({
  clicks: fc.array(clickArbitrary, { maxLength: 60 }),
  leads: fc.array(leadArbitrary, { maxLength: 60 }),
  sales: fc.array(saleArbitrary, { maxLength: 60 }),
  changes: fc.array(changeArbitrary, { maxLength: 12 }),
})

/** Moves some leads and sales to another click, deletes others, and returns the remaining rows. */
async function applyChanges<Row extends ConversionRow>(
  table: 'lead_events' | 'sale_events',
  rows: readonly Row[],
  changes: readonly (typeof changeArbitrary extends fc.Arbitrary<infer T> ? T : never)[],
): Promise<Row[]> {
  const remaining = new Map(rows.map((row) => [row.id, row]))
  for (const { at, to, isRemoved } of changes) {
    const row = rows[at % Math.max(rows.length, 1)]
    if (!row || !remaining.has(row.id)) continue
    const { link_id, country, continent, region, city, referer, referer_url } = toClickRow(workspaceIds, {
      ...to,
      link: (to.link % 2) + (row.workspace_id === workspaceIds[0] ? 0 : 2),
    })
    const moved = { link_id, country, continent, region, city, referer, referer_url }
    if (isRemoved) remaining.delete(row.id)
    else remaining.set(row.id, { ...row, ...moved })
    const { pool } = service.resources.database
    if (isRemoved) await pool.query(`delete from ${table} where id = $1`, [row.id])
    else
      await pool.query(
        `update ${table} set ${Object.keys(moved)
          .map((name, index) => `${name} = $${index + 2}`)
          .join(', ')} where id = $1`,
        [row.id, ...Object.values(moved)],
      )
  }
  return [...remaining.values()]
}

async function settle(tested: StoreUnderTest, until: number): Promise<void> {
  await tested.settleClicks(new Date(begin + until))
  await tested.settleConversions(new Date(begin + until))
}

async function verifyCounts({ store }: StoreUnderTest, rows: EventRows, queries: readonly RandomQuery[]): Promise<void> {
  for (const query of queries) {
    const { selection, grouping } = toQuery(query)
    const counts = countsByKey(nonZero(await store.count(query.kinds, selection, grouping, 5000)))
    const kinds = grouping.by === 'eventName' ? query.kinds.filter((kind) => kind !== 'clicks') : query.kinds
    const expected = Object.fromEntries(
      Object.entries(countByBruteForce(rows, kinds, selection, grouping)).filter(([, values]) =>
        Object.values(values).some((count) => count !== 0),
      ),
    )
    deepStrictEqual({ counts, grouping, selection, kinds }, { counts: expected, grouping, selection, kinds })
    if (!isSortedBySize(grouping)) continue
    const first = (await store.count(query.kinds, selection, grouping, 2)).map(({ key }) => key.join(' | '))
    deepStrictEqual({ first, grouping, selection, kinds }, { first: firstGroups(expected, grouping, 2), grouping, selection, kinds })
  }
}

for (const [name, openStore] of Object.entries(storesUnderTest))
  test.serial(
    `${name}: counts of clicks, leads and sales equal a brute-force count, including refunds and late, changed or deleted events`,
    async (t) => {
      const { pool } = service.resources.database
      const tested = await openStore(service)
      t.teardown(() => tested.close())
      const rollUpTimes = fc.array(fc.integer({ min: 0, max: span }), { minLength: 3, maxLength: 3 })
      const property = fc.asyncProperty(
        eventsArbitrary,
        rollUpTimes,
        fc.array(queryArbitrary, { minLength: 40, maxLength: 40 }),
        async (events, times, queries) => {
          const [first, second, third] = times.toSorted((a, b) => a - b) as [number, number, number]
          await tested.reset(new Date(begin))
          const { clicks, leads, sales } = eventsOf(events)
          await tested.storeClicks(clicks)
          await storeConversions(pool, 'lead_events', leads.slice(0, 30))
          await storeConversions(pool, 'sale_events', sales.slice(0, 30))
          await settle(tested, first)
          await verifyCounts(tested, { clicks, leads: leads.slice(0, 30), sales: sales.slice(0, 30) }, queries.slice(0, 10))
          await settle(tested, second)
          await storeConversions(pool, 'lead_events', leads.slice(30))
          await storeConversions(pool, 'sale_events', sales.slice(30))
          await verifyCounts(tested, { clicks, leads, sales }, queries.slice(10, 20))
          await tested.settleConversions(new Date(begin + second))
          const changed = {
            clicks,
            leads: await applyChanges('lead_events', leads, events.changes),
            sales: await applyChanges('sale_events', sales, events.changes),
          }
          await verifyCounts(tested, changed, queries.slice(20, 30))
          await settle(tested, third)
          await verifyCounts(tested, changed, queries.slice(30))
        },
      )
      const { failed, seed, errorInstance } = await fc.check(property, {
        numRuns: Number(process.env.PROPERTY_RUNS ?? 6),
        endOnFailure: true,
      })
      t.false(failed, `seed ${seed}: ${(errorInstance as Error | null)?.stack}`)
    },
  )
