import test from 'ava'
import { extendScope, inTransaction, openScope } from '../../../shared/kernel/scope.js'
import { days, hours } from '../../../shared/kernel/time.js'
import { domainRecords, linkAddress, linkRecords } from '../../../shared/links/destination/link-record.queries.js'
import { deletionsOfEvents, foldClicks, foldConversions, makeColumns } from '../../../shared/tracking/index.js'
import { testApi } from '../../support/api.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { clickRow, storeClicks } from '../../support/events.js'
import { runNamed, workOff } from '../../support/jobs.js'
import { rowsOfWorkspace } from '../../support/rows-of-workspace.js'
import { silent } from '../../support/service.js'

const api = await testApi()
const { resources } = api
const { pool } = resources.database
test.after.always(() => api.close())

/** Tables that hold nothing of a workspace, and why. */
const apart = {
  users: 'people have an account of their own',
  user_passwords: 'theirs',
  sessions: 'theirs',
  log_in_failures: 'of addresses',
  exchange_rates: "the world's",
  kept_events: 'how far events are kept',
  click_watermark: 'how far clicks are folded',
  conversion_watermark: 'how far leads and sales are',
  migrations: "the program's",
  click_batches: 'random ids',
  waiting_click_batches: 'the queue, for a moment: what comes late is left out',
  recent_visits: 'hashes, for two hours',
  kept_answers: 'for a day',
  short_lived: 'expires',
  rate_windows: 'expires',
  verification_reports: 'what an operator was told',
}
const fold = async () => {
  const ahead = { pool, now: () => new Date(Date.now() + days(2)) }
  await foldClicks(ahead, { denseFrom: 1, clicksPerChunk: 100, clicksPerStep: 1000 })
  await foldConversions(ahead, { denseFrom: 1, eventsPerStep: 100 })
  await makeColumns(ahead, { from: 1, inPart: 10 })
}

const clicksOf = (link: Parameters<typeof rawClick>[0], given = {}) =>
  batchOf([rawClick(link, given), rawClick(link, { ...given, at: Date.now() - hours(800) })], {
    excluded: [
      { workspaceId: link.workspaceId ?? '', linkId: link.id, day: new Date().toISOString().slice(0, 10), reason: 'head', count: 2 },
    ],
  })
const ingest = (batch: ReturnType<typeof batchOf>) => runNamed(resources, 'tracking.ingest-clicks', batch)

/** Somebody who tracks, with clicks of two months, a lead, a sale and a refund, all added up. */
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
  await fold()
  await runNamed(resources, 'links.fold-counts')
  return { ...shop, clickId: click?.id }
}

test.serial('of a deleted workspace no table has a row', async (t) => {
  const [mine, other] = [await busyWorkspace(), await busyWorkspace()]
  // What is not added up yet.
  for (const { workspace, track, clickId } of [mine, other]) {
    await api.make.link(workspace)
    await track('lead', { clickId, eventName: 'Trial', customerExternalId: 'person-1' })
  }
  const held = await rowsOfWorkspace(pool, mine.workspace.id)
  await held.fillEmpty('closed_workspaces')
  const neighbours = await rowsOfWorkspace(pool, other.workspace.id)
  await neighbours.fillEmpty('closed_workspaces')
  t.deepEqual(
    Object.entries(await held.counts()).filter(([table, count]) => count === 0 && table !== 'closed_workspaces'),
    [],
    'the test has put something into each',
  )
  t.deepEqual(held.others, Object.keys(apart).sort(), 'each other table says why it has nothing of a workspace')

  await pool.query('truncate outbox, news')
  t.is((await api.call(`DELETE /workspaces/${mine.workspace.id}`, { key: mine.key })).status, 200)
  await workOff(resources)
  await fold()
  await runNamed(resources, 'links.fold-counts')
  t.deepEqual(
    Object.entries(await held.counts()).filter(([, count]) => count > 0),
    [['closed_workspaces', 1]],
  )
  t.deepEqual(await held.naming(mine.workspace.id), ['closed_workspaces'])
  for (const text of [mine.link.id, mine.domain.slug]) t.deepEqual(await held.naming(text), [], text)
  t.deepEqual(
    Object.entries(await neighbours.counts())
      .filter(([, count]) => count === 0)
      .map(([table]) => table),
    ['closed_workspaces', 'link_count_changes', 'news', 'outbox', 'unfolded_conversions'],
    'its neighbour has all but what passes through',
  )
})

test.serial('before the job has begun nobody is let in or led any more who needs no key', async (t) => {
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
  await workOff(resources)
})

test.serial('clicks that come late, and work that a job gave up, leave nothing behind', async (t) => {
  const [shop, other] = [await tracker(api), await tracker(api)]
  const { id } = shop.workspace
  await ingest(clicksOf(shop.link))
  await api.call(`DELETE /workspaces/${id}`, { key: shop.key })
  await pool.query('truncate outbox')
  const late = [clicksOf(shop.link), clicksOf(other.link)]
  await ingest({ ...batchOf([]), clicks: late.flatMap(({ clicks }) => clicks), excluded: late.flatMap(({ excluded }) => excluded) })
  const clicks = (workspaceId: string) =>
    pool
      .query('select from click_events where workspace_id = $1 union all select from excluded_requests where workspace_id = $1', [
        workspaceId,
      ])
      .then(({ rowCount }) => rowCount)
  t.deepEqual([await clicks(id), await clicks(other.workspace.id)], [3, 3])

  await runNamed(resources, 'operations.finish-deletions')
  t.deepEqual(await workOff(resources), [], 'it is given half a day')
  await pool.query(`update closed_workspaces set closed_at = now() - interval '40 days' where workspace_id = $1`, [id])
  await runNamed(resources, 'operations.finish-deletions')
  t.deepEqual(await workOff(resources), ['operations.delete-workspace-data'])
  t.deepEqual([await clicks(id), await clicks(other.workspace.id)], [0, 3])
  await runNamed(resources, 'operations.finish-deletions')
  t.deepEqual((await pool.query('select from closed_workspaces where workspace_id = $1', [id])).rowCount, 0)
})

test.serial("a link that was claimed goes with the visitors of the time when it was nobody's", async (t) => {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(null)
  await ingest(batchOf([rawClick(link)]))
  await pool.query('update links set workspace_id = $2 where id = $1', [link.id, workspace.id])
  const visitors = async () => (await pool.query('select ip, ua from click_events where link_id = $1', [link.id])).rows
  t.regex((await visitors())[0].ip, /^203/)
  await api.call(`DELETE /workspaces/${workspace.id}`, { key })
  await workOff(resources)
  t.deepEqual(await visitors(), [{ ip: '', ua: '' }])
})

test.serial('many rows go in many steps, and folds between them put nothing back', async (t) => {
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
  const scope = extendScope(openScope({ resources, log: silent, requestId: 'req_test' }), { jobName: 'test', queues: resources.queues })
  const held = await rowsOfWorkspace(pool, id)
  const left: number[] = []
  for (const deleteSome of deletionsOfEvents) {
    while (await inTransaction(scope, () => deleteSome(scope, id))) {
      left.push(Object.values(await held.counts()).reduce((sum, count) => sum + count, 0))
      await fold()
    }
  }
  t.true(left.length > 5)
  const { click_events, click_facts, click_totals, click_rollups, click_packs, click_columns, rollup_values, rollup_workspaces } =
    await held.counts()
  t.deepEqual(
    [click_events, click_facts, click_totals, click_rollups, click_packs, click_columns, rollup_values, rollup_workspaces],
    [0, 0, 0, 0, 0, 0, 0, 0],
  )
})
