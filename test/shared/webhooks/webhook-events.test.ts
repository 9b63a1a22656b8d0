/** Webhook events: triggers, payloads and subscriptions. */
import test from 'ava'
import { webhookEventSchema } from '../../../shared/webhooks/index.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { partnerProgram } from '../../support/earnings.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { type ReceivedRequest, subscribe } from '../../support/receivers.js'
import { waitUntil } from '../../support/wait-until.js'
import { type WebhookDelivery, openWebhookDelivery } from '../../support/webhook-delivery.js'

let setup: WebhookDelivery
test.before(async () => void (setup = await openWebhookDelivery()))
test.after.always(() => setup?.close())

/** The event, validated against the API description. */
function validated({ event }: ReceivedRequest) {
  return webhookEventSchema.parse(event)
}

test('creating, updating and deleting a link sends an event with its current state', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const path = newPath()
  await subscribe(api, key, receivers.origin + path, ['link.created', 'link.updated', 'link.deleted'])
  const { body: tag } = await api.call('POST /tags', { key, body: { name: 'summer' } })
  const { body: link } = await createLink(key, { tagIds: [tag.id], comments: 'mine' })
  await api.call(`PATCH /links/${link.id}`, { key, body: { url: 'https://destination.example/other' } })
  await api.call(`DELETE /links/${link.id}`, { key })
  const sent = await waitForRequests(path, 3)
  const byEvent = new Map(sent.map((one) => [one.event.event, one]))
  t.deepEqual([...byEvent.keys()].sort(), ['link.created', 'link.deleted', 'link.updated'])
  for (const one of sent) t.deepEqual(validated(one), one.event as never)
  const { identifier: _identifier, linkRetentionCleanupDisabledAt: _exempt, ...expected } = link
  t.deepEqual(byEvent.get('link.created')?.event.data, expected)
  t.is(byEvent.get('link.created')?.event.data.workspaceId, workspace.id)
  t.is(byEvent.get('link.updated')?.event.data.url, 'https://destination.example/other')
  t.like(byEvent.get('link.deleted')?.event.data, {
    url: 'https://destination.example/other',
    comments: 'mine',
    tags: [{ name: 'summer' }],
  })
})

test('an update without changes and a rolled back change send no event', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  await subscribe(api, key, receivers.origin + path, ['link.created', 'link.updated'])
  const { body: link } = await createLink(key, { key: 'taken' })
  await api.call(`PATCH /links/${link.id}`, { key, body: { url: link.url } })
  t.is((await createLink(key, { key: 'taken' })).status, 409)
  await createLink(key)
  await waitForRequests(path, 2)
  t.deepEqual(
    receivers.requestsTo(path).map(({ event }) => event.event),
    ['link.created', 'link.created'],
  )
})

