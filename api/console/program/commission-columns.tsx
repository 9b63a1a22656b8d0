import type { Output } from '../api-client.js'
import { formatMoney, formatName } from '../kit/format.js'
import type { Column } from '../kit/table.js'
import { Badge, Time } from '../kit/texts.js'
import { PartnerLink } from './partner-link.js'
import { commissionTones } from './statuses.js'

type Commission = Output<'listCommissions'>[number]

export const commissionColumns: Column<Commission>[] = [
  { label: 'Partner', cell: ({ partner }) => <PartnerLink id={partner.id} name={partner.name} detail={partner.email} /> },
  {
    label: 'For',
    cell: ({ type, customer, description, quantity }) => (
      <div class="two-lines">
        <span>
          {formatName(type ?? '')}
          {quantity > 1 && ` × ${quantity}`}
        </span>
        <span class="muted">{customer ? (customer.name ?? customer.email ?? customer.externalId) : description}</span>
      </div>
    ),
    isSecondary: true,
  },
  { label: 'State', cell: ({ status }) => <Badge tone={commissionTones[status] ?? 'neutral'}>{formatName(status)}</Badge> },
  {
    label: 'Sale',
    cell: ({ type, amount, currency }) => (type === 'sale' ? formatMoney(amount, currency) : ''),
    isNumber: true,
    isSecondary: true,
  },
  { label: 'Earnings', cell: ({ earnings, currency }) => formatMoney(earnings, currency), isNumber: true },
  { label: 'Time', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
]
