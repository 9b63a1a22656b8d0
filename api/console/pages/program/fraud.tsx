/** Suspicions of fraud: decide about them, and choose what is detected. */
import type { Output } from '../../api-client.js'
import { Dialog } from '../../kit/dialog.js'
import { EmptyState } from '../../kit/empty-state.js'
import type { Field, Values } from '../../kit/form-values.js'
import { formatMoney, formatName } from '../../kit/format.js'
import { type Resource, ResourcePage } from '../../kit/resource-page.js'
import { Table } from '../../kit/table.js'
import { Badge, Time } from '../../kit/texts.js'
import { useList } from '../../kit/use-load.js'
import { choicesOf } from '../../program/choices.js'
import { fraudColumns, type FraudGroup, fraudTypes } from '../../program/fraud/fraud-columns.js'
import { RulesButton } from '../../program/fraud/rules-dialog.js'
import { banField } from '../../program/partner-actions.js'
import { type BanReason, commissionTones, isAllowed } from '../../program/statuses.js'
import { withProgram } from '../../program/with-program.js'
import { useSession } from '../../shell/session.js'

const resolution: Field[] = [
  { name: 'resolutionReason', label: 'Why it is no fraud', type: 'textarea' },
  { name: 'disableRiskDetection', label: 'Do not check the partner again', type: 'checkbox' },
]
const resolutionOf = ({ resolutionReason, disableRiskDetection }: Values) => ({
  ...(resolutionReason ? { resolutionReason: String(resolutionReason) } : {}),
  disableRiskDetection: disableRiskDetection === true,
})

const resource: Resource<FraudGroup> = {
  title: 'Fraud',
  objects: 'pending suspicions of fraud',
  description: 'What partners are suspected of. Commissions are on hold until you decide.',
  icon: 'fraud',
  paging: 'page',
  filters: () => [
    { name: 'status', label: 'Pending', choices: choicesOf(['resolved', 'expired']) },
    { name: 'type', label: 'All suspicions', choices: Object.entries(fraudTypes).map(([value, { label }]) => ({ value, label })) },
  ],
  load: (call, query, _, signal) => call('listFraudGroups', { query: { ...query } }, signal),
  nameOf: ({ partner, type }) => `${fraudTypes[type].label}, ${partner.name ?? 'unknown partner'}`,
  columns: fraudColumns,
  empty: 'Nothing waits for a decision. Decided suspicions are listed under another state.',
  tools: RulesButton,
  actions: [
    { label: 'Show events', operation: 'listFraudEvents', view: (group, close) => <Events group={group} onClose={close} /> },
    {
      label: 'No fraud',
      operation: 'resolveFraudGroup',
      isFor: ({ status }) => status === 'pending',
      form: { fields: () => resolution, action: 'Release commissions' },
      run: (call, { id }, values) => call('resolveFraudGroup', { params: { fraudGroupId: id }, body: resolutionOf(values) }),
      done: 'Commissions released',
    },
    {
      label: 'Ban the partner',
      operation: 'banPartner',
      isDangerous: true,
      isFor: ({ partner }) => partner.status !== null && isAllowed('ban', partner.status),
      form: { fields: () => [banField], initial: () => ({ reason: 'fraud' }), action: 'Ban' },
      run: (call, { partner }, { reason }) => call('banPartner', { body: { partnerId: partner.id, reason: reason as BanReason } }),
      done: 'Partner banned',
    },
  ],
  bulk: [
    {
      label: 'No fraud',
      operation: 'resolveFraudGroups',
      form: () => resolution,
      run: (call, groupIds, values) => call('resolveFraudGroups', { body: { groupIds, ...resolutionOf(values) } }),
      done: 'suspicions resolved',
    },
  ],
}

export const FraudPage = withProgram('Fraud', 'fraud', () => <ResourcePage resource={resource} />)

type FraudEvent = Output<'listFraudEvents'>[number]
/** The most that the service returns at once. */
const eventsPerPage = 25

function Events({ group, onClose }: { group: FraudGroup; onClose: () => void }) {
  const { call } = useSession()
  const list = useList<FraudEvent>(
    group.id,
    'page',
    (page, signal) => call('listFraudEvents', { query: { groupId: group.id, ...page } }, signal),
    eventsPerPage,
  )
  return (
    <Dialog title={`${fraudTypes[group.type].label}: ${group.partner.name ?? ''}`} size="large" onClose={onClose}>
      <Table<FraudEvent>
        label="Events"
        list={list}
        columns={[
          { label: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            label: 'Customer',
            cell: ({ customer, duplicatePartner }) =>
              customer ? (customer.name ?? customer.email ?? customer.id) : duplicatePartner && `Partner ${duplicatePartner.name ?? ''}`,
          },
          {
            label: 'Commission',
            cell: ({ commission }) =>
              commission && (
                <>
                  {formatMoney(commission.earnings, commission.currency)}{' '}
                  <Badge tone={commissionTones[commission.status] ?? 'neutral'}>{formatName(commission.status)}</Badge>
                </>
              ),
          },
          { label: 'Details', cell: ({ metadata }) => metadata && <code>{JSON.stringify(metadata)}</code>, isSecondary: true },
        ]}
        empty={<EmptyState icon="fraud" title="No events are stored any more" />}
      />
    </Dialog>
  )
}
