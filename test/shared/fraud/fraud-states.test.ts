import test from 'ava'
import { alertReviews, fraudAlertStatuses, nextAlertStatus } from '../../../shared/fraud/alerts/alert-states.js'
import {
  type FraudGroupOperation,
  fraudGroupStatuses,
  fraudGroupTransitions,
  nextGroupStatus,
} from '../../../shared/fraud/groups/group-states.js'

test('only a pending group can be resolved or expire', (t) => {
  const walked = fraudGroupStatuses.map((status) =>
    (Object.keys(fraudGroupTransitions) as FraudGroupOperation[]).map((operation) => [operation, nextGroupStatus(status, operation)]),
  )
  t.deepEqual(Object.fromEntries(fraudGroupStatuses.map((status, index) => [status, Object.fromEntries(walked[index] ?? [])])), {
    pending: { resolve: 'resolved', expire: 'expired' },
    resolved: { resolve: null, expire: null },
    expired: { resolve: null, expire: null },
  })
})

test('only a pending alert can be reviewed', (t) => {
  for (const status of fraudAlertStatuses)
    for (const review of alertReviews) t.is(nextAlertStatus(status, review), status === 'pending' ? review : null)
})
