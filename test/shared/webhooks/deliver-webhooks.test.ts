/** Signing, sending, retrying and failing deliveries. */
import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import test from 'ava'
import { Webhook as Verifier } from 'standardwebhooks'
import { deliveryConcurrency } from '../../../shared/webhooks/limits.js'
import { testApi } from '../../support/api.js'
import { latestEmailTo } from '../../support/emails.js'
import { runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { respondWith, type ReceivedRequest, neverRespond, startDeliveryWorkers, subscribe } from '../../support/receivers.js'
import { waitUntil } from '../../support/wait-until.js'
import { type WebhookDelivery, openWebhookDelivery } from '../../support/webhook-delivery.js'

let setup: WebhookDelivery
test.before(async () => void (setup = await openWebhookDelivery()))
test.after.always(() => setup?.close())

test('a delivery carries a Standard Webhooks signature and a plain HMAC of the body', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  const { secret } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  await createLink(key)
  const [{ body, headers, event }] = (await waitForRequests(path, 1)) as [ReceivedRequest]
  t.deepEqual(new Verifier(secret).verify(body, headers as Record<string, string>), event)
  t.throws(() => new Verifier(secret).verify(body.replace('destination', 'elsewhere'), headers as Record<string, string>))
  t.is(headers['webhook-id'], event.id)
  t.is(headers['tributary-signature'], createHmac('sha256', secret).update(body).digest('hex'))
})

test('both secrets sign during the overlap of a rotation, only the new one without an overlap', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  const { id, secret: former } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  const { body: rotated } = await api.call(`POST /webhooks/${id}/rotate-secret`, { key, body: {} })
  await createLink(key)
  const [{ body, headers }] = (await waitForRequests(path, 1)) as [ReceivedRequest]
  for (const secret of [former, rotated.secret]) t.notThrows(() => new Verifier(secret).verify(body, headers as Record<string, string>))
  t.deepEqual(
    String(headers['tributary-signature']).split(','),
    [rotated.secret, former].map((secret) => createHmac('sha256', secret).update(body).digest('hex')),
  )
  const { body: last } = await api.call(`POST /webhooks/${id}/rotate-secret`, { key, body: { overlapHours: 0 } })
  await createLink(key)
  const { body: second, headers: with2 } = (await waitForRequests(path, 2))[1] as ReceivedRequest
  t.notThrows(() => new Verifier(last.secret).verify(second, with2 as Record<string, string>))
  t.throws(() => new Verifier(rotated.secret).verify(second, with2 as Record<string, string>))
})

test('a failed delivery is retried with the same id, and the log contains both attempts', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  receivers.setBehaviour(path, respondWith(500, 'out of order'))
  await createLink(key)
  const [first] = (await waitForRequests(path, 1)) as [ReceivedRequest]
  const delivery = () => api.call(`GET /webhooks/${id}/deliveries/${first.event.id}`, { key })
  const failed = await waitUntil(async () => ((await delivery()).body.state === 'retrying' ? (await delivery()).body : null))
  t.like(failed, { httpStatus: 500, attemptCount: 1, request: first.body })
  t.like(failed.attempts[0], { status: 500, response: 'out of order', url: receivers.origin + path })
  // Measured from the stored attempt and from now: a busy machine reads the state late.
  const [wait, left] = [failed.lastAttemptAt, Date.now()].map((since) => Date.parse(failed.nextAttemptAt) - new Date(since).getTime()) as [
    number,
    number,
  ]
  t.true(wait >= 9000 && left <= 15_000, `${wait}, ${left}`)
  receivers.setBehaviour(path, respondWith(204))
  await api.resources.database.pool.query('update webhook_deliveries set next_at = now() where webhook_id = $1', [id])
  const [, second] = (await waitForRequests(path, 2)) as [ReceivedRequest, ReceivedRequest]
  t.is(second.headers['webhook-id'], first.headers['webhook-id'])
  t.is(second.body, first.body)
  const done = await waitUntil(async () => ((await delivery()).body.state === 'succeeded' ? (await delivery()).body : null))
  t.deepEqual(
    done.attempts.map(({ status }: { status: number }) => status),
    [500, 204],
  )
  t.is(done.nextAttemptAt, null)
  t.is((await api.call(`GET /webhooks/${id}`, { key })).body.consecutiveFailures, 0)
})

test('twenty consecutive failures disable a webhook and email its owner; enabling it sends pending deliveries', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key, user } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  receivers.setBehaviour(path, respondWith(500))
  const { pool } = api.resources.database
  // Prevents retries during the test, however long it takes.
  const postpone = () => pool.query(`update webhook_deliveries set next_at = now() + interval '1 hour' where webhook_id = $1`, [id])
  const health = async () => (await api.call(`GET /webhooks/${id}`, { key })).body
  const failOnceAfter = async (failures: number) => {
    await pool.query('update webhooks set paused_until = null, consecutive_failures = $2 where id = $1', [id, failures])
    await createLink(key)
    await waitUntil(async () => (await postpone()) && (await health()).consecutiveFailures > failures)
  }
  await failOnceAfter(4)
  await failOnceAfter(18)
  t.is((await health()).disabledAt, null)
  await failOnceAfter(19)
  t.truthy((await health()).disabledAt)
  await runQueuedJobsAndSubscribers(api.resources)
  t.regex((await latestEmailTo(api.config.dataDir, user.email as string, ({ text }) => text.includes('The last 5'))).subject, /failing/)
  t.regex(
    (await latestEmailTo(api.config.dataDir, user.email as string, ({ subject }) => subject.includes('disabled'))).text,
    /Enable it under/,
  )
  receivers.setBehaviour(path, respondWith(200))
  const before = receivers.requestsTo(path).length
  await pool.query('update webhook_deliveries set next_at = now() where webhook_id = $1', [id])
  await createLink(key)
  t.is((await api.call(`POST /webhooks/${id}/test`, { key, body: { trigger: 'link.created' } })).status, 409)
  t.is(receivers.requestsTo(path).length, before)
  t.like((await api.call(`POST /webhooks/${id}/enable`, { key })).body, { disabledAt: null, consecutiveFailures: 0 })
  await waitForRequests(path, before + 3)
  const again = receivers.requestsTo(path).slice(before)
  t.is(new Set(again.map(({ event }) => event.id)).size, 3)
})

