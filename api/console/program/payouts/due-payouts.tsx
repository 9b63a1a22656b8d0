/** What would be paid now, and its confirmation. */
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.js'
import { formatCount, formatMoney } from '../../kit/format.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { useProgramId } from '../with-program.js'
import { ConfirmPayoutsDialog } from './confirm-dialog.js'

/** Absent while nothing is due. People who may not confirm see the amount. */
export function DuePayouts({ onConfirmed }: { onConfirmed: () => void }) {
  const { call, access } = useSession()
  const programId = useProgramId()
  const [isOpen, setIsOpen] = useState(false)
  const { value } = useLoad('due', (signal) => call('countEligiblePayouts', { params: { programId } }, signal))
  if (!value || value.count === 0) return null
  const canConfirm = access('confirmPayouts') === 'allowed'
  return (
    <section class="card due" aria-label="Due payouts">
      <div>
        <h2>Due now</h2>
        <p class="muted">
          <span data-stat="due">{formatMoney(value.amount)}</span> in {formatCount(value.count, 'payout')}
          {!canConfirm && '. An owner or the billing role can confirm them.'}
        </p>
      </div>
      {canConfirm && (
        <Button kind="primary" onClick={() => setIsOpen(true)}>
          Review and confirm
        </Button>
      )}
      {isOpen && <ConfirmPayoutsDialog onClose={() => setIsOpen(false)} onConfirmed={onConfirmed} />}
    </section>
  )
}
