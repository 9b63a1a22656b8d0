import test from 'ava'
import { byCustomer } from '../../../../shared/tracking/attribution/recompute-customers.js'

test('events are grouped by customer in their order', (t) => {
  const events = ['a', 'b', 'a'].map((customerId, no) => ({ customerId, no }))
  const numbers = [...byCustomer(events)].map(([customerId, own]) => [customerId, own.map(({ no }) => no)])
  t.deepEqual(numbers, [
    ['a', [0, 2]],
    ['b', [1]],
  ])
})
