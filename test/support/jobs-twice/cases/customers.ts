import { days } from '../../../../shared/kernel/time.js'
import { ago } from '../../ago.js'
import { unique } from '../../program-owner.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'

/** The event of the deletion of a customer with a lead, a sale, and a trace where `leave` puts one. */
async function deletion(world: JobWorld, leave: (person: { id: string; externalId: string }) => Promise<unknown>): Promise<unknown> {
  const person = await world.convert()
  await leave(person)
  return world.queued('customer.deleted', () => world.ok(`DELETE /customers/${person.id}`))
}

/** The event of the merge of two customers of the same link, the second after a trace of it where `leave` puts one. */
async function merge(world: JobWorld, leave: (merged: { id: string; externalId: string }) => Promise<unknown>): Promise<unknown> {
  const [kept, merged] = [await world.convert(), await world.convert()]
  await leave(merged)
  return { workspaceId: world.workspace.id, customerId: kept.id, mergedId: merged.id }
}

async function memoryAbout({ make, rows, workspace }: JobWorld, customerId: string): Promise<void> {
  const { id } = await make.memory(workspace)
  await rows('update memories set customer_id = $2 where id = $1', [id, customerId])
}

export const customersCases: JobCases = {
  'customers.export': {
    async seed(world) {
      await world.convert()
      return world.operation('customers.export', 'customers.read', { query: {}, at: new Date() })
    },
    changes: { background_operation_results: 1, background_operations: 0, outbox: 1 },
  },
  'customers.erase-from-logs': {
    seed: (world) =>
      deletion(world, ({ externalId }) =>
        world.make.requestLog(world.workspace, { requestBody: JSON.stringify({ customerExternalId: externalId }) }),
      ),
    changes: { request_logs: 0 },
  },
  'tracking.erase-customer': {
    seed: (world) => deletion(world, async () => undefined),
    changes: { customer_erasures: 1 },
  },
  'tracking.erase-customers': {
    async seed(world) {
      await world.run('tracking.erase-customer', await deletion(world, async () => undefined))
    },
    changes: { click_events: 0, customer_erasures: -1, erased_values: 2, lead_events: 0, pending_conversions: 2, sale_events: 0 },
  },
  'integrations.erase-customer': {
    seed: (world) =>
      deletion(world, async ({ id: customerId, externalId }) => {
        const { id } = await world.make.inboundDelivery(world.workspace)
        const body = Buffer.from(JSON.stringify({ type: 'track', userId: externalId }))
        await world.rows(`update integration_deliveries set body = $2, state = 'processed', customer_id = $3 where id = $1`, [
          id,
          body,
          customerId,
        ])
      }),
    changes: { integration_deliveries: 0 },
  },
  'webhooks.erase-customer': {
    seed: (world) =>
      deletion(world, async ({ id }) => {
        await world.make.webhook(world.workspace)
        const { id: eventId } = await world.make.delivery(world.workspace)
        const body = JSON.stringify({
          id: eventId,
          data: { click: { ip: '203.0.113.7', ua: 'Mozilla/5.0' }, customer: { id, name: 'Ann', email: 'ann@example.com' } },
        })
        await world.rows(`update webhook_events set event = 'lead.created', body = $2 where id = $1`, [eventId, body])
      }),
    changes: { webhook_events: 0 },
  },
  'memories.erase-customer': {
    seed: (world) => deletion(world, ({ id }) => memoryAbout(world, id)),
    changes: { memories: -1, memory_changes: 1 },
  },
  'memories.move-merged-customer': {
    seed: (world) => merge(world, ({ id }) => memoryAbout(world, id)),
    changes: { memories: 0 },
  },
  'integrations.reassign-merged-customer': {
    seed: (world) =>
      merge(world, async ({ id }) => {
        const { id: deliveryId } = await world.make.inboundDelivery(world.workspace)
        await world.rows('update integration_deliveries set customer_id = $2 where id = $1', [deliveryId, id])
      }),
    changes: { integration_deliveries: 0 },
  },
  'earnings.move-merged-customer': {
    async seed(world) {
      const { partner } = await world.enrol()
      return merge(world, ({ id }) => world.make.commission(world.program, partner, { customerId: id }))
    },
    changes: { commissions: 0 },
  },
  'fraud.move-merged-customer': {
    async seed(world) {
      const { partner } = await world.enrol()
      const { id: groupId } = await world.make.fraudGroup(world.program, partner, 'customerEmailMatch')
      return merge(world, ({ id }) =>
        world.rows(`insert into fraud_events (id, group_id, subject, customer_id, created_at) values ($1, $2, $3, $3, now())`, [
          unique('fre'),
          groupId,
          id,
        ]),
      )
    },
    changes: { fraud_events: 0 },
  },
  'memories.embed': {
    async seed(world) {
      world.providers.players.set('embeddings', embeddings)
      return world.queued('memories.embed', () =>
        world.ok('POST /memories', { user_id: 'ann', memories: [{ text: 'Our puppy sleeps' }, { text: 'The vehicle is red' }] }),
      )
    },
    changes: { memory_vectors: 2, requests: 1 },
  },
  'memories.embed-missing': {
    async seed(world) {
      world.providers.players.set('embeddings', embeddings)
      const memory = await world.make.memory(world.workspace)
      await world.rows('update memories set created_at = $2, updated_at = $2 where id = $1', [memory.id, ago(days(1))])
    },
    changes: { memory_vectors: 1, requests: 1 },
  },
  'memories.delete-expired': {
    async seed(world) {
      const { id } = await world.make.memory(world.workspace)
      await world.make.memory(world.workspace)
      await world.rows('update memories set expires_at = $2 where id = $1', [id, ago(days(400))])
    },
    changes: { memories: -1, memory_changes: -1 },
  },
}

const embeddings = ({ body }: { body: string }) => ({
  body: { data: (JSON.parse(body).input as string[]).map((_, index) => ({ index, embedding: [index + 1, 0, 0, 0.01] })) },
})
