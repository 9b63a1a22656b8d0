import test from 'ava'
import fc from 'fast-check'
import { z } from 'zod'
import { digestJson } from '../../../../shared/kernel/hash.js'
import { contract, event, exponential } from '../../../../shared/kernel/queue/contract.js'

test('a job has five attempts with exponential, jittered backoff by default', (t) => {
  const plain = contract({ name: 'links.a', queue: 'bulk', payload: z.string() })
  t.like(plain, { kind: 'job', attempts: 5, backoff: { type: 'exponential', delay: 2000, jitter: 0.3 } })
  t.like(contract({ name: 'links.b', queue: 'bulk', payload: z.string(), attempts: 1, backoff: exponential(9) }), {
    attempts: 1,
    backoff: { delay: 9 },
  })
})

test('an event has a name and a payload', (t) => {
  const payload = z.string()
  t.deepEqual(event({ name: 'link.created', payload }), { kind: 'event', name: 'link.created', payload })
})

test('equal values have equal digests, valid in job ids', (t) => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      (value) => digestJson(value) === digestJson(JSON.parse(JSON.stringify(value))) && /^[A-Za-z0-9_-]{27}$/.test(digestJson(value)),
    ),
  )
  t.not(digestJson([1]), digestJson([2]))
})
