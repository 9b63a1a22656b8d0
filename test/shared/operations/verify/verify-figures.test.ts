import test, { type ExecutionContext } from 'ava'
import type pg from 'pg'
import { hours, minutes } from '../../../../shared/kernel/time.js'
import { transferLink } from '../../../../shared/links/index.js'
import type { Link } from '../../../../shared/links/link.entity.js'
import type { VerificationReport } from '../../../../shared/operations/verify/report.js'
import { verifyFigures } from '../../../../shared/operations/verify/verify-figures.js'
import { trackLeadBodySchema, trackSaleBodySchema } from '../../../../shared/tracking/conversions/conversion-input.schema.js'
import { foldClicks, foldConversions, makeColumns, trackLead, trackRefund, trackSale } from '../../../../shared/tracking/index.js'
import { trackRefundBodySchema } from '../../../../shared/tracking/refunds/refund-input.schema.js'
import { batchOf, rawClick } from '../../../support/clicks.js'
import { runNamed } from '../../../support/jobs.js'
import { person, type Person } from '../../../support/scope.js'
import { testService, type TestService } from '../../../support/service.js'

// The last quarter of an hour: where clicks fall into hours does not depend on when the test runs.
const begin = Math.floor((Date.now() - hours(30)) / hours(1)) * hours(1) + minutes(45)

let service: TestService
let owner: Person
let link: Link
test.before(async () => {
  service = await testService()
  // All that it does is of one moment, and so in one bucket of each size.
  const moment = new Date()
  owner = await person(service, { now: () => moment })
  link = await service.make.link(owner.workspace)
  await query('update workspaces set total_links = 1')
  await query('update click_watermark set at = $1', [new Date(begin)])
  await visit(40)
  await convert('ada', 3000)
  await convert('bob', 500)
  await owner.act((scope) => trackRefund(scope, trackRefundBodySchema.parse({ invoiceId: 'inv_ada', amount: 1000 })))
  await foldClicks({ pool: pool(), now: () => new Date(begin + hours(29)) }, { denseFrom: 3, clicksPerChunk: 7, clicksPerStep: 100 })
  await makeColumns({ pool: pool(), now: () => new Date() }, { from: 2, inPart: 1000 })
  await query(`update conversion_watermark set at = $1`, [new Date(begin)])
  // As if all buckets with leads and sales were over.
  await foldConversions({ pool: pool(), now: () => new Date(Date.now() + hours(12)) }, { denseFrom: 2, eventsPerStep: 2 })
  await visit(3)
})
test.after.always(() => service.close())

const pool = () => service.resources.database.pool
const query = (sql: string, values: unknown[] = []) => pool().query(sql, values)
const verify = (): Promise<VerificationReport> => verifyFigures({ pool: pool(), now: () => new Date() })

/** Clicks half an hour apart, from the beginning. */
async function visit(count: number) {
  const clicks = Array.from({ length: count }, (_, at) =>
    rawClick(link, {
      at: begin + at * minutes(30),
      place: { continent: 'EU', country: at % 2 ? 'DE' : 'FR', region: 'X', city: 'Town', latitude: '', longitude: '' },
    }),
  )
  await runNamed(service.resources, 'tracking.ingest-clicks', batchOf(clicks))
  return clicks
}

async function convert(customerExternalId: string, amount: number) {
  const [click] = await visit(1)
  await owner.act((scope) => trackLead(scope, trackLeadBodySchema.parse({ clickId: click?.id, eventName: 'Sign up', customerExternalId })))
  await owner.act((scope) =>
    trackSale(scope, trackSaleBodySchema.parse({ customerExternalId, amount, invoiceId: `inv_${customerExternalId}` })),
  )
}

interface Sides {
  expected?: object | null
  found?: object | null
}

/**
 * Spoils something, and expects that a recount names it; undone afterwards. What a side should say may be left open, null means that there
 * is no row.
 */
