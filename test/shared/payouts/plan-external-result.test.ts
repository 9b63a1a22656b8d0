import test from 'ava'
import type { PayoutOperation, PayoutStatus } from '../../../shared/earnings/index.js'
import { planExternalResult } from '../../../shared/payouts/external/plan-external-result.js'

const payout = { status: 'processing' as PayoutStatus, provider: 'external' as const, invoiceId: 'inv_1', externalEventId: 'evt_2' }
type Changes = Partial<Omit<Parameters<typeof planExternalResult>[0], 'status'>> & { status?: PayoutStatus }

const cases: [title: string, changes: Changes, result: [eventId: string, succeeded: boolean], expected: PayoutOperation | null][] = [
  ['a success completes', {}, ['evt_2', true], 'complete'],
  ['a failure fails', {}, ['evt_2', false], 'fail'],
  ['a success of an earlier attempt completes', {}, ['evt_1', true], 'complete'],
  ['a failure of an earlier attempt is ignored', {}, ['evt_1', false], null],
  ['a success after the failure recovers', { status: 'failed' }, ['evt_2', true], 'recover'],
  ['a success of an earlier attempt after the failure recovers', { status: 'failed' }, ['evt_1', true], 'recover'],
  ['a second success is ignored', { status: 'completed' }, ['evt_2', true], null],
  ['a failure after the success is ignored', { status: 'completed' }, ['evt_2', false], null],
  ['any event is the current one if none is stored', { externalEventId: null }, ['evt_1', false], 'fail'],
  ['a success for another invoice is ignored', { invoiceId: 'inv_2' }, ['evt_1', true], null],
  ['a success for a withdrawn payout is ignored', { invoiceId: null, status: 'pending' }, ['evt_1', true], null],
  ['a success for a payout that is now paid otherwise is ignored', { provider: 'stripe' }, ['evt_1', true], null],
]
for (const [title, changes, [eventId, succeeded], expected] of cases)
  test(title, (t) => t.is(planExternalResult({ ...payout, ...changes }, { eventId, invoiceId: 'inv_1', succeeded }), expected))
