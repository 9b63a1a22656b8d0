import test from 'ava'
import { extendScope, inTransaction, openScope } from '../../../shared/kernel/scope.js'
import { days, hours } from '../../../shared/kernel/time.js'
import { domainRecords, linkAddress, linkRecords } from '../../../shared/links/destination/link-record.queries.js'
import { rollUpClicks, rollUpConversions, buildColumnSegments, rollupDeletionSteps } from '../../../shared/rollups/index.js'
import { eventDeletionSteps } from '../../../shared/tracking/index.js'
import { testApi } from '../../support/api.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { clickRow, readClicks, storeClicks } from '../../support/events.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { eventsInPostgres, silentLog } from '../../support/service.js'
import { inspectWorkspaceRows } from '../../support/workspace-rows.js'

const api = await testApi()
const { resources } = api
const { pool } = resources.database
test.after.always(() => api.close())

/** Tables without workspace data, with the reason. */
const unrelatedTables = {
  partners: 'partners take part in programs of any workspace',
  admin_audit_entries: 'what operators changed; it stays',
  blocked_emails: 'addresses that the operator blocked',
  blocked_hosts: 'hosts that the operator blocked',
  partner_platforms: 'belongs to partners',
  partner_users: 'belongs to partners',
  partner_user_invites: 'belongs to partners',
  pending_duplicate_checks: 'belongs to partners',
  users: 'users are not part of a workspace',
  user_passwords: 'belongs to users',
  sessions: 'belongs to users',
  log_in_failures: 'by address',
  encryption_keys: 'check values of the installation',
  exchange_rates: 'global',
  event_retention: 'global, by event table',
  click_watermark: 'global watermark',
  conversion_watermark: 'global watermark',
  migrations: 'global',
  click_batches: 'random ids',
  click_blocks: 'a queue to ClickHouse, which deletes the clicks of deleted workspaces',
  recent_clicks: 'random ids, deleted after a day',
  event_store: 'the database of events of the installation',
  erased_values: 'numbers of texts that a nightly job deletes',
  queued_click_batches: 'a queue: clicks of deleted workspaces are rejected at ingestion',
  recent_visits: 'hashes, deleted after two hours',
  idempotency_keys: 'deleted after a day',
  completed_jobs: 'ids of jobs, which expire',
  sent_emails: 'expires',
  disposable_email_domains: 'global',
  short_lived: 'expires',
  rate_windows: 'expires',
  verification_reports: 'reports for the operator',
}
const rollUp = async () => {
  const future = { pool, now: () => new Date(Date.now() + days(2)) }
  await rollUpClicks(future, { denseThreshold: 1, clicksPerStep: 1000 })
  await rollUpConversions(future, { denseThreshold: 1, eventsPerStep: 100 })
  await buildColumnSegments(future, { minFactsPerHour: 1, factsPerSegment: 10 })
}

const clicksOf = (link: Parameters<typeof rawClick>[0], overrides = {}) =>
  batchOf([rawClick(link, overrides), rawClick(link, { ...overrides, at: Date.now() - hours(800) })], {
    excluded: [
      { workspaceId: link.workspaceId ?? '', linkId: link.id, day: new Date().toISOString().slice(0, 10), reason: 'head', count: 2 },
    ],
  })
const ingest = (batch: ReturnType<typeof batchOf>) => runJobByName(resources, 'tracking.ingest-clicks', batch)

