/** Confirms payouts: selection, cut-off, and what it costs. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { Dialog } from '../../kit/dialog.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCount, formatMoney, formatName, formatNumber } from '../../kit/format.js'
import { Table } from '../../kit/table.js'
import { notify } from '../../kit/toast.js'
import { type LoadedList, useList, useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { useProgramId } from '../with-program.js'
import { methodOf } from './payout-columns.js'

type Payout = Output<'listEligiblePayouts'>[number]
type Confirmed = Output<'confirmPayouts'>

const cutoffs = {
  today: 'Up to today',
  lastMonth: 'Up to the end of last month',
  twoMonthsAgo: 'Up to the end of the month before last',
  lastQuarter: 'Up to the end of last quarter',
  lastYear: 'Up to the end of last year',
} as const
type Cutoff = keyof typeof cutoffs

interface ConfirmProps {
  onClose: () => void
  onConfirmed: () => void
}

export function ConfirmPayoutsDialog({ onClose, onConfirmed }: ConfirmProps) {
  const { call } = useSession()
  const programId = useProgramId()
  const [cutoff, setCutoff] = useState<Cutoff | ''>('')
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const period = cutoff ? { cutoffPeriod: cutoff } : {}
  const list = useList<Payout>(cutoff, 'page', (page, signal) =>
    call('listEligiblePayouts', { params: { programId }, query: { ...period, ...page } }, signal),
  )
  const selection = { ...period, ...(excluded.size > 0 ? { excludedPayoutIds: [...excluded] } : {}) }
  const cost = useLoad(JSON.stringify(selection), (signal) =>
    call('countEligiblePayouts', { params: { programId }, query: selection }, signal),
  )
  const isShown = useRef(true)
  useEffect(() => () => void (isShown.current = false), [])
  const confirm = async () => {
    const result = await call('confirmPayouts', { body: { ...selection, total: cost.value?.total } }).catch((error: unknown) => {
      // Another total may be due meanwhile; the user sees it before the next attempt.
      list.reload()
      cost.reload()
      throw error
    })
    if (isShown.current) return setConfirmed(result)
    // The user closed the dialog meanwhile, and could take the payouts for not confirmed.
    notify(`Payouts confirmed, invoice ${result.number}`)
    onConfirmed()
  }
  if (confirmed) return <Result confirmed={confirmed} onClose={onConfirmed} />
  return (
    <Dialog
      title="Confirm payouts"
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={!cost.value?.count || cost.isLoading} onClick={confirm}>
            {cost.value ? `Pay ${formatMoney(cost.value.total)}` : 'Pay'}
          </Button>
        </>
      }
    >
      <div class="filters">
        <select aria-label="Which commissions" value={cutoff} onChange={(event) => setCutoff(event.currentTarget.value as Cutoff | '')}>
          <option value="">All commissions</option>
          {Object.entries(cutoffs).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <EligiblePayouts list={list} excluded={excluded} onExclude={setExcluded} />
      <Cost cost={cost.value} error={cost.error?.message} />
    </Dialog>
  )
}

interface EligiblePayoutsProps {
  list: LoadedList<Payout>
  excluded: ReadonlySet<string>
  onExclude: (ids: Set<string>) => void
}

/** All are selected at first, also those that are not loaded yet. */
function EligiblePayouts({ list, excluded, onExclude }: EligiblePayoutsProps) {
  const ids = (list.rows ?? []).map(({ id }) => id)
  const change = (selected: Set<string>) =>
    onExclude(new Set([...[...excluded].filter((id) => !ids.includes(id)), ...ids.filter((id) => !selected.has(id))]))
  return (
    <Table<Payout>
      label="Eligible payouts"
      list={list}
      nameOf={({ partner }) => partner.name}
      selection={{ ids: new Set(ids.filter((id) => !excluded.has(id))), change }}
      columns={[
        { label: 'Partner', cell: ({ partner }) => <strong>{partner.name}</strong> },
        { label: 'Method', cell: methodOf, isSecondary: true },
        { label: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isNumber: true },
      ]}
      empty={<EmptyState icon="payouts" title="Nothing is due in this period" />}
    />
  )
}

function Cost({ cost, error }: { cost: Output<'countEligiblePayouts'> | undefined; error: string | undefined }) {
  if (error)
    return (
      <p class="form-error" role="alert">
        {error}
      </p>
    )
  const rows: [name: 'amount' | 'fee' | 'total', label: string][] = [
    ['amount', cost ? formatCount(cost.count, 'payout') : 'Payouts'],
    ['fee', 'Fee'],
    ['total', 'Total'],
  ]
  return (
    <dl class="cost" aria-label="Cost" aria-live="polite">
      {rows.map(([name, label]) => (
        <div key={name} class={name}>
          <dt>{label}</dt>
          <dd data-stat={name}>{cost ? formatMoney(cost[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What was confirmed, what was left out, and what to do next. */
function Result({ confirmed, onClose }: { confirmed: Confirmed; onClose: () => void }) {
  const { skippedPayouts, payoutCount, total, number, id } = confirmed
  const reasons = [...new Set(skippedPayouts.map(({ reason }) => reason))]
  return (
    <Dialog
      title="Payouts confirmed"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>
        {formatCount(payoutCount, 'payout')} {payoutCount === 1 ? 'is' : 'are'} being paid: {formatMoney(total)} with the fee, invoice{' '}
        {number}.
      </p>
      {skippedPayouts.length > 0 && (
        <>
          <h3>Left out</h3>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>
                {formatName(reason)}: {formatNumber(skippedPayouts.filter((payout) => payout.reason === reason).length)}
              </li>
            ))}
          </ul>
        </>
      )}
      <InvoiceLinks id={id} />
    </Dialog>
  )
}

/** Documents of an invoice, which the browser opens by itself. */
export function InvoiceLinks({ id }: { id: string }) {
  const { workspace } = useSession()
  const query = `?workspaceId=${workspace.id}`
  return (
    <p class="downloads">
      <a class="button" href={`/api/invoices/${id}/payout-file${query}`} download={`payouts-${id}.csv`}>
        File of payments
      </a>
      <a class="button" href={`/api/invoices/${id}/page${query}`} target="_blank" rel="noreferrer">
        Invoice
      </a>
    </p>
  )
}
