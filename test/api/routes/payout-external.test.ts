/** Payouts that an external system pays: it learns of them by the webhook event `payout.confirmed`. */
import test from 'ava'
import { webhookEventSchema } from '../../../shared/webhooks/index.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { payoutProgram } from '../../support/payouts.js'
import { respondWith, subscribe } from '../../support/receivers.js'
import { waitUntil } from '../../support/wait-until.js'
import { openWebhookDelivery, type WebhookDelivery } from '../../support/webhook-delivery.js'

let setup: WebhookDelivery
test.before(async () => void (setup = await openWebhookDelivery()))
test.after.always(() => setup?.close())

async function externalProgram(mode: 'external' | 'hybrid' = 'external') {
  const tenant = await payoutProgram(setup.api, { program: { payoutMode: mode } })
  const path = setup.newPath()
  return {
    ...tenant,
    path,
    events: () => setup.receivers.requestsTo(path).map(({ event }) => event),
    subscribe: () => subscribe(setup.api, tenant.key, setup.receivers.origin + path, ['payout.confirmed']),
    waitForStatus: (payoutId: string, status: string) =>
      waitUntil(async () => {
        await runQueuedJobsAndSubscribers(setup.api.resources)
        return (await tenant.payout(payoutId)).status === status
      }),
  }
}

test('an external payout is announced once, and completed when the webhook takes it', async (t) => {
  const {
    pendingPayout,
    confirm,
    payout,
    call,
    subscribe: subscribeTo,
    events,
    waitForStatus,
    commissionStatuses,
  } = await externalProgram()
  const { payoutId, partner } = await pendingPayout({ partner: { name: 'Ann', country: 'DE' }, enrolment: { tenantId: 'ann-1' } })
  const unknown = await pendingPayout()
  const refused = await call('POST /payouts/confirm', {})
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, /payout\.confirmed/)
  t.is((await payout(payoutId)).status, 'pending')

  await subscribeTo()
  const invoice = await confirm()
  t.like(invoice, { amount: 1000, externalAmount: 1000, chargeAmount: 0, payoutCount: 1 })
  t.deepEqual(invoice.skippedPayouts, [{ payoutId: unknown.payoutId, reason: 'no_tenant_id' }])
  await waitForStatus(payoutId, 'completed')
  const [event, ...others] = events()
  t.deepEqual(others, [])
  t.true(webhookEventSchema.safeParse(event).success)
  const { createdAt, initiatedAt, periodStart, periodEnd, traceId, paidAt } = await payout(payoutId)
  t.deepEqual(event?.data, {
    id: payoutId,
    invoiceId: invoice.id,
    amount: 1000,
    currency: 'USD',
    status: 'processing',
    method: null,
    description: null,
    periodStart,
    periodEnd,
    createdAt,
    initiatedAt,
    paidAt: null,
    mode: 'external',
    partner: { id: partner.id, name: 'Ann', email: partner.email, image: null, country: 'DE', tenantId: 'ann-1', status: 'approved' },
  })
  t.is(traceId, event?.id)
  t.truthy(paidAt)
  t.deepEqual(await commissionStatuses(payoutId), ['paid'])
})

test('webhooks of Slack, Segment and integrations neither complete an external payout nor permit its confirmation', async (t) => {
  const { pendingPayout, confirm, payout, call, key, rows, path, subscribe: subscribeTo } = await externalProgram()
  const { payoutId } = await pendingPayout({ enrolment: { tenantId: 'finn-1' } })
  const paths = [setup.newPath(), setup.newPath(), setup.newPath()]
  const ids: string[] = []
  for (const one of paths) ids.push((await subscribe(setup.api, key, setup.receivers.origin + one, ['payout.confirmed'])).id)
  await rows(`update webhooks set receiver = 'slack' where id = $1`, [ids[0]])
  await rows(`update webhooks set receiver = 'segment' where id = $1`, [ids[1]])
  await rows(`update webhooks set installation_id = 'inst_1' where id = $1`, [ids[2]])
  t.is((await call('POST /payouts/confirm', {})).status, 400)

  await subscribeTo()
  setup.receivers.setBehaviour(path, respondWith(500))
  await confirm()
  await waitUntil(async () => (await rows('select 1 from webhook_deliveries where webhook_id = any ($1)', [ids])).length === ids.length)
  await runQueuedJobsAndSubscribers(setup.api.resources)
  t.is((await payout(payoutId)).status, 'processing')
})

