import test from 'ava'
import {
  isPaidOut,
  isPayoutMutable,
  nextPayoutStatus,
  type PayoutOperation,
  type PayoutStatus,
  payoutStatuses,
  payoutTransitions,
} from '../../../../shared/earnings/payouts/payout-states.js'

/** The expected status, column by column in the order of `columns`; a hyphen where the operation is refused. */
const columns: PayoutStatus[] = ['pending', 'processing', 'processed', 'sent', 'completed', 'failed', 'canceled']
const expected: Record<PayoutOperation, string> = {
  confirm: 'processing - - - - - -',
  withdraw: '- pending - - - pending -',
  reserve: '- processed - - - - -',
  send: '- sent sent - - - -',
  complete: '- completed completed completed - - -',
  recover: '- - - - - completed -',
  fail: '- failed failed failed - - -',
  return: '- - - failed failed - -',
  retry: '- - - - - processing -',
  cancel: 'canceled - - - - - -',
  restore: '- - - - - - pending',
}

const operations = Object.keys(payoutTransitions) as PayoutOperation[]

test('the table covers every status and operation', (t) => {
  t.deepEqual([...columns].toSorted(), [...payoutStatuses].toSorted())
  t.deepEqual(operations.toSorted(), Object.keys(expected).toSorted())
})

for (const operation of operations) {
  const row = expected[operation].split(' ')
  for (const [index, status] of columns.entries()) {
    const after = row[index] === '-' ? null : (row[index] as PayoutStatus)
    test(`${operation} ${after ? `turns ${status} into ${after}` : `is refused for ${status}`}`, (t) =>
      t.is(nextPayoutStatus(status, operation), after))
  }
}

test('commissions may leave a payout only while it is pending or canceled, and are paid once it is sent', (t) => {
  t.deepEqual(payoutStatuses.filter(isPayoutMutable), ['pending', 'canceled'])
  t.deepEqual(payoutStatuses.filter(isPaidOut), ['sent', 'completed'])
})
