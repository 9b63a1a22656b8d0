import test from 'ava'
import { webhookTriggers } from '../../../shared/accounts/index.js'
import { webhookEventSchema } from '../../../shared/webhooks/index.js'
import { sampleEventData } from '../../../shared/webhooks/samples.js'

/** Sent without a schema in the API description. */
const withoutSchema = ['bounty.created', 'bounty.updated', 'payout.confirmed']

for (const trigger of webhookTriggers.filter((one) => !withoutSchema.includes(one))) {
  test(`the sample of ${trigger} matches the API description exactly`, (t) => {
    const event = { id: 'evt_1', event: trigger, createdAt: '2026-01-01T00:00:00.000Z', data: sampleEventData[trigger] }
    t.deepEqual(webhookEventSchema.parse(event), event as never)
  })
}

test('every event type without a schema has a sample', (t) => {
  for (const trigger of withoutSchema) t.truthy(sampleEventData[trigger as keyof typeof sampleEventData])
})
