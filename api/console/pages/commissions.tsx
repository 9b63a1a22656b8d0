/** What partners earned, for which event. */
import { type Output, urlOf } from '../api-client.js'
import { intervals } from '../figures/period-range.js'
import { ExportButton } from '../kit/export-button.js'
import { bodyOf, type Field, withoutEmpty } from '../kit/form-values.js'
import { formatCount, formatMoney } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { useLoad } from '../kit/use-load.js'
import { type Audience, choicesOf, loadAudience } from '../program/choices.js'
import { commissionColumns } from '../program/commission-columns.js'
import { CreateCommissionButton } from '../program/commissions/create-dialog.js'
import { StatRow } from '../program/stat-row.js'
import { type CommissionStatus, commissionStatuses } from '../program/statuses.js'
import { withProgram } from '../program/with-program.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

type Commission = Output<'listCommissions'>[number]
type Settable = 'pending' | 'refunded' | 'duplicate' | 'canceled' | 'fraud'

const settable: Record<Settable, string> = {
  duplicate: 'Mark as duplicate',
  fraud: 'Mark as fraud',
  refunded: 'Mark as refunded',
  canceled: 'Cancel',
  pending: 'Set to pending again',
}
/** Paid commissions do not change any more. */
const canSet = (from: CommissionStatus, to: Settable) =>
  from !== 'paid' && from !== to && (to !== 'pending' || !['processed', 'hold'].includes(from))

const filterNames = ['status', 'type', 'groupId', 'partnerTagId', 'interval', 'sortBy']
const chosenIn = (query: Record<string, string>, names = filterNames) =>
  Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))

const changeFields = ({ type, currency }: Commission): Field[] => [
  ...(type === 'sale'
    ? [
        {
          name: 'saleAmount',
          label: `Amount of the sale in ${currency.toUpperCase()}`,
          type: 'money' as const,
          min: 0,
          hint: 'The earnings are computed again, unless you enter them.',
        },
      ]
    : []),
  { name: 'earnings', label: 'Earnings of the partner', type: 'money', min: 0 },
]

const resource: Resource<Commission, Audience> = {
  title: 'Commissions',
  description: 'What partners earned, for which event.',
  icon: 'commissions',
  paging: 'cursor',
  context: loadAudience,
  filters: ({ groups, tags } = { groups: [], tags: [] }) => [
    { name: 'status', label: 'All states', choices: choicesOf(commissionStatuses) },
    { name: 'type', label: 'All events', choices: choicesOf(['sale', 'lead', 'click', 'referral', 'custom']) },
    { name: 'groupId', label: 'All groups', choices: groups },
    { name: 'partnerTagId', label: 'All tags', choices: tags },
    {
      name: 'interval',
      label: 'All time',
      choices: Object.entries(intervals)
        .filter(([value]) => value !== 'all')
        .map(([value, label]) => ({ value, label })),
    },
  ],
  load: (call, query, _, signal) => call('listCommissions', { query: { interval: 'all', ...query } }, signal),
  nameOf: ({ partner, earnings, currency }) => `${formatMoney(earnings, currency)} to ${partner.name}`,
  columns: commissionColumns,
  empty: 'They are created when partners bring clicks, leads or sales that are rewarded.',
  tools: CommissionTools,
  summary: Totals,
  actions: [
    {
      label: 'Change amount',
      operation: 'updateCommission',
      isFor: ({ status }) => status !== 'paid',
      form: { fields: (_, row) => changeFields(row), initial: ({ earnings }) => ({ earnings: String(earnings / 100) }), action: 'Save' },
      run(call, commission, values) {
        const { saleAmount, earnings } = bodyOf(changeFields(commission), values)
        const { id, currency, earnings: before } = commission
        // Unchanged earnings are computed again for another amount.
        const body = withoutEmpty({ saleAmount: saleAmount ?? null, earnings: earnings === before ? null : earnings, currency })
        return call('updateCommission', { params: { id }, body })
      },
      done: 'Commission changed',
    },
    ...(Object.keys(settable) as Settable[]).map((status) => ({
      label: settable[status],
      operation: 'updateCommission' as const,
      isDangerous: status === 'fraud' || status === 'canceled',
      isFor: (commission: Commission) => canSet(commission.status, status),
      ...(status === 'pending' ? {} : { confirm: () => 'It leaves its payout, and the partner is not paid for it.' }),
      run: (call: Parameters<Resource<Commission>['load']>[0], { id }: Commission) =>
        call('updateCommission', { params: { id }, body: { status } }),
      done: 'Commission changed',
    })),
  ],
  bulk: (Object.keys(settable) as Settable[]).map((status) => ({
    label: settable[status],
    operation: 'bulkUpdateCommissions' as const,
    isDangerous: status === 'fraud',
    confirm: 'They leave their payouts. Paid commissions cannot be changed.',
    run: (call: Parameters<Resource<Commission>['load']>[0], commissionIds: string[]) =>
      call('bulkUpdateCommissions', { body: { commissionIds, status } }),
    done: 'commissions changed',
  })),
}

export const CommissionsPage = withProgram('Commissions', 'commissions', () => <ResourcePage resource={resource} />)

function CommissionTools({ onChanged }: { onChanged: () => void }) {
  const { access, workspace } = useSession()
  const [query] = useQuery()
  return (
    <>
      <ExportButton url={urlOf('exportCommissions', { query: chosenIn(query) }, workspace.id)} fileName="commissions.csv" />
      {access('createCommission') === 'allowed' && <CreateCommissionButton onCreated={onChanged} />}
    </>
  )
}

/** Totals of the filtered commissions by state. */
function Totals() {
  const { call } = useSession()
  const [query] = useQuery()
  const filters = chosenIn(query, ['type', 'groupId', 'partnerTagId', 'interval'])
  const key = JSON.stringify(filters)
  const { value } = useLoad(`totals ${key}`, (signal) => call('countCommissions', { query: { interval: 'all', ...filters } }, signal))
  const shown = ['all', 'pending', 'processed', 'paid', 'hold'] as const
  const names = { all: 'All', pending: 'Pending', processed: 'In payouts', paid: 'Paid', hold: 'On hold' }
  return (
    <StatRow
      label="Totals"
      stats={shown.map((name) => ({
        name,
        label: names[name],
        value: value ? formatMoney(value[name]?.earnings ?? 0) : '–',
        detail: value ? formatCount(value[name]?.count ?? 0, 'commission') : '\u00a0',
      }))}
    />
  )
}
