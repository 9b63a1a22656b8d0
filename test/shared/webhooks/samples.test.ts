import test from 'ava'
import { triggers } from '../../../shared/accounts/index.js'
import { webhookEventSchema } from '../../../shared/webhooks/index.js'
import { samples } from '../../../shared/webhooks/samples.js'

/** These are sent, and not part of the description: the interface names them without a schema. */
const undescribed = ['bounty.created', 'bounty.updated', 'payout.confirmed']

for (const trigger of triggers.filter((one) => !undescribed.includes(one))) {
  test(`the sample of ${trigger} is an event of the description, without anything beside it`, (t) => {
    const event = { id: 'evt_1', event: trigger, createdAt: '2026-01-01T00:00:00.000Z', data: samples[trigger] }
    t.deepEqual(webhookEventSchema.parse(event), event as never)
  })
}

test('there is a sample of everything else as well', (t) => {
  for (const trigger of undescribed) t.truthy(samples[trigger as keyof typeof samples])
})
