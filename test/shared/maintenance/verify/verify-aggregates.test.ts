import { isDeepStrictEqual } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import type pg from 'pg'
import { hours, minutes } from '../../../../shared/kernel/time.js'
import { transferLink } from '../../../../shared/links/index.js'
import type { Link } from '../../../../shared/links/link.entity.js'
import { missingCommissions } from '../../../../shared/maintenance/verify/missing-commissions.queries.js'
import type { VerificationReport } from '../../../../shared/maintenance/verify/verification-report.js'
import { verifyAggregates } from '../../../../shared/maintenance/verify/verify-aggregates.js'
import { rollUpClicks, rollUpConversions, buildColumnSegments } from '../../../../shared/rollups/index.js'
import { trackLeadBodySchema, trackSaleBodySchema } from '../../../../shared/tracking/conversions/conversion-input.schema.js'
import { trackLead, trackRefund, trackSale } from '../../../../shared/tracking/index.js'
import { trackRefundBodySchema } from '../../../../shared/tracking/refunds/refund-input.schema.js'
import { testMember, type TestMember } from '../../../support/callers.js'
import { batchOf, rawClick } from '../../../support/clicks.js'
import { runJobByName } from '../../../support/jobs.js'
import { testService, type TestService } from '../../../support/service.js'

// Starts in the last quarter of an hour, so that the distribution over hours does not depend on when the test runs.
const begin = Math.floor((Date.now() - hours(30)) / hours(1)) * hours(1) + minutes(45)

let service: TestService
let owner: TestMember
let link: Link
test.before(async () => {
  service = await testService()
  // All its events have the same time, and so fall into one bucket per tier.
  const moment = new Date()
  owner = await testMember(service, { now: () => moment })
  link = await service.make.link(owner.workspace)
  await query('update workspaces set total_links = 1')
  await query('update click_watermark set at = $1', [new Date(begin)])
  await visit(40)
  await convert('ada', 3000)
  await convert('bob', 500)
  await owner.run((scope) => trackRefund(scope, trackRefundBodySchema.parse({ invoiceId: 'inv_ada', amount: 1000 })))
  await earn()
  await rollUpClicks({ pool: pool(), now: () => new Date(begin + hours(29)) }, { denseThreshold: 3, clicksPerStep: 100 })
  await buildColumnSegments({ pool: pool(), now: () => new Date() }, { minFactsPerHour: 2, factsPerSegment: 1000 })
  await query(`update conversion_watermark set at = $1`, [new Date(begin)])
  // Makes all buckets with leads and sales complete.
  await rollUpConversions({ pool: pool(), now: () => new Date(Date.now() + hours(12)) }, { denseThreshold: 2, eventsPerStep: 2 })
  await visit(3)
})
test.after.always(() => service.close())

const pool = () => service.resources.database.pool
const query = (sql: string, values: unknown[] = []) => pool().query(sql, values)
const verify = (): Promise<VerificationReport> => verifyAggregates({ pool: pool(), now: () => new Date() })

/** Ingests clicks half an hour apart. */
async function visit(count: number) {
  const clicks = Array.from({ length: count }, (_, at) =>
    rawClick(link, {
      at: begin + at * minutes(30),
      location: { continent: 'EU', country: at % 2 ? 'DE' : 'FR', region: 'X', city: 'Town', latitude: '', longitude: '' },
    }),
  )
  await runJobByName(service.resources, 'tracking.ingest-clicks', batchOf(clicks))
  return clicks
}

async function convert(customerExternalId: string, amount: number) {
  const [click] = await visit(1)
  await owner.run((scope) => trackLead(scope, trackLeadBodySchema.parse({ clickId: click?.id, eventName: 'Sign up', customerExternalId })))
  await owner.run((scope) =>
    trackSale(scope, trackSaleBodySchema.parse({ customerExternalId, amount, invoiceId: `inv_${customerExternalId}` })),
  )
}