test('an outage that interrupts twenty deliveries at once does not disable the webhook', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  const inFlight: ServerResponse[] = []
  receivers.setBehaviour(path, (response) => inFlight.push(response))
  await Promise.all(Array.from({ length: deliveryConcurrency }, () => createLink(key)))
  await waitForRequests(path, deliveryConcurrency)
  receivers.setBehaviour(path, respondWith(500))
  for (const response of inFlight) response.writeHead(500).end()
  const failed = async () => (await api.call(`GET /webhooks/${id}/deliveries?state=retrying`, { key })).body
  await waitUntil(async () => (await failed()).length >= deliveryConcurrency)
  const { consecutiveFailures, disabledAt } = (await api.call(`GET /webhooks/${id}`, { key })).body
  t.is(disabledAt, null)
  // A slow machine has retried some by now.
  t.true(consecutiveFailures >= 3 && consecutiveFailures < 10, `${consecutiveFailures} failures`)
})

test('deliveries fail while the secret cannot be decrypted, and succeed after a rotation', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  await api.resources.database.pool.query(`update webhooks set sealed_secret = 'v1.gone.AAAA' where id = $1`, [id])
  await createLink(key)
  const list = async () => (await api.call(`GET /webhooks/${id}/deliveries?state=retrying`, { key })).body as { id: string }[]
  const [failed] = await waitUntil(async () => ((await list()).length > 0 ? list() : null))
  t.regex((await api.call(`GET /webhooks/${id}/deliveries/${failed?.id}`, { key })).body.attempts[0].error, /Rotate the secret/)
  const {
    body: { secret },
  } = await api.call(`POST /webhooks/${id}/rotate-secret`, { key, body: { overlapHours: 0 } })
  await api.call(`POST /webhooks/${id}/deliveries/${failed?.id}/replay`, { key })
  const [{ body, headers }] = (await waitForRequests(path, 1)) as [ReceivedRequest]
  t.notThrows(() => new Verifier(secret).verify(body, headers as Record<string, string>))
})

test.serial('a hanging and a failing receiver do not delay the others', async (t) => {
  const { api, waitForRequests, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const all = Array.from({ length: 6 }, newPath)
  const [hangs, fails, ...others] = all as [string, string, ...string[]]
  receivers.setBehaviour(hangs, neverRespond)
  receivers.setBehaviour(fails, respondWith(503))
  for (const path of all) await subscribe(api, key, receivers.origin + path, ['link.created'])
  // More than the concurrency per webhook.
  const events = deliveryConcurrency + 10
  await api.call('POST /links/bulk', {
    key,
    body: Array.from({ length: events }, (_, at) => ({ url: `https://destination.example/${at}` })),
  })
  const startedAt = Date.now()
  for (const path of others) await waitForRequests(path, events)
  const elapsedMs = Date.now() - startedAt
  t.log(`${events} events for ${others.length} webhooks were delivered within ${elapsedMs} ms`)
  // Attempts to the hanging receiver time out after 15 s, so a delayed delivery would take longer. An idle machine needs 0.2 s.
  t.true(elapsedMs < 12_000, `${elapsedMs} ms`)
  t.true(receivers.requestsTo(hangs).length <= deliveryConcurrency)
  for (const path of others) t.is(new Set(receivers.requestsTo(path).map(({ event }) => event.id)).size, events)
})

test('a webhook whose address becomes private after its creation is not called', async (t) => {
  const { newPath, receivers } = setup
  const strict = await testApi()
  const stop = startDeliveryWorkers(strict.resources)
  try {
    const { key, workspace } = await strict.make.caller()
    const path = newPath()
    const { id } = await subscribe(strict, key, `https://93.184.215.14${path}`, ['link.created'])
    await strict.resources.database.pool.query('update webhooks set url = $2 where id = $1', [id, receivers.origin + path])
    const { id: eventId } = await strict.make.delivery(workspace, { webhookId: id })
    await strict.call(`POST /webhooks/${id}/deliveries/${eventId}/replay`, { key })
    const { body } = await waitUntil(async () => {
      const response = await strict.call(`GET /webhooks/${id}/deliveries/${eventId}`, { key })
      return response.body.state === 'retrying' ? response : null
    })
    t.regex(body.attempts.at(-1).error, /public address/)
    t.is(receivers.requestsTo(path).length, 0)
  } finally {
    await stop()
    await strict.close()
  }
})
