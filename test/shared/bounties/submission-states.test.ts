import test from 'ava'
import {
  nextSubmissionStatus,
  type SubmissionOperation,
  type SubmissionStatus,
  submissionStatuses,
  submissionTransitions,
} from '../../../shared/bounties/submissions/submission-states.js'

/** The expected status, column by column in the order of `columns`; a hyphen where the operation is refused. */
const columns: SubmissionStatus[] = ['draft', 'submitted', 'approved', 'rejected']
const expected: Record<SubmissionOperation, string> = {
  edit: 'draft - - -',
  submit: 'submitted - - -',
  approve: '- approved - approved',
  reject: '- rejected - -',
  reopen: '- draft - draft',
}

const operations = Object.keys(submissionTransitions) as SubmissionOperation[]

test('the table covers every status and operation', (t) => {
  t.deepEqual([...columns].toSorted(), [...submissionStatuses].toSorted())
  t.deepEqual(operations.toSorted(), Object.keys(expected).toSorted())
})

for (const operation of operations) {
  const row = expected[operation].split(' ')
  for (const [index, status] of columns.entries()) {
    const after = row[index] === '-' ? null : (row[index] as SubmissionStatus)
    test(`${operation} ${after ? `turns ${status} into ${after}` : `is refused for ${status}`}`, (t) =>
      t.is(nextSubmissionStatus(status, operation), after))
  }
}
