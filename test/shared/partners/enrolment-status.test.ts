import test from 'ava'
import { enrolmentOperations, statusAfter, statusesAllowing } from '../../../shared/partners/enrolments/enrolment-status.js'
import { enrolmentStatuses } from '../../../shared/partners/partner.schema.js'

/** The status after each operation, by the status before. A missing pair is refused. */
const expected: Record<string, Record<string, string>> = {
  approve: { pending: 'approved', rejected: 'approved' },
  reject: { pending: 'rejected' },
  withdraw: { pending: 'deleted' },
  expire: { rejected: 'deleted', declined: 'deleted' },
  accept: { invited: 'approved' },
  decline: { invited: 'declined' },
  deleteInvite: { invited: 'deleted', declined: 'deleted' },
  archive: { approved: 'archived', archived: 'approved' },
  deactivate: { approved: 'deactivated', archived: 'deactivated' },
  reactivate: { deactivated: 'approved' },
  ban: { approved: 'banned', archived: 'banned', invited: 'banned', declined: 'banned', deactivated: 'banned', rejected: 'banned' },
  unban: { banned: 'approved' },
  delete: { deactivated: 'deleted', banned: 'deleted' },
}

test('the table covers every operation', (t) => t.deepEqual(Object.keys(expected).sort(), [...enrolmentOperations].sort()))

for (const operation of enrolmentOperations)
  for (const status of enrolmentStatuses) {
    const next = expected[operation]?.[status] ?? null
    test(`${operation} of a partner with the status ${status} ${next ? `leads to ${next}` : 'is refused'}`, (t) => {
      t.is(statusAfter(status, operation), next as never)
      t.is(statusesAllowing(operation).includes(status), next !== null)
    })
  }