test('bulk changes send one event per link', async (t) => {
  const { api, waitForRequests, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  await subscribe(api, key, receivers.origin + path, ['link.created', 'link.updated', 'link.deleted'])
  const { body: links } = await api.call('POST /links/bulk', {
    key,
    body: Array.from({ length: 12 }, (_, at) => ({ url: `https://destination.example/${at}` })),
  })
  const linkIds = links.map(({ id }: { id: string }) => id)
  await api.call('PATCH /links/bulk', { key, body: { linkIds, data: { comments: 'changed' } } })
  await api.call(`DELETE /links/bulk?linkIds=${linkIds.join()}`, { key })
  const sent = await waitForRequests(path, 36)
  for (const one of sent) t.deepEqual(validated(one), one.event as never)
  for (const event of ['link.created', 'link.updated', 'link.deleted'])
    t.deepEqual(
      sent
        .filter((one) => one.event.event === event)
        .map((one) => one.event.data.id)
        .sort(),
      [...linkIds].sort(),
    )
})

test('links created by a background job send events', async (t) => {
  const { api, waitForRequests, newPath, receivers } = setup
  const { key } = await api.make.caller()
  const path = newPath()
  await subscribe(api, key, receivers.origin + path, ['link.created'])
  const { status } = await api.call('POST /links/bulk', {
    key,
    headers: { prefer: 'respond-async' },
    body: Array.from({ length: 5 }, (_, at) => ({ url: `https://destination.example/${at}` })),
  })
  t.is(status, 202)
  await runQueuedJobsAndSubscribers(api.resources)
  t.is(new Set((await waitForRequests(path, 5)).map(({ event }) => event.data.url)).size, 5)
})

test('lead and sale events contain the current customer, click and link', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const path = newPath()
  const { body: link } = await createLink(key, { trackConversion: true })
  await subscribe(api, key, receivers.origin + path, ['lead.created', 'sale.created', 'link.created'])
  const click = await api.make.click({ ...link, workspaceId: workspace.id })
  await api.call('POST /track/lead', {
    key,
    body: {
      clickId: click.id,
      eventName: 'Sign up',
      customerExternalId: 'ada',
      customerEmail: 'ada@example.com',
      metadata: { plan: 'pro' },
    },
  })
  await api.call('POST /track/sale', {
    key,
    body: { customerExternalId: 'ada', amount: 4900, invoiceId: 'INV-1', paymentProcessor: 'stripe' },
  })
  await api.call('POST /track/sale', {
    key,
    body: { customerExternalId: 'ada', amount: 4900, invoiceId: 'INV-1', paymentProcessor: 'stripe' },
  })
  const sent = await waitForRequests(path, 2)
  const [lead, sale] = ['lead.created', 'sale.created'].map((event) => sent.find((one) => one.event.event === event)) as [
    ReceivedRequest,
    ReceivedRequest,
  ]
  for (const one of [lead, sale]) t.deepEqual(validated(one), one.event as never)
  t.like(lead.event.data, {
    eventName: 'Sign up',
    customer: { externalId: 'ada', name: 'ada@example.com' },
    click: { id: click.id, country: 'US' },
    link: { id: link.id, leads: 1 },
    metadata: { plan: 'pro' },
  })
  t.false('country' in lead.event.data.customer)
  t.like(sale.event.data, {
    customer: { sales: 1, saleAmount: 4900 },
    link: { sales: 1, saleAmount: 4900 },
    sale: { amount: 4900, currency: 'usd', paymentProcessor: 'stripe', invoiceId: 'INV-1' },
  })
  // Events are sent in order, so an event for the repeated sale would have arrived before this one.
  await createLink(key)
  t.deepEqual((await waitForRequests(path, 3)).map((one) => one.event.event).sort(), ['lead.created', 'link.created', 'sale.created'])
})

test('lead and sale events contain the partner of the link, with the same fields as events of commissions', async (t) => {
  const { api, waitForRequests, newPath, receivers } = setup
  const program = await partnerProgram(api)
  const path = newPath()
  await subscribe(api, program.key, receivers.origin + path, ['lead.created', 'sale.created'])
  const { partner, link, enrolment } = await program.enrol({ name: 'Grace', country: 'US', payoutsEnabledAt: new Date(0) })
  await program.rows('update enrolments set total_clicks = 5, total_commissions = 700 where id = $1', [enrolment.id])
  const sale = { clickId: await program.click(link), customerExternalId: 'ada', amount: 100, invoiceId: 'INV-2' }
  t.is((await program.track('sale', sale)).status, 200)
  for (const sent of await waitForRequests(path, 2)) {
    t.deepEqual(validated(sent), sent.event as never)
    const { totalClicks, totalLeads, totalConversions, totalSales, totalSaleAmount, ...person } = sent.event.data.partner
    for (const total of [totalClicks, totalLeads, totalConversions, totalSales, totalSaleAmount]) t.is(typeof total, 'number')
    t.deepEqual(person, {
      id: partner.id,
      name: 'Grace',
      email: partner.email,
      image: null,
      payoutsEnabledAt: '1970-01-01T00:00:00.000Z',
      country: 'US',
      groupId: program.program.defaultGroupId,
      totalCommissions: 700,
    })
  }
})