async function names(t: ExecutionContext, table: string, spoil: string, sides: Sides) {
  const client = await pool().connect()
  try {
    // What is spoilt is seen by the recount and by nobody else: it runs on this very connection, in this transaction.
    await client.query('begin')
    await client.query(spoil)
    const report = await verifyFigures({ pool: alone(client), now: () => new Date() })
    const named = report.found.find((one) => one.table === table)
    if (!named) return t.fail(JSON.stringify(report.found.slice(0, 3)))
    for (const side of ['expected', 'found'] as const) {
      const wanted = sides[side]
      if (wanted === null) t.is(named[side], null)
      else if (wanted) t.like(named[side], wanted)
    }
    t.is(report.differences, report.found.length)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** A pool of one connection that is in a transaction already. */
const alone = (client: pg.PoolClient) =>
  ({
    connect: async () => ({
      query: async (text: string, values?: unknown[]) => (/^(begin|commit)/.test(text) ? undefined : client.query(text, values)),
      release: () => undefined,
    }),
  }) as unknown as pg.Pool

test.serial('a service that did nothing wrong has no difference', async (t) => {
  const report = await verify()
  t.deepEqual(report.found, [])
  t.is(report.differences, 0)
  t.like(report.rows, { links: 1, link_counts: 1, customers: 2, workspaces: 1, sale_refunds: 1 })
  for (const table of [
    'click_totals',
    'click_facts',
    'click_rollups',
    'click_packs',
    'click_columns',
    'conversion_facts',
    'conversion_rollups',
    'conversion_packs',
  ])
    t.true((report.rows[table] ?? 0) > 10, table)
  t.true((report.rows.conversion_totals ?? 0) > 2)
})

for (const [column, expected] of Object.entries({ clicks: 45, leads: 2, conversions: 2, sales: 2, sale_amount: 2500 })) {
  test.serial(`a link's ${column} that are one too many are named`, (t) =>
    names(t, 'links', `update links set ${column} = ${column} + 1`, {
      expected: { [column]: expected },
      found: { [column]: expected + 1 },
    }),
  )
}
for (const column of ['last_clicked', 'last_lead_at', 'last_conversion_at']) {
  test.serial(`a link's ${column} that is forgotten is named`, (t) =>
    names(t, 'links', `update links set ${column} = null`, { found: { [column]: null } }),
  )
}
for (const [column, value] of Object.entries({ sales: 7, sale_amount: 7, first_sale_at: 'null' })) {
  test.serial(`a customer's ${column} that is wrong is named`, (t) =>
    names(t, 'customers', `update customers set ${column} = ${value} where external_id = 'ada'`, {
      expected: { sales: 1, sale_amount: 2000 },
    }),
  )
}
for (const column of ['total_clicks', 'total_links']) {
  test.serial(`a workspace's ${column} that is wrong is named`, (t) =>
    names(t, 'workspaces', `update workspaces set ${column} = 7`, {
      expected: { total_clicks: 45, total_links: 1 },
      found: { [column]: 7 },
    }),
  )
}
test.serial('more given back of a sale than its refunds say is named', (t) =>
  names(t, 'sale_refunds', 'update sale_refunds set amount = 7', { expected: { amount: 1000 }, found: { amount: 7 } }),
)
test.serial('a count of links that is wrong is named, and one of which there is no link', async (t) => {
  await names(t, 'link_counts', `update link_count_changes set count = 5 where tag_id = ''`, {
    expected: { count: 1 },
    found: { count: 5 },
  })
  await names(
    t,
    'link_counts',
    `insert into link_count_changes (workspace_id, tag_id, domain, folder_id, user_id, archived, count) select workspace_id, 'tag_gone', domain, '', '', false, 1 from links`,
    { expected: null, found: { count: 1 } },
  )
})
test.serial('a total that is wrong is named', (t) =>
  names(t, 'click_totals', 'update click_totals set clicks = 99 where tier = 2', { found: { clicks: 99 } }),
)
test.serial('a total that is missing is named', (t) =>
  names(t, 'click_totals', 'delete from click_totals where tier = 1', { expected: { clicks: 4 }, found: null }),
)
test.serial('a fact that is missing is named', (t) =>
  names(t, 'click_facts', 'delete from click_facts where hour = (select min(hour) from click_facts)', { found: null }),
)
test.serial('a fact that has no event is named', (t) =>
  names(t, 'click_facts', `insert into click_facts select (jsonb_populate_record(click_facts, '{"hour": 1}')).* from click_facts limit 1`, {
    expected: null,
    found: { clicks: 1 },
  }),
)
test.serial('a fact with a wrong value is named', (t) =>
  names(
    t,
    'click_facts',
    'update click_facts set country = (select max(country) from click_facts) where country = (select min(country) from click_facts)',
    { found: { clicks: 4 } },
  ),
)
test.serial('a rollup that is wrong is named', (t) =>
  names(t, 'click_rollups', 'update click_rollups set clicks = 99 where tier = 3 and kind = 2', { found: { clicks: 99 } }),
)
test.serial('a rollup that is missing is named', (t) =>
  names(t, 'click_rollups', 'delete from click_rollups where kind = 10', { found: null }),
)
test.serial('a column whose values are wrong, or those of other facts, is named', async (t) => {
  await names(t, 'click_columns', 'update click_columns set country = referer', { expected: { facts: 2 }, found: { facts: 2 } })
  const swapped = `country = case when length(country) = 14 then substring(country for 12) || substring(country from 14 for 1) || substring(country from 13 for 1) else country end`
  await names(t, 'click_columns', `update click_columns set ${swapped}`, { expected: { facts: 2 }, found: { facts: 2 } })
})
test.serial('a total of leads and sales that is wrong is named', (t) =>
  names(t, 'conversion_totals', 'update conversion_totals set amount = 7 where tier = 1', {
    expected: { leads: 2, sales: 2, amount: 2500 },
    found: { amount: 7 },
  }),
)
test.serial('a lead or sale whose fact is missing is named', (t) =>
  names(t, 'conversion_facts', 'delete from conversion_facts where leads = 1', { found: { leads: 0, sales: 2, amount: 2500 } }),
)
test.serial('a rollup of leads and sales that is wrong is named', (t) =>
  names(t, 'conversion_rollups', 'update conversion_rollups set leads = 3 where tier = 2 and kind = 11', { found: { leads: 3 } }),
)
test.serial('a pack that says something else than its rollups is named, and one that is missing', async (t) => {
  await names(t, 'click_packs', `update click_packs set pack = set_byte(pack, 11, 99) where kind = 2`, { found: { clicks: 99 } })
  await names(t, 'conversion_packs', `update conversion_packs set pack = set_byte(pack, 11, 3) where tier = 2 and kind = 11`, {
    found: { leads: 3 },
  })
  await names(t, 'click_packs', 'delete from click_packs where kind = 10', { found: null })
})
test.serial('an event that is gone is missed by everything that counted it', async (t) => {
  const gone = 'delete from click_events where timestamp = (select min(timestamp) from click_events)'
  for (const table of ['links', 'workspaces', 'click_totals', 'click_facts'])
    await names(t, table, gone, table === 'links' ? { expected: { clicks: 41 }, found: { clicks: 45 } } : {})
})

test.serial('a lead that is noted and not folded anew yet is no difference, however many closed buckets hold it', async (t) => {
  const client = await pool().connect()
  try {
    await client.query('begin')
    await client.query('update lead_events set event_name = event_name')
    t.deepEqual((await verifyFigures({ pool: alone(client), now: () => new Date() })).found, [])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test.serial('months that an operator dropped are not missed; a figure below its events is still wrong', async (t) => {
  const client = await pool().connect()
  try {
    await client.query('begin')
    await client.query(`update links set created_at = now() - interval '60 days'`)
    await client.query(`update workspaces set created_at = now() - interval '60 days'`)
    for (const parent of ['click_events', 'lead_events', 'sale_events'])
      await client.query(`select drop_events_before($1, now() + interval '31 days')`, [parent])
    await client.query(`update customers set created_at = now() - interval '60 days'`)
    t.deepEqual((await verifyFigures({ pool: alone(client), now: () => new Date() })).found, [])
    await client.query('update links set clicks = -1')
    t.deepEqual(
      (await verifyFigures({ pool: alone(client), now: () => new Date() })).found.map(({ table }) => table),
      ['links'],
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test.serial('a link that goes to another workspace begins anew, also for clicks that come late', async (t) => {
  const [there, mover, domain] = await Promise.all([person(service), person(service, { of: owner.workspace }), service.make.domain(null)])
  await service.make.member(there.workspace, mover.user)
  const handed = await service.make.link(owner.workspace, { domain: domain.slug })
  await query('update workspaces set total_links = 2 where id = $1', [owner.workspace.id])
  const late = rawClick(handed)
  await runNamed(service.resources, 'tracking.ingest-clicks', batchOf([rawClick(handed)]))
  await mover.act((scope) => transferLink(scope, handed.id, { newWorkspaceId: there.workspace.id }))
  await runNamed(service.resources, 'tracking.ingest-clicks', batchOf([late, rawClick({ ...handed, workspaceId: there.workspace.id })]))
  t.is((await query('select clicks from links where id = $1', [handed.id])).rows[0].clicks, 1)
  t.deepEqual((await verify()).found, [])
})

test.serial('the nightly recount keeps what it found', async (t) => {
  await query(`update links set clicks = clicks + 5 where id = $1`, [link.id])
  await runNamed(service.resources, 'operations.verify-figures')
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
