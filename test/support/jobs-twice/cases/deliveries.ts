import { newId } from '../../../../shared/kernel/ids.js'
import { days, hours } from '../../../../shared/kernel/time.js'
import { ago } from '../../ago.js'
import { unique } from '../../program-owner.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'
import { mergedPartners } from './partners.js'

/** A webhook of the workspace that is received here, and has an event to deliver. */
async function webhookWithEvent(world: JobWorld) {
  world.providers.players.set('receiver', () => ({ body: 'ok' }))
  const body = { name: 'Test', url: `${world.providers.origin}/receiver/${unique('hook')}`, triggers: ['link.created'] }
  const { id } = await world.ok('POST /webhooks', body)
  await world.ok('POST /links', { url: 'https://example.com', domain: world.domain.slug })
  return id as string
}

const dispatch = (world: JobWorld) => world.run('webhooks.dispatch-events')

export const deliveriesCases: JobCases = {
  'webhooks.dispatch-events': {
    async seed(world) {
      await webhookWithEvent(world)
    },
    changes: { jobs: 1, webhook_event_batches: 1, webhook_events: 1, webhook_outbox: -1 },
  },
  'webhooks.deliver': {
    async seed(world) {
      const webhookId = await webhookWithEvent(world)
      await dispatch(world)
      return { webhookId }
    },
    changes: { requests: 1, webhook_deliveries: 1, webhook_event_batches: -1 },
  },
  'webhooks.deliver-once': {
    async seed(world) {
      const webhookId = await webhookWithEvent(world)
      await dispatch(world)
      await world.rows('delete from webhook_event_batches')
      await world.rows('update webhooks set disabled_at = now() where id = $1', [webhookId])
      const [event] = await world.rows('select id from webhook_events')
      return { webhookId, eventId: event.id }
    },
    changes: { requests: 1, webhook_deliveries: 1 },
  },
  'webhooks.resume-deliveries': {
    async seed(world) {
      await webhookWithEvent(world)
      await dispatch(world)
      await world.reset()
    },
    changes: { jobs: 1 },
  },
  'webhooks.delete-old-deliveries': {
    async seed({ make, workspace }) {
      await make.webhook(workspace)
      await make.delivery(workspace, { id: newId('evt_', Date.now() - days(15)) })
      await make.delivery(workspace)
    },
    changes: { webhook_deliveries: -1, webhook_events: -1 },
  },
  'integrations.process-delivery': {
    async seed(world) {
      const clickId = await world.click(world.link)
      const { id: connectionId } = await world.make.connection(world.workspace)
      const body = {
        type: 'track',
        messageId: unique('message'),
        event: 'Signed Up',
        userId: unique('person'),
        properties: { clickId },
        timestamp: new Date(),
      }
      const { queued, api } = world
      return queued('integrations.process-delivery', () => api.call(`POST /integrations/webhooks/segment/${connectionId}`, { body }))
    },
    changes: {
      customers: 1,
      event_arrivals: 1,
      integration_deliveries: 0,
      lead_claims: 1,
      lead_events: 1,
      links: 0,
      outbox: 1,
      pending_conversions: 1,
      webhook_outbox: 1,
      workspaces: 0,
    },
  },
  'integrations.retry-pending-deliveries': {
    async seed(world) {
      const { id: deliveryId } = await world.make.inboundDelivery(world.workspace)
      const { id: customerId, externalId, clickId } = await world.convert()
      await world.rows(`update integration_deliveries set state = 'ignored', pending_on = $2 where id = $1`, [deliveryId, externalId])
      return { workspaceId: world.workspace.id, eventId: newId('evt_'), customerId, linkId: world.link.id, clickId, quantity: 1 }
    },
    changes: { integration_deliveries: 0, outbox: 1 },
  },
  'integrations.delete-deliveries': {
    async seed({ make, workspace }) {
      const { connectionId } = await make.inboundDelivery(workspace)
      return { connectionId }
    },
    changes: { integration_deliveries: -1 },
  },
  'integrations.requeue-lost-deliveries': {
    async seed({ make, rows, workspace }) {
      const { id } = await make.inboundDelivery(workspace)
      await rows(`update integration_deliveries set state = 'received', changed_at = $2 where id = $1`, [id, ago(hours(3))])
    },
    changes: { integration_deliveries: 0, outbox: 1 },
  },
  'integrations.delete-old-deliveries': {
    async seed({ make, rows, workspace }) {
      const { id } = await make.inboundDelivery(workspace)
      await make.inboundDelivery(workspace)
      await rows('update integration_deliveries set received_at = $2 where id = $1', [id, ago(days(31))])
    },
    changes: { integration_deliveries: -1 },
  },
  'postbacks.publish-conversions': {
    async seed(world) {
      const { partner, leads, sales } = await tracked(world)
      return { workspaceId: world.workspace.id, programId: world.program.id, partnerId: partner.id, leadIds: leads, saleIds: sales }
    },
    changes: { webhook_event_batches: 2, webhook_events: 2 },
  },
  'postbacks.publish-commissions': {
    async seed(world) {
      const { partner } = await tracked(world)
      const { id } = await world.make.commission(world.program, partner)
      return { workspaceId: world.workspace.id, programId: world.program.id, partnerId: partner.id, commissionIds: [id] }
    },
    changes: { webhook_event_batches: 1, webhook_events: 1 },
  },
  'postbacks.follow-merge': {
    seed: (world) => mergedPartners(world, (source) => postback(world, source)),
    changes: { webhooks: 0 },
  },
}

/** A postback of the partner. */
const postback = ({ make, rows, workspace }: JobWorld, { id }: { id: string }) =>
  make
    .webhook(workspace, { triggers: ['lead.created', 'sale.created', 'commission.created'] })
    .then((made) => rows('update webhooks set workspace_id = null, partner_id = $2 where id = $1', [made.id, id]))

/** A partner with a postback, and the lead and the sale of a person. */
async function tracked(world: JobWorld) {
  const { partner, link } = await world.enrol()
  await postback(world, partner)
  await world.convert(link)
  const idsOf = async (table: string) => (await world.rows(`select id from ${table} where link_id = $1`, [link.id])).map(({ id }) => id)
  return { partner, leads: await idsOf('lead_events'), sales: await idsOf('sale_events') }
}
