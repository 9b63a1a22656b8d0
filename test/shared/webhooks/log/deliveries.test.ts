/** The delivery log: listing, replaying and test events. */
import test from 'ava'
import { newId } from '../../../../shared/kernel/ids.js'
import { days, hours } from '../../../../shared/kernel/time.js'
import { webhookEventSchema } from '../../../../shared/webhooks/index.js'
import { runJobByName } from '../../../support/jobs.js'
import { type ReceivedRequest, subscribe } from '../../../support/receivers.js'
import { waitUntil } from '../../../support/wait-until.js'
import { type WebhookDelivery, openWebhookDelivery } from '../../../support/webhook-delivery.js'

let setup: WebhookDelivery
test.before(async () => void (setup = await openWebhookDelivery()))
test.after.always(() => setup?.close())

test('replays a single delivery, and all failed deliveries of a time range', async (t) => {
  const { api, waitForRequests, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  const made = await Promise.all(Array.from({ length: 3 }, () => api.make.delivery(workspace, { webhookId: id })))
  await api.make.delivery(workspace, { webhookId: id, state: 'succeeded' })
  const [first] = made as [{ id: string }]
  t.is((await api.call(`POST /webhooks/${id}/deliveries/${first.id}/replay`, { key })).body.state, 'pending')
  await waitForRequests(path, 1)
  await waitUntil(async () => (await api.call(`GET /webhooks/${id}/deliveries/${first.id}`, { key })).body.state === 'succeeded')
  t.deepEqual(
    (await api.call(`POST /webhooks/${id}/deliveries/replay`, { key, body: { since: new Date(Date.now() - hours(1)).toISOString() } }))
      .body,
    { replayed: 2, more: false },
  )
  await waitForRequests(path, 3)
  t.deepEqual(
    receivers
      .requestsTo(path)
      .map(({ headers }) => headers['webhook-id'])
      .sort(),
    made.map((one) => one.id).sort(),
  )
  t.is(
    (await api.call(`POST /webhooks/${id}/deliveries/replay`, { key, body: { since: new Date(Date.now() + hours(1)).toISOString() } })).body
      .replayed,
    0,
  )
})

test('failed deliveries are replayed without a body: all of the log', async (t) => {
  const { api, waitForRequests, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  await Promise.all(Array.from({ length: 2 }, () => api.make.delivery(workspace, { webhookId: id })))
  const replayed = await api.call(`POST /webhooks/${id}/deliveries/replay`, { key })
  t.deepEqual([replayed.status, replayed.body], [200, { replayed: 2, more: false }])
  await waitForRequests(path, 2)
})

test('a test sends a sample to one webhook only', async (t) => {
  const { api, waitForRequests, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const [path, other] = [newPath(), newPath()]
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  await subscribe(api, key, receivers.origin + other, ['link.created', 'partner.enrolled'])
  const { body } = await api.call(`POST /webhooks/${id}/test`, { key, body: { trigger: 'partner.enrolled' } })
  const [sent] = (await waitForRequests(path, 1)) as [ReceivedRequest]
  t.like(sent.event, { id: body.id, event: 'partner.enrolled' })
  t.deepEqual(webhookEventSchema.parse(sent.event), sent.event as never)
  t.is(receivers.requestsTo(other).length, 0)
})

test('lists deliveries newest first, filtered by state, event and time, page by page', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created', 'link.deleted'])
  const begin = new Date().toISOString()
  const links = [await createLink(key), await createLink(key), await createLink(key)]
  await api.call(`DELETE /links/${links[0]?.body.id}`, { key })
  await waitForRequests(path, 4)
  const list = async (query = '') =>
    (await api.call(`GET /webhooks/${id}/deliveries${query}`, { key })).body as { id: string; event: string }[]
  await waitUntil(async () => (await list('?state=succeeded')).length === 4)
  t.deepEqual(
    (await list()).map(({ event }) => event),
    ['link.deleted', 'link.created', 'link.created', 'link.created'],
  )
  t.is((await list('?event=link.deleted')).length, 1)
  t.is((await list('?state=failed')).length, 0)
  t.is((await list(`?since=${begin}`)).length, 4)
  t.is((await list('?since=0001-01-01T00:00:00Z')).length, 4)
  t.is((await list(`?until=${begin}`)).length, 0)
  const page = await list('?pageSize=3')
  t.deepEqual(
    (await list(`?pageSize=3&startingAfter=${page.at(-1)?.id}`)).map((one) => one.id),
    [(await list()).at(-1)?.id as string],
  )
})

/** A paused webhook with `count` pending deliveries. */
async function pausedWebhook(count: number) {
  const { api, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  const { pool } = api.resources.database
  await pool.query(`update webhooks set paused_until = now() + interval '1 hour' where id = $1`, [id])
  await api.call('POST /links/bulk', {
    key,
    body: Array.from({ length: count }, (_, at) => ({ url: `https://destination.example/${at}` })),
  })
  const list = async (query = '') =>
    (await api.call(`GET /webhooks/${id}/deliveries${query}`, { key })).body as {
      id: string
      event: string
      state: string
      attemptCount: number
      httpStatus: number | null
      lastAttemptAt: string | null
    }[]
  const pending = await waitUntil(async () => ((await list()).length === count ? list() : null))
  return { id, key, path, pool, list, pending }
}

test('lists deliveries without an attempt as pending, and a replay sends them', async (t) => {
  const { api, waitForRequests } = setup
  const { id, key, path, list, pending } = await pausedWebhook(5)
  for (const one of pending)
    t.like(one, { state: 'pending', event: 'link.created', attemptCount: 0, httpStatus: null, lastAttemptAt: null })
  const ids = pending.map((one) => one.id)
  t.deepEqual(ids, ids.toSorted().toReversed())
  t.deepEqual(
    (await list('?state=pending&pageSize=2')).map((one) => one.id),
    ids.slice(0, 2),
  )
  t.deepEqual(
    (await list(`?pageSize=2&startingAfter=${ids[1]}`)).map((one) => one.id),
    ids.slice(2, 4),
  )
  t.deepEqual([await list('?state=succeeded'), await list('?event=link.deleted')], [[], []])
  const [, second] = ids as [string, string]
  t.is((await api.call(`GET /webhooks/${id}/deliveries/evt_none`, { key })).status, 404)
  const { body } = await api.call(`GET /webhooks/${id}/deliveries/${second}`, { key })
  t.is(JSON.parse(body.request).id, second)
  t.like((await api.call(`POST /webhooks/${id}/deliveries/${second}/replay`, { key })).body, { id: second, state: 'pending' })
  t.deepEqual((await waitForRequests(path, 5)).map(({ event }) => event.id).sort(), ids.toSorted())
  await waitUntil(async () => (await list('?state=succeeded')).length === 5)
})

test('a batch that a killed process delivered in part is completed without duplicates', async (t) => {
  const { api, waitForRequests } = setup
  const { id, key, path, pool, list, pending } = await pausedWebhook(3)
  const [first, ...others] = pending.map((one) => one.id) as [string, ...string[]]
  await pool.query(
    `insert into webhook_deliveries (webhook_id, event_id, event, state, give_up_at, created_at) values ($1, $2, 'link.created', 'succeeded', now(), now())`,
    [id, first],
  )
  t.deepEqual(
    (await list()).map(({ state }) => state),
    ['succeeded', 'pending', 'pending'],
  )
  await api.call(`POST /webhooks/${id}/enable`, { key })
  await waitForRequests(path, 2)
  await waitUntil(async () => (await pool.query('select 1 from webhook_event_batches where webhook_id = $1', [id])).rows.length === 0)
  t.deepEqual((await waitForRequests(path, 2)).map(({ event }) => event.id).sort(), others.toSorted())
})

test('a delivery is shown without its content to callers who may not read its customer or its link', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created', 'lead.created'])
  const { body: link } = await createLink(key, { trackConversion: true })
  const click = await api.make.click({ ...link, workspaceId: workspace.id })
  const body = { clickId: click.id, eventName: 'Sign up', customerExternalId: 'ann', customerEmail: 'ann@example.com' }
  t.is((await api.call('POST /track/lead', { key, body })).status, 200)
  const events = (await waitForRequests(path, 2)).map(({ event }) => event)
  const folder = await api.make.folder(workspace, { accessLevel: null })
  const keyOf = async (role: 'billing' | 'viewer') => {
    const user = await api.make.user()
    await api.make.member(workspace, user, role)
    return (await api.make.token(user, workspace)).key
  }
  const [billing, viewer] = [await keyOf('billing'), await keyOf('viewer')]
  const content = async (name: string, as: string) => {
    const event = events.find((one) => one.event === name)?.id
    const deliveryPath = `/webhooks/${id}/deliveries/${event}`
    await waitUntil(async () => (await api.call(`GET ${deliveryPath}`, { key })).body.state === 'succeeded')
    const { status, body: delivery } = await api.call(`GET ${deliveryPath}`, { key: as })
    t.is(status, 200)
    t.is(delivery.attempts.length, 1)
    return [delivery.request !== null, delivery.attempts[0].response !== null]
  }
  t.deepEqual(await content('lead.created', viewer), [true, true])
  t.deepEqual(await content('lead.created', billing), [false, false])
  t.deepEqual(await content('link.created', billing), [true, true])
  await api.resources.database.pool.query('update links set folder_id = $1 where id = $2', [folder.id, link.id])
  for (const name of ['link.created', 'lead.created']) {
    t.deepEqual(await content(name, viewer), [false, false])
    t.deepEqual(await content(name, key), [true, true])
  }
})

test('deliveries past their retention are deleted, of deleted webhooks too, and the others stay', async (t) => {
  const { api, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const old = () => newId('evt_', Date.now() - days(15))
  const ids = [1, 2, 3].map(async () => (await subscribe(api, key, receivers.origin + newPath(), ['link.created'])).id)
  const [one, other, deleted] = (await Promise.all(ids)) as [string, string, string]
  for (const webhookId of [one, other, deleted]) {
    for (const id of [old(), old()]) await api.make.delivery(workspace, { webhookId, id })
    if (webhookId !== other) await api.make.delivery(workspace, { webhookId })
  }
  await api.call(`DELETE /webhooks/${deleted}`, { key })
  await runJobByName(api.resources, 'webhooks.delete-old-deliveries')
  const { rows } = await api.resources.database.pool.query(
    'select webhook_id as id from webhook_deliveries where webhook_id = any ($1) order by 1',
    [[one, other, deleted]],
  )
  t.deepEqual(
    rows.map(({ id }) => id),
    [one, deleted].toSorted(),
  )
})
