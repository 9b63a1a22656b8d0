/** The invoices of earlier confirmations. */
import { useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { Dialog } from '../../kit/dialog.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCount, formatMoney, formatName } from '../../kit/format.js'
import { Table } from '../../kit/table.js'
import { Badge, Time, type Tone } from '../../kit/texts.js'
import { useList } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { InvoiceLinks } from './confirm-dialog.js'

type Invoice = Output<'listInvoices'>[number]

const tones: Record<Invoice['status'], Tone> = { processing: 'waiting', completed: 'good', failed: 'bad', canceled: 'neutral' }

export function InvoicesButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Invoices</Button>
      {isOpen && <InvoicesDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function InvoicesDialog({ onClose }: { onClose: () => void }) {
  const { call } = useSession()
  const list = useList<Invoice>('invoices', 'page', (page, signal) => call('listInvoices', { query: page }, signal))
  return (
    <Dialog title="Invoices" size="large" onClose={onClose}>
      <Table<Invoice>
        label="Invoices"
        list={list}
        columns={[
          {
            label: 'Invoice',
            cell: ({ number, createdAt, payoutCount }) => (
              <div class="two-lines">
                <strong>{number}</strong>
                <span class="muted">
                  <Time at={createdAt} />, {formatCount(payoutCount, 'payout')}
                </span>
              </div>
            ),
          },
          { label: 'State', cell: ({ status }) => <Badge tone={tones[status]}>{formatName(status)}</Badge>, isSecondary: true },
          { label: 'Fee', cell: ({ fee }) => formatMoney(fee), isNumber: true, isSecondary: true },
          { label: 'Total', cell: ({ total }) => formatMoney(total), isNumber: true },
          { label: 'Documents', cell: ({ id }) => <InvoiceLinks id={id} /> },
        ]}
        empty={<EmptyState icon="payouts" title="No invoices yet" text="Each confirmation of payouts creates one." />}
      />
    </Dialog>
  )
}