/** A workspace with clicks of two months, leads, a sale and a refund, all rolled up. */
async function busyWorkspace() {
  const shop = await tracker(api)
  await api.make.dashboard(shop.workspace, shop.link)
  const batch = clicksOf(shop.link)
  await ingest(batch)
  const [click] = batch.clicks
  await shop.track('lead', {
    clickId: click?.id,
    eventName: 'Sign up',
    customerExternalId: 'person-1',
    customerName: 'Zanzibar Person',
    customerEmail: 'zanzibar@example.com',
  })
  await shop.track('sale', { customerExternalId: 'person-1', amount: 1000, invoiceId: 'invoice-1', metadata: { note: 'Zanzibar' } })
  await shop.track('refund', { invoiceId: 'invoice-1', amount: 300, refundId: 'refund-1' })
  await rollUp()
  // Events of buckets that are closed.
  await ingest(clicksOf(shop.link, { ip: '203.0.113.77' }))
  await shop.track('lead', { clickId: click?.id, eventName: 'Late sign-up', customerExternalId: 'person-1' })
  await rollUp()
  await runJobByName(resources, 'links.roll-up-counts')
  return { ...shop, clickId: click?.id }
}

if (eventsInPostgres)
  test.serial('no table holds rows of a deleted workspace', async (t) => {
    const [mine, other] = [await busyWorkspace(), await busyWorkspace()]
    // Data that is not rolled up yet.
    for (const { workspace, track, clickId } of [mine, other]) {
      await api.make.link(workspace)
      const program = await api.make.program(workspace)
      await api.make.enrolment(program, await api.make.partner())
      await api.make.bounty(program)
      await api.make.programResource(program)
      await api.make.submittedLead(program, await api.make.partner())
      await track('lead', { clickId, eventName: 'Trial', customerExternalId: 'person-1' })
    }
    const ownRows = await inspectWorkspaceRows(pool, mine.workspace.id)
    await ownRows.fillEmpty('closed_workspaces')
    const otherRows = await inspectWorkspaceRows(pool, other.workspace.id)
    await otherRows.fillEmpty('closed_workspaces')
    t.deepEqual(
      Object.entries(await ownRows.counts()).filter(([table, count]) => count === 0 && table !== 'closed_workspaces'),
      [],
      'every table has rows before the deletion',
    )
    t.deepEqual(ownRows.otherTables, Object.keys(unrelatedTables).sort(), 'all other tables are listed with a reason')

    await pool.query('truncate outbox, webhook_outbox')
    t.is((await api.call(`DELETE /workspaces/${mine.workspace.id}`, { key: mine.key })).status, 200)
    await runQueuedJobsAndSubscribers(resources)
    await rollUp()
    await runJobByName(resources, 'links.roll-up-counts')
    t.deepEqual(
      Object.entries(await ownRows.counts()).filter(([, count]) => count > 0),
      [['closed_workspaces', 1]],
    )
    t.deepEqual(await ownRows.tablesContaining(mine.workspace.id), ['closed_workspaces'])
    for (const text of [mine.link.id, mine.domain.slug]) t.deepEqual(await ownRows.tablesContaining(text), [], text)
    t.deepEqual(
      Object.entries(await otherRows.counts())
        .filter(([, count]) => count === 0)
        .map(([table]) => table),
      ['closed_workspaces', 'link_count_changes', 'outbox', 'pending_conversions', 'webhook_outbox'],
      'the other workspace keeps its rows, except those of queues',
    )
  })

test.serial('public endpoints and redirects stop before the deletion job runs', async (t) => {
  const shop = await tracker(api)
  const { link, domain, workspace } = shop
  await api.make.dashboard(workspace, link)
  const connection = await api.make.connection(workspace)
  const open = async () => [
    (await linkRecords(pool, [linkAddress(domain.slug, link.lookupKey)])).size === 1,
    (await domainRecords(pool, [domain.slug])).size === 1,
    (await api.call(`GET /analytics/dashboard?domain=${domain.slug}&key=${link.key}`)).status === 200,
    (
      await api.call(`POST /integrations/webhooks/${connection.provider}/${connection.id}`, {
        body: { type: 'track', event: 'Signed Up', messageId: 'message-1', userId: 'person-1' },
      })
    ).status === 200,
  ]
  t.deepEqual(await open(), [true, true, true, true])
  await api.call(`DELETE /workspaces/${workspace.id}`, { key: shop.key })
  t.deepEqual(await open(), [false, false, false, false])
  await runQueuedJobsAndSubscribers(resources)
})

