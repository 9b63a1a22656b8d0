import type { Output } from '../api-client.js'
import { formatMoney, formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time, type Tone } from '../kit/texts.js'
import { withProgram } from '../program/with-program.js'

type Commission = Output<'listCommissions'>[number]
type Status = Commission['status']

const statuses: Status[] = ['pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold']
const tones: Partial<Record<Status, Tone>> = { paid: 'good', processed: 'good', pending: 'waiting', hold: 'waiting', fraud: 'bad' }

const resource: Resource<Commission> = {
  title: 'Commissions',
  description: 'What partners earned, for which event.',
  icon: 'commissions',
  paging: 'cursor',
  filters: () => [
    { name: 'status', label: 'All states', choices: statuses.map((value) => ({ value, label: formatName(value) })) },
    {
      name: 'type',
      label: 'All events',
      choices: ['sale', 'lead', 'click', 'referral', 'custom'].map((value) => ({ value, label: formatName(value) })),
    },
  ],
  load: (call, query, _, signal) => call('listCommissions', { query: { interval: 'all', ...query } }, signal),
  nameOf: ({ partner, earnings, currency }) => `${formatMoney(earnings, currency)} to ${partner.name}`,
  columns: [
    { label: 'Partner', cell: ({ partner }) => <strong>{partner.name}</strong> },
    {
      label: 'For',
      cell: ({ type, customer }) => `${formatName(type ?? '')}${customer ? `, ${customer.name ?? customer.externalId}` : ''}`,
      isSecondary: true,
    },
    { label: 'State', cell: ({ status }) => <Badge tone={tones[status] ?? 'neutral'}>{formatName(status)}</Badge> },
    {
      label: 'Sale',
      cell: ({ type, amount, currency }) => (type === 'sale' ? formatMoney(amount, currency) : ''),
      isNumber: true,
      isSecondary: true,
    },
    { label: 'Earnings', cell: ({ earnings, currency }) => formatMoney(earnings, currency), isNumber: true },
    { label: 'Time', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'They are created when partners bring clicks, leads or sales that are rewarded.',
  actions: (['duplicate', 'fraud', 'canceled', 'pending'] as const).map((status) => ({
    label: status === 'pending' ? 'Set to pending again' : `Mark as ${status}`,
    operation: 'updateCommission' as const,
    isDangerous: status === 'fraud',
    isFor: (commission: Commission) =>
      status === 'pending' ? ['duplicate', 'fraud', 'canceled'].includes(commission.status) : commission.status === 'pending',
    run: (call, { id }) => call('updateCommission', { params: { id }, body: { status } }),
    done: 'Commission changed',
  })),
}

export const CommissionsPage = withProgram('Commissions', 'commissions', () => <ResourcePage resource={resource} />)
