/** Payouts, and the confirmation of all that are due. */
import { useState } from 'preact/hooks'
import type { Output } from '../api-client.js'
import { Button } from '../kit/button.js'
import { ConfirmDialog } from '../kit/dialog.js'
import { formatDay, formatMoney, formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time, type Tone } from '../kit/texts.js'
import { notify } from '../kit/toast.js'
import { useLoad } from '../kit/use-load.js'
import { withProgram } from '../program/with-program.js'
import { useSession } from '../shell/session.js'

type Payout = Output<'listPayouts'>[number]
type Status = Payout['status']

const statuses: Status[] = ['pending', 'processing', 'processed', 'sent', 'completed', 'failed', 'canceled']
const tones: Partial<Record<Status, Tone>> = { completed: 'good', sent: 'good', pending: 'waiting', processing: 'waiting', failed: 'bad' }

const periodOf = ({ periodStart, periodEnd }: Payout) =>
  periodStart && periodEnd ? `${formatDay(periodStart)} – ${formatDay(periodEnd)}` : ''

const resource: Resource<Payout> = {
  title: 'Payouts',
  description: 'Commissions of a partner that are paid together.',
  icon: 'payouts',
  paging: 'page',
  filters: () => [{ name: 'status', label: 'All states', choices: statuses.map((value) => ({ value, label: formatName(value) })) }],
  load: (call, query, _, signal) => call('listPayouts', { query: { ...query } }, signal),
  nameOf: ({ partner, amount, currency }) => `${formatMoney(amount, currency)} to ${partner.name}`,
  columns: [
    { label: 'Partner', cell: ({ partner }) => <strong>{partner.name}</strong> },
    { label: 'Period', cell: periodOf, isSecondary: true },
    { label: 'State', cell: ({ status }) => <Badge tone={tones[status] ?? 'neutral'}>{formatName(status)}</Badge> },
    { label: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isNumber: true },
    { label: 'Paid', cell: ({ paidAt }) => <Time at={paidAt} />, isSecondary: true },
  ],
  empty: 'They are created from commissions whose holding period is over.',
  actions: [
    {
      label: 'Retry',
      operation: 'retryPayout',
      isFor: ({ status }) => status === 'failed',
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
  return (
    <>
      <DuePayouts key={`due ${round}`} onConfirmed={() => setRound(round + 1)} />
      <ResourcePage key={round} resource={resource} />
    </>
  )
})

/** What would be paid now. Absent for people who may not confirm payouts. */
function DuePayouts({ onConfirmed }: { onConfirmed: () => void }) {
  const { call, access, workspace } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const programId = workspace.defaultProgramId
  const canConfirm = programId !== null && access('confirmPayouts') === 'allowed'
  const { value } = useLoad('due', async (signal) =>
    canConfirm ? call('listEligiblePayouts', { params: { programId: programId ?? '' } }, signal) : [],
  )
  if (!value || value.length === 0) return null
  const total = value.reduce((sum, { amount }) => sum + amount, 0)
  const confirm = async () => {
    await call('confirmPayouts', { body: { selectedPayoutIds: value.map(({ id }) => id) } })
    notify('Payouts confirmed')
    onConfirmed()
  }
  const text = `${value.length} ${value.length === 1 ? 'payout' : 'payouts'}, ${formatMoney(total)} in total`
  return (
    <section class="card due" aria-label="Due payouts">
      <div>
        <h2>Due now</h2>
        <p class="muted">{text}</p>
      </div>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        Confirm payouts
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Confirm payouts"
          text={`${text}. Fees may be added. Confirmed payouts are sent to the partners.`}
          action="Confirm"
          onClose={() => setIsOpen(false)}
          onConfirm={confirm}
        />
      )}
    </section>
  )
}