test('erasing a customer removes their data from stored events, which still match the API description', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['lead.created', 'sale.created', 'link.clicked'], {
    linkScope: 'workspace',
  })
  const { body: link } = await createLink(key, { trackConversion: true })
  for (const name of ['grace', 'alan']) {
    const click = rawClick(
      { ...link, workspaceId: workspace.id },
      { ip: '198.51.100.7', ua: `Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0 ${name}` },
    )
    await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([click]))
    await api.call('POST /track/lead', {
      key,
      body: {
        clickId: click.id,
        eventName: 'Sign up',
        customerExternalId: `own-${name}`,
        customerName: name,
        customerEmail: `${name}@example.com`,
        metadata: { nick: name },
      },
    })
    await api.call('POST /track/sale', { key, body: { customerExternalId: `own-${name}`, amount: 4900, invoiceId: `INV-${name}` } })
  }
  const sent = await waitForRequests(path, 6)
  const customerId = sent.find(({ event }) => event.data.customer?.name === 'grace')?.event.data.customer.id
  await api.call(`DELETE /customers/${customerId}`, { key })
  await runJobByName(api.resources, 'webhooks.erase-customer', { workspaceId: workspace.id, customerId, click: null })
  const { rows } = await api.resources.database.pool.query<{ body: string }>('select body from webhook_events where workspace_id = $1', [
    workspace.id,
  ])
  t.is(rows.length, 6)
  for (const { body } of rows) t.notThrows(() => webhookEventSchema.parse(JSON.parse(body)))
  t.is(rows.filter(({ body }) => body.includes('own-grace') || body.includes('grace@') || body.includes('"grace"')).length, 0)
  t.is(rows.filter(({ body }) => body.includes('Firefox/130.0 grace')).length, 0)
  t.is(rows.filter(({ body }) => body.includes('198.51.100.7') && body.includes('Firefox/130.0 alan')).length, 3)
  t.is(rows.filter(({ body }) => body.includes('alan@example.com')).length, 2)
  const sale = sent.find(({ event }) => event.event === 'sale.created' && event.data.customer.name === 'grace') as ReceivedRequest
  await api.call(`POST /webhooks/${id}/deliveries/${sale.event.id}/replay`, { key })
  const again = (await waitForRequests(path, 7)).at(-1) as ReceivedRequest
  t.is(again.event.id, sale.event.id)
  t.like(again.event.data.customer, { externalId: '', name: '', email: null }, 'a replayed delivery contains no personal data')
})