test.serial('late clicks and data left by a failed job are deleted later', async (t) => {
  const [shop, other] = [await tracker(api), await tracker(api)]
  const { id } = shop.workspace
  await ingest(clicksOf(shop.link))
  await api.call(`DELETE /workspaces/${id}`, { key: shop.key })
  await pool.query('truncate outbox')
  const late = [clicksOf(shop.link), clicksOf(other.link)]
  await ingest({ ...batchOf([]), clicks: late.flatMap(({ clicks }) => clicks), excluded: late.flatMap(({ excluded }) => excluded) })
  const clicks = async (workspaceId: string) =>
    (await readClicks(pool, 'workspace_id', workspaceId)).length +
    ((await pool.query('select from excluded_requests where workspace_id = $1', [workspaceId])).rowCount ?? 0)
  t.deepEqual([await clicks(id), await clicks(other.workspace.id)], [3, 3])

  await runJobByName(resources, 'maintenance.finish-deletions')
  t.deepEqual(await runQueuedJobsAndSubscribers(resources), [], 'not before half a day has passed')
  await pool.query(`update closed_workspaces set closed_at = now() - interval '40 days' where workspace_id = $1`, [id])
  await runJobByName(resources, 'maintenance.finish-deletions')
  t.deepEqual(await runQueuedJobsAndSubscribers(resources), ['maintenance.delete-workspace-data'])
  t.deepEqual([await clicks(id), await clicks(other.workspace.id)], [0, 3])
  await runJobByName(resources, 'maintenance.finish-deletions')
  t.deepEqual((await pool.query('select from closed_workspaces where workspace_id = $1', [id])).rowCount, 0)
})

test.serial('deleting a claimed link erases its earlier visitors, from when it had no workspace', async (t) => {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(null)
  await ingest(batchOf([rawClick(link)]))
  await pool.query('update links set workspace_id = $2 where id = $1', [link.id, workspace.id])
  const visitors = async () => (await readClicks(pool, 'link_id', link.id)).map(({ ip, ua }) => ({ ip, ua }))
  t.regex((await visitors())[0]?.ip ?? '', /^203/)
  await api.call(`DELETE /workspaces/${workspace.id}`, { key })
  await runQueuedJobsAndSubscribers(resources)
  t.deepEqual(await visitors(), [{ ip: '', ua: '' }])
})

if (eventsInPostgres)
  test.serial('many rows are deleted in batches, and roll-ups in between restore nothing', async (t) => {
    const shop = await tracker(api)
    const { id } = shop.workspace
    const first = Date.UTC(2026, 6, 30)
    await storeClicks(
      pool,
      Array.from({ length: 6000 }, (_, at) =>
        clickRow({ timestamp: new Date(first + at * 60_000), workspace_id: id, link_id: shop.link.id, city: `City ${at}` }),
      ),
    )
    await api.call(`DELETE /workspaces/${id}`, { key: shop.key })
    const scope = extendScope(openScope({ resources, log: silentLog, requestId: 'req_test' }), {
      jobName: 'test',
      queues: resources.queues,
    })
    const ownRows = await inspectWorkspaceRows(pool, id)
    const remaining: number[] = []
    for (const deleteBatch of [...eventDeletionSteps, ...rollupDeletionSteps]) {
      while (await inTransaction(scope, () => deleteBatch(scope, id))) {
        remaining.push(Object.values(await ownRows.counts()).reduce((sum, count) => sum + count, 0))
        await rollUp()
      }
    }
    t.true(remaining.length > 5)
    const counts = await ownRows.counts()
    for (const table of ['events', 'facts', 'totals', 'rollups', 'rollup_packs', 'column_segments'])
      t.is(counts[`click_${table}`], 0, table)
    t.deepEqual([counts.dimension_values, counts.workspace_numbers], [0, 0])
  })
