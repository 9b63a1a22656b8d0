import type { Output } from '../../api-client.js'
import { formatDay, formatMoney, formatName } from '../../kit/format.js'
import type { Column } from '../../kit/table.js'
import { Badge, Time } from '../../kit/texts.js'
import { PartnerLink } from '../partner-link.js'
import { payoutTones } from '../statuses.js'

type Payout = Output<'listPayouts'>[number]

const methodNames = { connect: 'Stripe', paypal: 'PayPal', stablecoin: 'Stablecoin', tremendous: 'Tremendous' } as const

const periodOf = ({ periodStart, periodEnd }: Payout) =>
  periodStart && periodEnd ? `${formatDay(periodStart)} – ${formatDay(periodEnd)}` : ''

export const methodOf = ({ mode, method }: Pick<Payout, 'mode' | 'method'>): string => {
  if (mode === 'external') return 'Your own system'
  return method ? methodNames[method] : 'By hand'
}

export const payoutColumns: Column<Payout>[] = [
  { label: 'Partner', cell: ({ partner }) => <PartnerLink id={partner.id} name={partner.name} detail={partner.email} /> },
  { label: 'Period', cell: periodOf, isSecondary: true },
  {
    label: 'State',
    cell: ({ status, failureReason }) => (
      <div class="two-lines">
        <span>
          <Badge tone={payoutTones[status] ?? 'neutral'}>{formatName(status)}</Badge>
        </span>
        {failureReason && <span class="muted">{failureReason}</span>}
      </div>
    ),
  },
  { label: 'Method', cell: (payout) => (payout.status === 'pending' ? '' : methodOf(payout)), isSecondary: true },
  { label: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isNumber: true },
  { label: 'Paid', cell: ({ paidAt }) => <Time at={paidAt} />, isSecondary: true },
]
