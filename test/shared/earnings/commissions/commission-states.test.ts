import test from 'ava'
import {
  type CommissionOperation,
  type CommissionStatus,
  commissionStatuses,
  commissionTransitions,
  nextCommissionStatus,
  statusesBefore,
} from '../../../../shared/earnings/commissions/commission-states.js'

/** The expected status, column by column in the order of `columns`; a hyphen where the operation is refused. */
const columns: CommissionStatus[] = ['pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold']
const expected: Record<CommissionOperation, string> = {
  aggregate: 'processed - - - - - - -',
  pay: '- paid - - - - - -',
  unpay: '- - processed - - - - -',
  hold: 'hold hold - - - - - -',
  release: '- - - - - - - pending',
  ban: 'canceled canceled - - - - - canceled',
  unban: '- - - - - - pending -',
  restore: '- - - - - - processed -',
  refund: 'refunded refunded - - - - - refunded',
  reinstate: '- - - pending - - - -',
  setPending: '- pending - pending pending pending pending pending',
  setRefunded: 'refunded refunded - - refunded refunded refunded refunded',
  setDuplicate: 'duplicate duplicate - duplicate - duplicate duplicate duplicate',
  setCanceled: 'canceled canceled - canceled canceled canceled - canceled',
  setFraud: 'fraud fraud - fraud fraud - fraud fraud',
}

const operations = Object.keys(commissionTransitions) as CommissionOperation[]

test('the table covers every status and operation', (t) => {
  t.deepEqual([...columns].toSorted(), [...commissionStatuses].toSorted())
  t.deepEqual(operations.toSorted(), Object.keys(expected).toSorted())
})

for (const operation of operations) {
  const row = expected[operation].split(' ')
  for (const [index, status] of columns.entries()) {
    const after = row[index] === '-' ? null : (row[index] as CommissionStatus)
    test(`${operation} ${after ? `turns ${status} into ${after}` : `is refused for ${status}`}`, (t) =>
      t.is(nextCommissionStatus(status, operation), after))
  }
}

test('only money that came back leads out of paid', (t) => {
  for (const operation of operations) t.is(statusesBefore(operation).includes('paid'), operation === 'unpay', operation)
})