test('deleting a customer also erases the customers that were merged into it, in stored events and request logs', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const path = newPath()
  await subscribe(api, key, receivers.origin + path, ['lead.created'])
  const { body: link } = await createLink(key, { trackConversion: true })
  for (const name of ['grace', 'hopper']) {
    const clickId = (await api.make.click({ ...link, workspaceId: workspace.id })).id
    const customer = { customerExternalId: `own-${name}`, customerName: name, customerEmail: `${name}@example.com` }
    t.is((await api.call('POST /track/lead', { key, body: { clickId, eventName: 'Sign up', ...customer } })).status, 200)
  }
  await waitForRequests(path, 2)
  const read = async () => {
    const { rows } = await api.resources.database.pool.query(
      `select body as text from webhook_events where workspace_id = $1 union all
       select concat(path, request_body, response_body) from request_logs where workspace_id = $1 and path like '%track%'`,
      [workspace.id],
    )
    return rows.map(({ text }) => text)
  }
  await waitUntil(async () => (await read()).length === 4)
  const merged = await api.call('POST /customers/ext_own-grace/merge', { key, body: { customerId: 'ext_own-hopper' } })
  t.is(merged.status, 200)
  t.is((await api.call('DELETE /customers/ext_own-hopper', { key })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  t.notRegex((await read()).join(), /own-grace|own-hopper|grace@|hopper@/)
})

test('deleting a customer also erases their data from the events of commissions', async (t) => {
  const { api, waitForRequests, newPath, receivers } = setup
  const program = await partnerProgram(api)
  const path = newPath()
  await subscribe(api, program.key, receivers.origin + path, ['commission.created'])
  await program.reward({ event: 'lead', amountInCents: 300 })
  const { link } = await program.enrol({ name: 'Ada' })
  for (const name of ['grace', 'alan'])
    await program.track('lead', {
      clickId: await program.click(link),
      eventName: 'Sign up',
      customerExternalId: `own-${name}`,
      customerName: name,
      customerEmail: `${name}@example.com`,
      metadata: { nick: name },
    })
  await program.compute()
  const sent = await waitForRequests(path, 2)
  const { id } = sent.find(({ event }) => event.data.customer.name === 'grace')?.event.data.customer ?? {}
  t.is((await program.call(`DELETE /customers/${id}`)).status, 200)
  await runJobByName(api.resources, 'webhooks.erase-customer', { workspaceId: program.workspace.id, customerId: id, click: null })
  const stored = (await program.rows('select body from webhook_events where workspace_id = $1', [program.workspace.id])).map(({ body }) =>
    webhookEventSchema.parse(JSON.parse(body)),
  )
  const erased = { customer: { id, externalId: '', name: '', email: null }, metadata: null, earnings: 300 }
  t.like(
    stored.map(({ data }) => data).find((data) => 'customer' in data && data.customer?.id === id),
    erased,
  )
  t.is(stored.filter(({ data }) => JSON.stringify(data).includes('alan@example.com')).length, 1)
  t.false(JSON.stringify(stored).includes('own-grace'))
})

test('click events are sent to webhooks scoped to the workspace, the link or its folder, and to no others', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const { body: folder } = await api.call('POST /folders', { key, body: { name: 'Own' } })
  const { body: mine } = await createLink(key, { folderId: folder.id })
  const { body: other } = await createLink(key)
  const [all, ofLink, ofFolder, ofOther, later] = [newPath(), newPath(), newPath(), newPath(), newPath()] as [
    string,
    string,
    string,
    string,
    string,
  ]
  const clicked = ['link.clicked']
  await subscribe(api, key, receivers.origin + all, clicked, { linkScope: 'workspace' })
  await subscribe(api, key, receivers.origin + ofLink, clicked, { linkScope: 'links', linkIds: [mine.id] })
  await subscribe(api, key, receivers.origin + ofFolder, clicked, { linkScope: 'folders', folderIds: [folder.id] })
  await subscribe(api, key, receivers.origin + ofOther, clicked, { linkScope: 'links', linkIds: [other.id] })
  const { id: laterId } = await subscribe(api, key, receivers.origin + later, clicked, { linkScope: 'links', linkIds: [other.id] })
  t.deepEqual((await api.call(`PATCH /links/${mine.id}`, { key, body: { webhookIds: [laterId] } })).body.webhookIds, [laterId])
  await api.call(`PATCH /links/${other.id}`, { key, body: { webhookIds: [] } })
  const clicks = [rawClick({ ...mine, workspaceId: workspace.id }), rawClick({ ...mine, workspaceId: workspace.id })]
  const batch = batchOf([...clicks, rawClick({ ...other, workspaceId: workspace.id })])
  await runJobByName(api.resources, 'tracking.ingest-clicks', batch)
  await runJobByName(api.resources, 'tracking.ingest-clicks', batch)
  await waitForRequests(all, 3)
  for (const one of receivers.requestsTo(all)) t.deepEqual(validated(one), one.event as never)
  await Promise.all([waitForRequests(later, 2), waitForRequests(ofFolder, 2)])
  // Setting a link's webhooks replaces its previous ones.
  t.deepEqual(
    [ofLink, ofFolder, ofOther].map((path) => receivers.requestsTo(path).length),
    [0, 2, 0],
  )
  t.deepEqual(
    receivers
      .requestsTo(later)
      .map(({ event }) => event.data.click.id)
      .sort(),
    clicks.map(({ id }) => id).sort(),
  )
  t.is(receivers.requestsTo(all).length, 3)
})

test('sends no click events once the plan limit is used up', async (t) => {
  const { api, waitForRequests, createLink, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller({ usage: 10, usageLimit: 10 })
  const path = newPath()
  await subscribe(api, key, receivers.origin + path, ['link.clicked', 'link.created'], { linkScope: 'workspace' })
  const { body: link } = await createLink(key)
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([rawClick({ ...link, workspaceId: workspace.id })]))
  await createLink(key)
  await waitForRequests(path, 2)
  t.deepEqual(
    receivers.requestsTo(path).map(({ event }) => event.event),
    ['link.created', 'link.created'],
  )
})

test('the workspace triggers follow its enabled webhooks, so no outbox entries are written without subscribers', async (t) => {
  const { api, newPath, receivers } = setup
  const { key, workspace } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.deleted'])
  const triggers = async () =>
    (await api.resources.database.pool.query('select webhook_triggers from workspaces where id = $1', [workspace.id])).rows[0]
      .webhook_triggers
  t.deepEqual(await triggers(), ['link.deleted'])
  await api.call(`POST /webhooks/${id}/disable`, { key })
  t.deepEqual(await triggers(), [])
  await api.call(`POST /webhooks/${id}/enable`, { key })
  t.deepEqual(await triggers(), ['link.deleted'])
  await api.call(`DELETE /webhooks/${id}`, { key })
  t.deepEqual(await triggers(), [])
})
