/** Payouts: what is due, what was paid, and the invoices of confirmations. */
import { useMemo, useState } from 'preact/hooks'
import { type Output, urlOf } from '../api-client.js'
import { Button } from '../kit/button.js'
import { ExportButton } from '../kit/export-button.js'
import type { Choice, Field } from '../kit/form-values.js'
import { formatMoney } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { notify } from '../kit/toast.js'
import { choicesOf, loadGroups } from '../program/choices.js'
import { DuePayouts } from '../program/payouts/due-payouts.js'
import { InvoicesButton } from '../program/payouts/invoices-dialog.js'
import { payoutColumns } from '../program/payouts/payout-columns.js'
import { ProvidersButton } from '../program/payouts/providers-dialog.js'
import { payoutStatuses } from '../program/statuses.js'
import { withProgram } from '../program/with-program.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

type Payout = Output<'listPayouts'>[number]

const referenceField: Field = {
  name: 'reference',
  label: 'Reference of the payment',
  isRequired: true,
  hint: 'For example the number of the transfer at your bank.',
}
const reasonField: Field = { name: 'reason', label: 'Why it failed', isRequired: true, hint: 'The partner does not see it.' }

/** Paid by hand: the service cannot know the result. */
const isReportable = ({ status, mode, method }: Payout) =>
  (status === 'processing' || status === 'sent') && mode !== 'external' && method === null

const resource: Resource<Payout, Choice[]> = {
  title: 'Payouts',
  description: 'Commissions of a partner that are paid together.',
  icon: 'payouts',
  paging: 'page',
  context: loadGroups,
  filters: (groups = []) => [
    { name: 'status', label: 'All states', choices: choicesOf(payoutStatuses) },
    { name: 'groupId', label: 'All groups', choices: groups },
    {
      name: 'sortBy',
      label: 'Newest first',
      choices: [
        { value: 'amount', label: 'Highest amount' },
        { value: 'paidAt', label: 'Last paid' },
      ],
    },
  ],
  load: (call, query, _, signal) => call('listPayouts', { query: { ...query } }, signal),
  nameOf: ({ partner, amount, currency }) => `${formatMoney(amount, currency)} to ${partner.name}`,
  columns: payoutColumns,
  empty: 'They are created from commissions whose holding period is over.',
  tools: PayoutTools,
  actions: [
    {
      label: 'Report as paid',
      operation: 'reportPayoutPaid',
      isFor: isReportable,
      form: { fields: () => [referenceField], action: 'Report as paid' },
      run: (call, { id }, { reference }) => call('reportPayoutPaid', { params: { id }, body: { reference: String(reference) } }),
      done: 'Payout completed',
    },
    {
      label: 'Report as failed',
      operation: 'reportPayoutFailed',
      isDangerous: true,
      isFor: isReportable,
      form: { fields: () => [reasonField], action: 'Report as failed' },
      run: (call, { id }, { reason }) => call('reportPayoutFailed', { params: { id }, body: { reason: String(reason) } }),
      done: 'Payout failed',
    },
    {
      label: 'Pay again',
      operation: 'retryPayout',
      isFor: ({ status }) => status === 'failed',
      confirm: ({ amount, currency }) => `${formatMoney(amount, currency)} are sent again.`,
      run: (call, { id }) => call('retryPayout', { params: { id } }),
      done: 'Payout is tried again',
    },
    {
      label: 'Cancel',
      operation: 'cancelPayout',
      isDangerous: true,
      isFor: ({ status }) => status === 'processing' || status === 'failed',
      confirm: () => 'The payout is not sent. Its commissions can be paid later.',
      run: (call, { id }) => call('cancelPayout', { params: { id } }),
      done: 'Payout canceled',
    },
  ],
}

export const PayoutsPage = withProgram('Payouts', 'payouts', () => {
  const [round, setRound] = useState(0)
  // Another summary in each rendering would close its dialog.
  const withDue = useMemo(() => ({ ...resource, summary: () => <DuePayouts onConfirmed={() => setRound((before) => before + 1)} /> }), [])
  return <ResourcePage key={round} resource={withDue} />
})

function PayoutTools({ onChanged }: { onChanged: () => void }) {
  const { call, access, workspace } = useSession()
  const [{ status, groupId }] = useQuery()
  const collect = async () => {
    await call('aggregatePayouts')
    notify('Commissions are collected in payouts')
    onChanged()
  }
  const query = { ...(status ? { status: status as Payout['status'] } : {}), ...(groupId ? { groupId } : {}) }
  return (
    <>
      {access('connectStripe') === 'allowed' && <ProvidersButton />}
      <InvoicesButton />
      <ExportButton url={urlOf('exportPayouts', { query }, workspace.id)} fileName="payouts.csv" />
      {access('aggregatePayouts') === 'allowed' && (
        <Button title="Adds commissions whose holding period is over to pending payouts" onClick={collect}>
          Collect commissions
        </Button>
      )}
    </>
  )
}