test('an external payout fails when its webhook gives up, and is announced again by a retry', async (t) => {
  const { pendingPayout, confirm, payout, call, rows, path, events, subscribe: subscribeTo, waitForStatus } = await externalProgram()
  const { payoutId } = await pendingPayout({ enrolment: { tenantId: 'bob-1' } })
  const { id: webhookId } = await subscribeTo()
  setup.receivers.setBehaviour(path, respondWith(500))
  await confirm()
  await waitUntil(() => events().length > 0)
  t.is((await payout(payoutId)).status, 'processing')
  await waitUntil(async () => {
    await rows('update webhook_deliveries set give_up_at = now(), next_at = now() where webhook_id = $1 and next_at is not null', [
      webhookId,
    ])
    await rows('update webhooks set paused_until = null where id = $1', [webhookId])
    await runQueuedJobsAndSubscribers(setup.api.resources)
    return (await payout(payoutId)).status === 'failed'
  })
  t.regex((await payout(payoutId)).failureReason, /did not accept/)

  setup.receivers.setBehaviour(path, respondWith(200))
  t.is((await call(`POST /payouts/${payoutId}/retry`)).status, 200)
  await waitForStatus(payoutId, 'completed')
  t.is(new Set(events().map(({ id }) => id)).size, 2)
})

test('in hybrid mode partners with a payout method are paid internally', async (t) => {
  const { pendingPayout, confirm, payout, subscribe: subscribeTo, waitForStatus, call, events } = await externalProgram('hybrid')
  await subscribeTo()
  const external = await pendingPayout({ enrolment: { tenantId: 'cleo-1' } })
  const internal = await pendingPayout({ partner: { payoutsEnabledAt: new Date() }, enrolment: { tenantId: 'dan-1' } })
  const invoice = await confirm()
  t.like(invoice, { amount: 2000, externalAmount: 1000, chargeAmount: 1000 })
  await waitForStatus(external.payoutId, 'completed')
  t.like(await payout(internal.payoutId), { status: 'processing', mode: 'internal' })
  t.is((await call(`POST /payouts/${internal.payoutId}/paid`, { reference: 'x' })).status, 200)
  t.deepEqual(
    events().map(({ data }) => data.id),
    [external.payoutId],
  )
})

/** A program with an external payout in processing, whose webhooks refuse its event, with their ids. */
async function refusedPayout(webhookCount: 1 | 2 = 1) {
  const tenant = await externalProgram()
  const { payoutId } = await tenant.pendingPayout({ enrolment: { tenantId: 'eve-1' } })
  const paths = [tenant.path, setup.newPath()].slice(0, webhookCount)
  const webhookIds: string[] = []
  for (const path of paths) {
    setup.receivers.setBehaviour(path, respondWith(500))
    webhookIds.push((await subscribe(setup.api, tenant.key, setup.receivers.origin + path, ['payout.confirmed'])).id)
  }
  await tenant.confirm()
  const deliveries = async () => {
    const found = await tenant.rows(
      `select webhook_id, event_id, state, next_at from webhook_deliveries where webhook_id = any ($1) order by event_id`,
      [webhookIds],
    )
    return found as { webhook_id: string; event_id: string; state: string; next_at: Date | null }[]
  }
  await waitUntil(async () => (await deliveries()).length === webhookCount)
  const eventId = (await deliveries())[0]?.event_id as string
  return {
    ...tenant,
    payoutId,
    paths,
    webhookIds,
    eventId,
    deliveries,
    repair: () => paths.forEach((path) => setup.receivers.setBehaviour(path, respondWith(200))),
    status: async () => (await tenant.payout(payoutId)).status as string,
    apply: (event: string, succeeded: boolean) =>
      runJobByName(setup.api.resources, 'payouts.apply-external-delivery', { eventId: event, succeeded }),
    replay: (event: string) => tenant.call(`POST /webhooks/${webhookIds[0]}/deliveries/${event}/replay`),
    /** Ends the retries of one webhook, so that the payout fails. */
    giveUp: (webhookId: string) =>
      waitUntil(async () => {
        await tenant.rows(
          `update webhook_deliveries set give_up_at = now(), next_at = now() where webhook_id = $1 and next_at is not null`,
          [webhookId],
        )
        await tenant.rows('update webhooks set paused_until = null where id = $1', [webhookId])
        await runQueuedJobsAndSubscribers(setup.api.resources)
        return (await tenant.payout(payoutId)).status === 'failed'
      }),
  }
}

