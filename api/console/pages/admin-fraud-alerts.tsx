/** Partners whom programs reported. */
import type { Output } from '../api-client.js'
import type { Field } from '../kit/form-values.js'
import { formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import type { RowAction } from '../kit/row-actions.js'
import { Badge, Time, type Tone } from '../kit/texts.js'

type Alert = Output<'listAllFraudAlerts'>['fraudAlerts'][number]
const tones: Record<Alert['status'], Tone> = { pending: 'waiting', confirmed: 'bad', dismissed: 'neutral' }
const note: Field = { name: 'reviewNote', label: 'Note', type: 'textarea' }

const review = (label: string, status: 'confirmed' | 'dismissed'): RowAction<Alert, undefined> => ({
  label,
  operation: 'reviewFraudAlert',
  isDangerous: status === 'confirmed',
  isFor: (alert) => alert.status === 'pending',
  form: { fields: () => [note], action: label },
  run: (call, { id }, { reviewNote }) =>
    call('reviewFraudAlert', {
      params: { fraudAlertId: id },
      body: { status, ...(typeof reviewNote === 'string' && reviewNote !== '' ? { reviewNote } : {}) },
    }),
  done: `Alert ${status}`,
})

const resource: Resource<Alert> = {
  title: 'Fraud alerts',
  description: 'Partners whom programs reported to all programs.',
  icon: 'warning',
  paging: 'page',
  filters: () => [
    { name: 'status', label: 'All states', choices: Object.keys(tones).map((value) => ({ value, label: formatName(value) })) },
  ],
  load: async (call, query, _, signal) => {
    const { fraudAlerts } = await call('listAllFraudAlerts', { query: { ...query } }, signal)
    return fraudAlerts
  },
  nameOf: ({ partner }) => partner.name,
  columns: [
    {
      label: 'Partner',
      cell: ({ partner }) => (
        <div class="two-lines">
          <strong>{partner.name}</strong>
          <span class="muted">{partner.email}</span>
        </div>
      ),
    },
    { label: 'Program', cell: ({ program }) => program.name, isSecondary: true },
    { label: 'Reason', cell: ({ reason, reviewNote }) => `${formatName(reason)}${reviewNote ? `: ${reviewNote}` : ''}` },
    { label: 'State', cell: ({ status }) => <Badge tone={tones[status]}>{formatName(status)}</Badge> },
    { label: 'Reported', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Alerts appear here when a program reports a partner.',
  actions: [review('Confirm', 'confirmed'), review('Dismiss', 'dismissed')],
}

export const AdminFraudAlertsPage = () => <ResourcePage resource={resource} />
