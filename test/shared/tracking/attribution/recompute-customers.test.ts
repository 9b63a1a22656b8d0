import test from 'ava'
import { seconds } from '../../../../shared/kernel/time.js'
import { byCustomer } from '../../../../shared/tracking/attribution/recompute-customers.js'

test('events are grouped by customer in their order', (t) => {
  const events = ['a', 'b', 'a'].map((customerId, no) => ({ customerId, no }))
  const numbers = [...byCustomer(events)].map(([customerId, own]) => [customerId, own.map(({ no }) => no)])
  t.deepEqual(numbers, [
    ['a', [0, 2]],
    ['b', [1]],
  ])
})

test('a hundred thousand events of one customer are grouped at once', (t) => {
  const events = Array.from({ length: 100_000 }, () => ({ customerId: 'guest' }))
  const began = performance.now()
  t.is(byCustomer(events).get('guest')?.length, events.length)
  // Takes some milliseconds; minutes if each event copied the list.
  t.true(performance.now() - began < seconds(20))
})