test('a replay that the webhook takes after the payout failed completes it, so that it is not paid again', async (t) => {
  const { webhookIds, giveUp, repair, replay, eventId, waitForStatus, payoutId, payout, call, commissionStatuses } = await refusedPayout()
  await giveUp(webhookIds[0] as string)
  repair()
  t.is((await replay(eventId)).status, 200)
  await waitForStatus(payoutId, 'completed')
  t.like(await payout(payoutId), { traceId: eventId, failureReason: null })
  t.deepEqual(await commissionStatuses(payoutId), ['paid'])
  t.is((await call(`POST /payouts/${payoutId}/retry`)).status, 400)
})

test('a retry ends the deliveries of the earlier attempt, whose failure no longer counts', async (t) => {
  const { webhookIds, giveUp, replay, eventId, deliveries, payoutId, call, apply, status } = await refusedPayout(2)
  await giveUp(webhookIds[0] as string)
  t.is((await call(`POST /payouts/${payoutId}/retry`)).status, 200)
  await waitUntil(async () => {
    await runQueuedJobsAndSubscribers(setup.api.resources)
    return (await deliveries()).every((one) => one.event_id !== eventId || (one.state === 'failed' && one.next_at === null))
  })
  await apply(eventId, false)
  t.is(await status(), 'processing')
  t.is((await replay(eventId)).status, 409)
  const replayed = await call(`POST /webhooks/${webhookIds[0]}/deliveries/replay`, {})
  t.is(replayed.status, 200)
  t.true((await deliveries()).every((one) => one.event_id !== eventId || one.state === 'failed'))
})

test('a success of an earlier attempt completes the payout and ends the deliveries of the later one', async (t) => {
  const { webhookIds, giveUp, eventId, deliveries, payoutId, payout, call, apply, status } = await refusedPayout()
  await giveUp(webhookIds[0] as string)
  t.is((await call(`POST /payouts/${payoutId}/retry`)).status, 200)
  const later = await waitUntil(async () => (await deliveries()).find((one) => one.event_id !== eventId) ?? null)
  await apply(eventId, true)
  t.like(await payout(payoutId), { status: 'completed', traceId: eventId })
  await waitUntil(async () => {
    await runQueuedJobsAndSubscribers(setup.api.resources)
    const canceled = (await deliveries()).find((one) => one.event_id === later.event_id)
    return canceled?.state === 'failed' && canceled.next_at === null
  })
  await apply(later.event_id, false)
  t.is(await status(), 'completed')
})

test('an event of a withdrawn confirmation does not complete the next one', async (t) => {
  const { eventId, payoutId, call, apply, confirm, status, replay, deliveries } = await refusedPayout()
  t.is((await call(`POST /payouts/${payoutId}/cancel`)).status, 200)
  await waitUntil(async () => {
    await runQueuedJobsAndSubscribers(setup.api.resources)
    return (await deliveries()).every(({ state }) => state === 'failed')
  })
  t.is((await replay(eventId)).status, 409)
  await confirm()
  await apply(eventId, true)
  t.is(await status(), 'processing')
})
