/** Events that change, or must not be sent any more, after they were read or queued: those of withdrawn payouts and erased customers. */
import test, { type ExecutionContext } from 'ava'
import { deliveryConcurrency, leaseMs } from '../../../shared/webhooks/limits.js'
import { runJobByName } from '../../support/jobs.js'
import { respondWith, subscribe } from '../../support/receivers.js'
import { testService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'
import { openWebhookDelivery } from '../../support/webhook-delivery.js'

test('an event that is canceled before it is dispatched is not dispatched', async (t) => {
  const service = await testService()
  t.teardown(() => service.close())
  const { resources, make } = service
  const workspace = await make.workspace()
  await make.webhook(workspace, { triggers: ['payout.confirmed'] })
  const { pool } = resources.database
  for (const id of ['evt_canceled', 'evt_other'])
    await pool.query(
      `insert into webhook_outbox (id, workspace_id, trigger, data, created_at) values ($1, $2, 'payout.confirmed', '{}', now())`,
      [id, workspace.id],
    )
  await runJobByName(resources, 'webhooks.cancel-deliveries', { eventId: 'evt_canceled' })
  await runJobByName(resources, 'webhooks.dispatch-events')
  t.deepEqual((await pool.query('select id from webhook_events')).rows, [{ id: 'evt_other' }])
})

/** A webhook whose receiver answers only when it is told to. */
async function hangingWebhook(t: ExecutionContext) {
  const setup = await openWebhookDelivery()
  t.teardown(() => setup.close())
  const { api, receivers, newPath } = setup
  const { key, workspace } = await api.make.caller()
  const path = newPath()
  await subscribe(api, key, receivers.origin + path, ['link.created', 'link.deleted'])
  const hanging: (() => void)[] = []
  receivers.setBehaviour(path, (response) => void hanging.push(() => response.writeHead(200).end()))
  const respond = () => {
    receivers.setBehaviour(path, respondWith(200))
    for (const end of hanging) end()
  }
  return { ...setup, key, workspace, path, respond }
}

test('an event that is canceled while it waits behind others is not sent', async (t) => {
  const { api, receivers, createLink, waitForRequests, key, workspace, path, respond } = await hangingWebhook(t)
  const { body: link } = await createLink(key)
  await Promise.all(Array.from({ length: deliveryConcurrency - 1 }, () => createLink(key)))
  await waitForRequests(path, deliveryConcurrency)
  await api.call(`DELETE /links/${link.id}`, { key })
  const { pool } = api.resources.database
  const events = (trigger: string) =>
    pool.query('select id from webhook_events where workspace_id = $1 and event = $2', [workspace.id, trigger])
  const deleted = await waitUntil(async () => (await events('link.deleted')).rows[0])
  await runJobByName(api.resources, 'webhooks.cancel-deliveries', { eventId: deleted.id })
  respond()
  await createLink(key)
  await waitForRequests(path, deliveryConcurrency + 1)
  const log = await waitUntil(async () => {
    const { rows } = await pool.query('select state, attempts from webhook_deliveries where event_id = $1', [deleted.id])
    return (await events('link.created')).rows.length === deliveryConcurrency + 1 && rows[0]
  })
  t.deepEqual(log, { state: 'failed', attempts: [] })
  t.deepEqual(
    receivers.requestsTo(path).filter(({ event }) => event.event === 'link.deleted'),
    [],
  )
})

// With Redis, PostgreSQL sends no notification that could be interrupted.
if (!process.env.REDIS_URL)
  test('an event that was erased while notifications were interrupted is sent without what was erased', async (t) => {
    const { api, waitForRequests, key, workspace, path, respond } = await hangingWebhook(t)
    const links = Array.from({ length: deliveryConcurrency + 1 }, (_, at) => ({ url: `https://destination.example/${at}` }))
    await api.call('POST /links/bulk', { key, body: links })
    await waitForRequests(path, deliveryConcurrency)
    const { pool } = api.resources.database
    await pool.query(`update webhook_events set body = replace(body, 'destination.example', 'erased.example') where workspace_id = $1`, [
      workspace.id,
    ])
    const listeners = `from pg_stat_activity where datname = current_database() and query like 'listen tributary%'`
    const { rows: lost } = await pool.query(`select pid, pg_terminate_backend(pid) ${listeners}`)
    t.true(lost.length > 0)
    await waitUntil(async () => (await pool.query(`select pid ${listeners}`)).rows.some(({ pid }) => lost.every((one) => one.pid !== pid)))
    // The worker renews its lease after the gap, then discards what it has read.
    const { rows } = await pool.query('select now()')
    const renewed = `select from webhooks where workspace_id = $1 and leased_until > $2::timestamptz + $3 * interval '1 millisecond'`
    await waitUntil(async () => (await pool.query(renewed, [workspace.id, rows[0].now, leaseMs])).rowCount)
    respond()
    const requests = await waitForRequests(path, links.length)
    t.regex(requests.at(-1)?.body ?? '', /erased\.example/)
  })
