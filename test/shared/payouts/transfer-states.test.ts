import test from 'ava'
import {
  nextTransferState,
  type TransferOperation,
  type TransferState,
  transferStates,
  transferTransitions,
} from '../../../shared/payouts/transfers/transfer-states.js'

/** The expected state, column by column in the order of `columns`; a hyphen where the operation is refused. */
const columns: TransferState[] = ['open', 'accepted', 'succeeded', 'failed', 'canceled']
const expected: Record<TransferOperation, string> = {
  accept: 'accepted - - - -',
  succeed: 'succeeded succeeded - - -',
  fail: 'failed failed failed - -',
  cancel: 'canceled - - - -',
}
const operations = Object.keys(transferTransitions) as TransferOperation[]

test('the table covers every state and operation', (t) => {
  t.deepEqual([...columns].toSorted(), [...transferStates].toSorted())
  t.deepEqual(operations.toSorted(), Object.keys(expected).toSorted())
})

for (const operation of operations) {
  const row = expected[operation].split(' ')
  for (const [index, state] of columns.entries()) {
    const after = row[index] === '-' ? null : (row[index] as TransferState)
    test(`${operation} ${after ? `turns ${state} into ${after}` : `is refused for ${state}`}`, (t) =>
      t.is(nextTransferState(state, operation), after))
  }
}
