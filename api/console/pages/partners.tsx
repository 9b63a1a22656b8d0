import type { Call, Output } from '../api-client.js'
import { bodyOf, type Choice, type Field, withoutEmpty } from '../kit/form.js'
import { formatCompact, formatMoney, formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, type Tone } from '../kit/texts.js'

type Partner = Output<'listPartners'>[number]

const statuses = ['approved', 'pending', 'invited', 'declined', 'rejected', 'deactivated', 'banned', 'archived'] as const
const tones: Partial<Record<Partner['status'], Tone>> = { approved: 'good', pending: 'waiting', invited: 'waiting', banned: 'bad' }
const banReasons = ['tos_violation', 'inappropriate_content', 'fake_traffic', 'fraud', 'spam', 'brand_abuse'] as const
type BanReason = (typeof banReasons)[number]

/** The groups of the program, to choose from. */
export const loadGroups = async (call: Call): Promise<Choice[]> =>
  (await call('listGroups', { query: { pageSize: 100 } })).map(({ id, name }) => ({ value: id, label: name }))

const fieldsOf = (groups: Choice[]): Field[] => [
  { name: 'email', label: 'Email', type: 'email', isRequired: true },
  { name: 'name', label: 'Name' },
  { name: 'groupId', label: 'Group', type: 'select', choices: groups, hint: 'Without a choice, the default group.' },
  { name: 'country', label: 'Country', placeholder: 'DE' },
  { name: 'tenantId', label: 'ID in your system' },
]
const reasonField: Field = {
  name: 'reason',
  label: 'Reason',
  type: 'select',
  isRequired: true,
  choices: banReasons.map((value) => ({ value, label: formatName(value) })),
}

const resource: Resource<Partner, Choice[]> = {
  title: 'Partners',
  description: 'People who promote your product, and what they brought.',
  icon: 'partners',
  paging: 'page',
  search: 'Search partners',
  context: loadGroups,
  filters: (groups = []) => [
    { name: 'status', label: 'All states', choices: statuses.map((value) => ({ value, label: formatName(value) })) },
    { name: 'groupId', label: 'All groups', choices: groups },
    {
      name: 'sortBy',
      label: 'Highest revenue',
      choices: [
        { value: 'createdAt', label: 'Newest first' },
        { value: 'totalClicks', label: 'Most clicks' },
        { value: 'totalCommissions', label: 'Highest commissions' },
      ],
    },
  ],
  load: (call, query, _, signal) => call('listPartners', { query: { sortBy: 'totalSaleAmount', ...query } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'Partner',
      cell: ({ name, email }) => (
        <div class="two-lines">
          <strong>{name}</strong>
          <span class="muted">{email}</span>
        </div>
      ),
    },
    { label: 'State', cell: ({ status }) => <Badge tone={tones[status] ?? 'neutral'}>{formatName(status)}</Badge> },
    { label: 'Clicks', cell: ({ totalClicks }) => formatCompact(totalClicks), isNumber: true, isSecondary: true },
    { label: 'Leads', cell: ({ totalLeads }) => formatCompact(totalLeads), isNumber: true, isSecondary: true },
    { label: 'Revenue', cell: ({ totalSaleAmount }) => formatMoney(totalSaleAmount), isNumber: true },
    { label: 'Commissions', cell: ({ totalCommissions }) => formatMoney(totalCommissions), isNumber: true, isSecondary: true },
  ],
  empty: 'Add partners yourself, or let them apply with the form of a group.',
  create: {
    label: 'Add partner',
    operation: 'createPartner',
    fields: fieldsOf,
    run: (call, values, groups) => call('createPartner', { body: withoutEmpty(bodyOf(fieldsOf(groups), values)) }),
    done: 'Partner added',
  },
  actions: [
    {
      label: 'Deactivate',
      operation: 'deactivatePartner',
      isFor: ({ status }) => status === 'approved',
      confirm: () => 'Their links stop earning commissions. You can reactivate them.',
      run: (call, { id }) => call('deactivatePartner', { body: { partnerId: id } }),
      done: 'Partner deactivated',
    },
    {
      label: 'Reactivate',
      operation: 'reactivatePartner',
      isFor: ({ status }) => status === 'deactivated',
      run: (call, { id: partnerId }) => call('reactivatePartner', { params: { partnerId } }),
      done: 'Partner reactivated',
    },
    {
      label: 'Archive',
      operation: 'archivePartner',
      isFor: ({ status }) => status === 'approved',
      run: (call, { id: partnerId }) => call('archivePartner', { params: { partnerId } }),
      done: 'Partner archived',
    },
    {
      label: 'Ban',
      operation: 'banPartner',
      isDangerous: true,
      isFor: ({ status }) => status === 'approved' || status === 'deactivated' || status === 'archived',
      form: { fields: () => [reasonField], action: 'Ban' },
      run: (call, { id }, { reason }) => call('banPartner', { body: { partnerId: id, reason: reason as BanReason } }),
      done: 'Partner banned',
    },
    {
      label: 'Lift the ban',
      operation: 'unbanPartner',
      isFor: ({ status }) => status === 'banned',
      run: (call, { id: partnerId }) => call('unbanPartner', { params: { partnerId } }),
      done: 'Ban lifted',
    },
  ],
}

export const PartnersPage = () => <ResourcePage resource={resource} />