/** A partner, without links, with a partly refunded sale commission of 120 of 200 cents and a custom one of 30 in a payout. */
async function earn() {
  const { make } = service
  const program = await make.program(owner.workspace)
  const partner = await make.partner()
  await make.enrolment(program, partner)
  const row = { status: 'processed' as const, payoutId: (await make.payout(program, partner, { amount: 150 })).id }
  const sale = { type: 'sale' as const, amount: 600, earnings: 120, eventAmount: 1000, eventEarnings: 200, refundedAmount: 400 }
  await make.commission(program, partner, { ...row, ...sale })
  await make.commission(program, partner, { ...row, earnings: 30 })
  await make.commission(program, partner, { status: 'hold', earnings: 70 })
}

interface Sides {
  expected?: object | null
  found?: object | null
}

/** Corrupts data, expects that the verification reports it, and rolls back. A side may be left open; null means that the row is absent. */
async function reports(t: ExecutionContext, table: string, corrupt: string, sides: Sides) {
  const client = await pool().connect()
  try {
    // The verification runs in this transaction, so that nothing else sees the corrupted data.
    await client.query('begin')
    await client.query(corrupt)
    const report = await verifyAggregates({ pool: singleConnectionPool(client), now: () => new Date() })
    const samples = report.found.filter((one) => one.table === table)
    const matches = (actual: unknown, expected: Sides['found']) =>
      expected === undefined || (expected === null ? actual === null : isDeepStrictEqual({ ...(actual as object), ...expected }, actual))
    t.true(
      samples.some((sample) => matches(sample.expected, sides.expected) && matches(sample.found, sides.found)),
      JSON.stringify(report.found.slice(0, 3)),
    )
    t.is(report.differences, report.found.length)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** A pool over one connection that is already in a transaction. */
const singleConnectionPool = (client: pg.PoolClient) =>
  ({
    connect: async () => ({
      query: async (text: string, values?: unknown[]) => (/^(begin|commit)/.test(text) ? undefined : client.query(text, values)),
      release: () => undefined,
    }),
  }) as unknown as pg.Pool

test.serial('consistent data has no differences', async (t) => {
  const report = await verify()
  t.deepEqual(report.found, [])
  t.is(report.differences, 0)
  t.like(report.rows, { links: 1, link_counts: 1, customers: 2, workspaces: 1, sale_refunds: 1, enrolments: 1, commissions: 3, payouts: 1 })
  for (const table of ['click_totals', 'click_facts', 'click_rollups', 'click_column_segments', 'conversion_facts', 'conversion_rollups'])
    t.true((report.rows[table] ?? 0) > 10, table)
  t.true((report.rows.conversion_totals ?? 0) > 2)
})

for (const [column, expected] of Object.entries({ clicks: 45, leads: 2, conversions: 2, sales: 2, sale_amount: 2500 })) {
  test.serial(`a wrong ${column} of a link is reported`, (t) =>
    reports(t, 'links', `update links set ${column} = ${column} + 1`, {
      expected: { [column]: expected },
      found: { [column]: expected + 1 },
    }),
  )
}
for (const column of ['last_clicked', 'last_lead_at', 'last_conversion_at']) {
  test.serial(`a missing ${column} of a link is reported`, (t) =>
    reports(t, 'links', `update links set ${column} = null`, { found: { [column]: null } }),
  )
}
for (const [column, value] of Object.entries({ sales: 7, sale_amount: 7, first_sale_at: 'null' })) {
  test.serial(`a wrong ${column} of a customer is reported`, (t) =>
    reports(t, 'customers', `update customers set ${column} = ${value} where external_id = 'ada'`, {
      expected: { sales: 1, sale_amount: 2000 },
    }),
  )
}
for (const column of ['total_clicks', 'total_links']) {
  test.serial(`a wrong ${column} of a workspace is reported`, (t) =>
    reports(t, 'workspaces', `update workspaces set ${column} = 7`, {
      expected: { total_clicks: 45, total_links: 1 },
      found: { [column]: 7 },
    }),
  )
}
test.serial('a wrong refunded amount of a sale is reported', (t) =>
  reports(t, 'sale_refunds', 'update sale_refunds set amount = 7', { expected: { amount: 1000 }, found: { amount: 7 } }),
)
test.serial('one cent too much in the earnings of a commission is reported', async (t) => {
  const oneCent = `update commissions set earnings = earnings + 1 where type = 'sale'`
  await reports(t, 'commissions', oneCent, { expected: { earnings: 120 }, found: { earnings: 121 } })
  await reports(t, 'payouts', oneCent, { expected: { amount: 151 }, found: { amount: 150 } })
})
test.serial('one cent too much in what a commission earned before refunds is found from its event', async (t) => {
  const { rows } = await query(`select id, timestamp from sale_events where invoice_id = 'inv_ada' and refund_of is null`)
  const [sale] = rows as { id: string; timestamp: Date }[]
  const computed = (terms: string, earned: number, refunded = 1000) => `
    update commissions set event_id = '${sale?.id}', created_at = '${sale?.timestamp.toISOString()}', event_amount = 3000,
      event_earnings = ${earned}, refunded_amount = ${refunded}, applied_reward = '${terms}' where type = 'sale'`
  const percentage = '{"parts": [{"type": "percentage", "amount": 2915, "quantity": 1}], "limit": null}'
  const limited = '{"parts": [{"type": "flat", "amount": 400, "quantity": 2}], "limit": 700}'
  const table = 'commissions_of_events'
  await reports(t, table, computed(percentage, 876), { expected: { event_earnings: 875 }, found: { event_earnings: 876 } })
  await reports(t, table, computed(limited, 701), { expected: { event_earnings: 700 } })
  await reports(t, table, computed(percentage, 875, 999), {
    expected: { event_earnings: 875, event_amount: 3000, refunded_amount: 1000 },
    found: { refunded_amount: 999 },
  })
})
/** The link belongs to the partner, whose reward is this one, since long before the events. */
const rewarded = (event: 'lead' | 'sale', columns: string, values: string) => `
  insert into rewards (id, program_id, event, created_at, updated_at, ${columns})
    select 'rw_verify', program_id, '${event}', '2020-01-01', '2020-01-01', ${values} from enrolments;
  update enrolments set ${event}_reward_id = 'rw_verify', updated_at = '2020-01-01';
  update links set updated_at = '2020-01-01', program_id = enrolments.program_id, partner_id = enrolments.partner_id from enrolments;`
test.serial('a missing commission of a lead and of a sale is reported', async (t) => {
  const missing = { expected: { commissions: 1 }, found: null }
  await reports(t, 'missing_commissions', rewarded('lead', 'type, amount_in_cents', `'flat', 100`), missing)
  await reports(t, 'missing_commissions', rewarded('sale', 'type, amount_in_percentage', `'percentage', 10`), missing)
})
test.serial('an event that may rightly have earned nothing is no missing commission', async (t) => {
  const reported = async (sql: string) => {
    const client = await pool().connect()
    try {
      await client.query('begin')
      await client.query(sql)
      const { rows } = await client.query(missingCommissions.wrongRowsSql, [owner.workspace.id, '', '~'])
      return rows.length
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const sale = rewarded('sale', 'type, amount_in_percentage', `'percentage', 10`)
  t.is(await reported(sale), 2)
  const invoice = `update commissions set invoice_id = 'inv_ada' where type = 'sale'`
  t.is(await reported(`${sale} ${invoice}`), 1, 'the invoice was paid already')
  const earlier = (updated: string) =>
    `update commissions set reward_id = 'rw_verify', updated_at = ${updated},
       customer_id = (select id from customers where external_id = 'ada') where type = 'sale'`
  t.is(await reported(`${sale} ${earlier(`'2020-01-01'`)}`), 2)
  t.is(await reported(`${sale} ${earlier('now()')}`), 1, 'the first commission may have been canceled at the time of the sale')
  t.is(await reported(`${sale} update enrolments set status = 'banned'`), 0)
  t.is(await reported(`${sale} update enrolments set updated_at = now()`), 0, 'changed since')
  t.is(await reported(`${sale} update rewards set amount_in_percentage = 0`), 0)
  t.is(await reported(`${sale} update rewards set modifiers = '[]'`), 0)
})
test.serial('a wrong total of a partner is reported', async (t) => {
  await reports(t, 'enrolments', 'update enrolments set total_commissions = 151', {
    expected: { total_commissions: 150 },
    found: { total_commissions: 151 },
  })
  await reports(t, 'enrolments', 'update enrolments set total_clicks = 5', { expected: { total_clicks: 0 }, found: { total_clicks: 5 } })
})
test.serial('a wrong amount of a payout is reported', (t) =>
  reports(t, 'payouts', 'update payouts set amount = 149', { expected: { amount: 150 }, found: { amount: 149 } }),
)
test.serial('a wrong link count and a count without links are reported', async (t) => {
  await reports(t, 'link_counts', `update link_count_changes set count = 5 where tag_id = ''`, {
    expected: { count: 1 },
    found: { count: 5 },
  })
  await reports(
    t,
    'link_counts',
    `insert into link_count_changes (workspace_id, tag_id, domain, folder_id, user_id, archived, count) select ` +
      `workspace_id, 'tag_gone', domain, '', '', false, 1 from links`,
    { expected: null, found: { count: 1 } },
  )
})
test.serial('a wrong total is reported', (t) =>
  reports(t, 'click_totals', 'update click_totals set clicks = 99 where tier = 2', { found: { clicks: 99 } }),
)
test.serial('a missing total is reported', (t) =>
  reports(t, 'click_totals', 'delete from click_totals where tier = 1', { expected: { clicks: 4 }, found: null }),
)
test.serial('a missing fact is reported', (t) =>
  reports(t, 'click_facts', 'delete from click_facts where hour = (select min(hour) from click_facts)', { found: null }),
)
test.serial('a fact without an event is reported', (t) =>
  reports(
    t,
    'click_facts',
    `insert into click_facts select (jsonb_populate_record(click_facts, '{"hour": 1}')).* from click_facts limit 1`,
    {
      expected: null,
      found: { clicks: 1 },
    },
  ),
)
test.serial('a fact with a wrong value is reported', (t) =>
  reports(
    t,
    'click_facts',
    'update click_facts set country = (select max(country) from click_facts) where country = (select min(country) from click_facts)',
    { found: { clicks: 4 } },
  ),
)
test.serial('a wrong rollup is reported', (t) =>
  reports(
    t,
    'click_rollups',
    'update click_rollup_packs set clicks = array_fill(99::bigint, array[cardinality(clicks)]) where tier = 3 and dimension = 2',
    { found: { clicks: 100 } },
  ),
)
test.serial('a missing rollup is reported', (t) =>
  reports(t, 'click_rollups', 'delete from click_rollup_packs where dimension = 10', { found: null }),
)
test.serial('column segments with wrong or swapped values are reported', async (t) => {
  await reports(t, 'click_column_segments', 'update click_column_segments set country = referer', {
    expected: { facts: 2 },
    found: { facts: 2 },
  })
  const swapped =
    `country = case when length(country) = 14 then substring(country for 12) || substring(country from 14 for 1) || ` +
    `substring(country from 13 for 1) else country end`
  await reports(t, 'click_column_segments', `update click_column_segments set ${swapped}`, { expected: { facts: 2 }, found: { facts: 2 } })
})
test.serial('column segments with wrong visitors are reported', (t) =>
  reports(t, 'click_column_segments', `update click_column_segments set visitor = decode(repeat('00', length(visitor)), 'hex')`, {
    found: { visitors: 0 },
  }),
)
test.serial('a wrong total of leads and sales is reported', (t) =>
  reports(t, 'conversion_totals', 'update conversion_totals set amount = 7 where tier = 1', {
    expected: { leads: 2, sales: 2, amount: 2500 },
    found: { amount: 7 },
  }),
)
test.serial('a missing fact of a lead or sale is reported', (t) =>
  reports(t, 'conversion_facts', 'delete from conversion_facts where leads = 1', { found: { leads: 0, sales: 2, amount: 2500 } }),
)
test.serial('a wrong rollup of leads and sales is reported', (t) =>
  reports(
    t,
    'conversion_rollups',
    'update conversion_rollup_packs set leads = array_fill(3::bigint, array[cardinality(leads)]) where tier = 2 and dimension = 11',
    { found: { leads: 3 } },
  ),
)
test.serial('a deleted event is reported by every table that counted it', async (t) => {
  const deleteEvent = 'delete from click_events where timestamp = (select min(timestamp) from click_events)'
  for (const table of ['links', 'workspaces', 'click_totals', 'click_facts'])
    await reports(t, table, deleteEvent, table === 'links' ? { expected: { clicks: 41 }, found: { clicks: 45 } } : {})
})

test.serial('a lead that is pending in complete buckets is not a difference', async (t) => {
  const client = await pool().connect()
  try {
    await client.query('begin')
    await client.query('update lead_events set event_name = event_name')
    t.deepEqual((await verifyAggregates({ pool: singleConnectionPool(client), now: () => new Date() })).found, [])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test.serial('dropped months are not a difference, but a counter below its events is', async (t) => {
  const client = await pool().connect()
  try {
    await client.query('begin')
    await client.query(`update links set created_at = now() - interval '60 days'`)
    await client.query(`update workspaces set created_at = now() - interval '60 days'`)
    for (const parent of ['click_events', 'lead_events', 'sale_events'])
      await client.query(`select drop_events_before($1, now() + interval '31 days')`, [parent])
    await client.query(`update customers set created_at = now() - interval '60 days'`)
    t.deepEqual((await verifyAggregates({ pool: singleConnectionPool(client), now: () => new Date() })).found, [])
    await client.query('update links set clicks = -1')
    t.deepEqual(
      (await verifyAggregates({ pool: singleConnectionPool(client), now: () => new Date() })).found.map(({ table }) => table),
      ['links'],
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test.serial('the counters of a transferred link start at zero, also for late clicks', async (t) => {
  const [there, mover, domain] = await Promise.all([
    testMember(service),
    testMember(service, { of: owner.workspace }),
    service.make.domain(null),
  ])
  await service.make.member(there.workspace, mover.user)
  const transferred = await service.make.link(owner.workspace, { domain: domain.slug })
  await query('update workspaces set total_links = 2 where id = $1', [owner.workspace.id])
  const late = rawClick(transferred)
  await runJobByName(service.resources, 'tracking.ingest-clicks', batchOf([rawClick(transferred)]))
  await mover.run((scope) => transferLink(scope, transferred.id, { newWorkspaceId: there.workspace.id }))
  await runJobByName(
    service.resources,
    'tracking.ingest-clicks',
    batchOf([late, rawClick({ ...transferred, workspaceId: there.workspace.id })]),
  )
  t.is((await query('select clicks from links where id = $1', [transferred.id])).rows[0].clicks, 1)
  t.deepEqual((await verify()).found, [])
})

test.serial('the nightly verification stores its report', async (t) => {
  await query(`update links set clicks = clicks + 5 where id = $1`, [link.id])
  await runJobByName(service.resources, 'maintenance.verify-aggregates')
  await query(`update links set clicks = clicks - 5 where id = $1`, [link.id])
  const { rows } = await query('select differences, report from verification_reports order by id desc limit 1')
  t.is(rows[0].differences, 1)
  t.like(rows[0].report.found[0], {
    table: 'links',
    key: { id: link.id, shortLink: link.shortLink },
    expected: { clicks: 45 },
    found: { clicks: 50 },
  })
})
