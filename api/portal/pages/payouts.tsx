/** What the partner was and will be paid, and how. */
import type { Output } from '../../console/api-client.js'
import { ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { changesOf, type Field, valuesOf } from '../../console/kit/form-values.js'
import { formatCount, formatDay, formatMoney, formatName } from '../../console/kit/format.js'
import { type Resource, ResourcePage } from '../../console/kit/resource-page.js'
import { Time } from '../../console/kit/texts.js'
import { notify } from '../../console/kit/toast.js'
import { useLoad } from '../../console/kit/use-load.js'
import { exportTools } from '../kit/export-tools.js'
import { FormCard } from '../kit/form-card.js'
import { Status } from '../kit/statuses.js'
import { TotalCards } from '../kit/total-cards.js'
import { type Portal, programPath, usePortal } from '../shell/portal.js'

type Payout = Output<'listOwnPayouts'>[number]

const statuses = ['pending', 'processing', 'processed', 'sent', 'completed', 'failed', 'canceled']
type Programs = Output<'listOwnPrograms'>

const resource: Resource<Payout, Programs, Portal> = {
  title: 'Payouts',
  description: 'Payments of all your programs.',
  icon: 'payouts',
  paging: 'page',
  context: (call) => call('listOwnPrograms', { query: { pageSize: 100 } }),
  filters: (programs) => [
    { name: 'status', label: 'Status', choices: statuses.map((value) => ({ value, label: formatName(value) })) },
    {
      name: 'programId',
      label: 'Program',
      choices: (programs ?? []).map(({ programId, program }) => ({ value: programId, label: program.name })),
    },
  ],
  load: (call, query, _portal, signal) => call('listOwnPayouts', { query }, signal),
  nameOf: ({ program, id }) => `${program.name} ${id}`,
  columns: [
    { label: 'Program', cell: ({ program }) => <a href={programPath(program.slug)}>{program.name}</a> },
    {
      label: 'Status',
      cell: ({ status, failureReason }) => (
        <span title={failureReason ?? undefined}>
          <Status of={status} />
        </span>
      ),
    },
    { label: 'Period', cell: periodOf, isSecondary: true },
    { label: 'Method', cell: ({ method }) => (method ? methodName(method) : ''), isSecondary: true },
    { label: 'Paid', cell: ({ paidAt }) => (paidAt ? <Time at={paidAt} /> : ''), isSecondary: true },
    { label: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isNumber: true },
  ],
  tools: exportTools('exportOwnPayouts', 'payouts.csv', ['status', 'programId']),
  empty: 'Your earnings become a payout when the holding period of the program has passed.',
}

function periodOf({ periodStart, periodEnd }: Payout): string {
  if (!periodStart) return ''
  return periodEnd && formatDay(periodEnd) !== formatDay(periodStart)
    ? `${formatDay(periodStart)} – ${formatDay(periodEnd)}`
    : formatDay(periodStart)
}

const methodName = (method: string) => ({ connect: 'Stripe', paypal: 'PayPal' })[method] ?? formatName(method)

export const PayoutsPage = () => (
  <>
    <ResourcePage resource={resource} />
    <Sums />
    <Settings />
  </>
)

function Sums() {
  const { call } = usePortal()
  const { value } = useLoad('sums', (signal) => call('countOwnPayouts', {}, signal))
  if (!value || value.length === 0) return null
  return (
    <TotalCards
      label="By status"
      totals={value.map(({ status, count, amount }) => ({
        label: <Status of={status} />,
        value: formatMoney(amount),
        detail: formatCount(count, 'payout'),
      }))}
    />
  )
}

const settingsFields: Field[] = [
  {
    name: 'defaultPayoutMethod',
    label: 'Method',
    type: 'select',
    choices: [
      { value: 'paypal', label: 'PayPal' },
      { value: 'connect', label: 'Stripe' },
    ],
    hint: 'Without a method, each program pays you by hand and contacts you about it.',
  },
  { name: 'paypalEmail', label: 'Address of your PayPal account', type: 'email' },
  { name: 'stripeAccountId', label: 'Id of your Stripe account', placeholder: 'acct_…', hint: 'The program must have connected it.' },
]

function Settings() {
  const { call, access, reload: reloadAccount } = usePortal()
  const { value, error, reload } = useLoad('settings', (signal) => call('getOwnPayoutSettings', {}, signal))
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (!value) return <Placeholder lines={3} />
  return (
    <div class="below narrow">
      <FormCard
        label="How you are paid"
        title="How you are paid"
        fields={settingsFields}
        initial={valuesOf(settingsFields, value)}
        action="Save"
        readOnly={access('changeOwnPayoutSettings') !== 'allowed' && 'Only owners of this partner account change how it is paid.'}
        onSubmit={async (values, before) => {
          await call('changeOwnPayoutSettings', { body: changesOf(settingsFields, values, before) })
          notify('Payout settings saved')
          reloadAccount()
        }}
      />
    </div>
  )
}
