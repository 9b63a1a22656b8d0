import test from 'ava'
import { days } from '../../../shared/kernel/time.js'
import type { TransferOutcome } from '../../../shared/payouts/providers/provider.js'
import { planTransferChange } from '../../../shared/payouts/transfers/plan-transfer-change.js'
import type { Transfer } from '../../../shared/payouts/transfers/transfer.queries.js'

const now = new Date('2026-06-01T00:00:00Z')
const transfer: Transfer = {
  id: 'ptr_1',
  payoutId: 'po_1',
  provider: 'stripe',
  destination: 'acct_1',
  amount: 1000,
  currency: 'USD',
  reference: null,
  state: 'open',
  workspaceId: 'ws_1',
  programId: 'prog_1',
  partnerId: 'pn_1',
  requestedAt: now,
  tries: 1,
  createdAt: now,
}
const plan = (changes: Partial<Transfer>, outcome: TransferOutcome, options = {}) =>
  planTransferChange({ ...transfer, ...changes }, outcome, { now, wasRequested: false, canPoll: true, ...options })

const accepted: TransferOutcome = { kind: 'accepted', reference: 'tr_1' }
const succeeded: TransferOutcome = { kind: 'succeeded', reference: 'tr_1' }
const failed: TransferOutcome = { kind: 'failed', reason: 'no funds' }

const cases: [state: Transfer['state'], outcome: TransferOutcome, expected: [state: string, payout: string | null] | null][] = [
  ['open', accepted, ['accepted', 'send']],
  ['open', succeeded, ['succeeded', 'complete']],
  ['open', failed, ['failed', 'fail']],
  ['accepted', accepted, ['accepted', null]],
  ['accepted', succeeded, ['succeeded', 'complete']],
  ['accepted', failed, ['failed', 'return']],
  ['succeeded', accepted, null],
  ['succeeded', succeeded, null],
  ['succeeded', failed, ['failed', 'return']],
  ['failed', accepted, null],
  ['failed', failed, null],
  ['canceled', accepted, null],
]
for (const [state, outcome, expected] of cases) {
  const effect = expected
    ? `turns ${state} into ${expected[0]} and does ${expected[1] ?? 'nothing'} to the payout`
    : `is ignored for ${state}`
  test(`${outcome.kind} ${effect}`, (t) => {
    const planned = plan({ state }, outcome)
    t.deepEqual(planned && [planned.transfer.state, planned.payout?.operation ?? null], expected)
  })
}

test('an unknown outcome stays requested and is tried again later each time', (t) => {
  const delays = [1, 2, 3, 9].map((tries) => Number(plan({ tries }, { kind: 'unknown', reason: 'x' })?.transfer.nextAt) - now.getTime())
  t.deepEqual(
    delays.toSorted((a, b) => a - b),
    delays,
  )
  t.deepEqual(plan({}, { kind: 'unknown', reason: 'x' })?.transfer.requestedAt, now)
})

test('a request without an effect is forgotten, unless another one may have had an effect', (t) => {
  const refused: TransferOutcome = { kind: 'refused', reason: 'wrong key' }
  t.is(plan({}, refused)?.transfer.requestedAt, null)
  t.deepEqual(plan({}, refused, { wasRequested: true })?.transfer.requestedAt, now)
})

test('an accepted transfer is polled until it is old, if the provider allows it', (t) => {
  t.true((plan({}, accepted)?.transfer.nextAt ?? now) > now)
  t.is(plan({}, accepted, { canPoll: false })?.transfer.nextAt, null)
  t.is(plan({ state: 'accepted', createdAt: new Date(now.getTime() - days(61)) }, accepted)?.transfer.nextAt, null)
})
