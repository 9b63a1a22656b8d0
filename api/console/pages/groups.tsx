import type { Input, Output } from '../api-client.js'
import { bodyOf, type Field, valuesOf } from '../kit/form.js'
import { formatCompact, formatMoney, formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { withProgram } from '../program/with-program.js'

type Group = Output<'listGroups'>[number]
type HoldingPeriod = NonNullable<Input<'updateGroup'>['body']>['holdingPeriodDays']

const identity: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'slug', label: 'Slug', isRequired: true, placeholder: 'affiliates', hint: 'Lower-case letters, digits and dashes.' },
  {
    name: 'color',
    label: 'Colour',
    type: 'select',
    choices: ['blue', 'green', 'yellow', 'red', 'purple', 'brown', 'gray'].map((value) => ({ value, label: formatName(value) })),
  },
]
const settings: Field[] = [
  ...identity,
  { name: 'maxPartnerLinks', label: 'Links per partner', type: 'number', isRequired: true, min: 0 },
  {
    name: 'holdingPeriodDays',
    label: 'Holding period of commissions',
    type: 'select',
    isRequired: true,
    choices: ['0', '7', '14', '30', '60', '90'].map((value) => ({ value, label: value === '0' ? 'None' : `${value} days` })),
  },
  { name: 'autoApprovePartners', label: 'Approve applications without a review', type: 'checkbox' },
]

const resource: Resource<Group> = {
  title: 'Groups',
  description: 'Partners with the same rewards, links and form.',
  icon: 'groups',
  paging: 'page',
  search: 'Search groups',
  load: (call, query, _, signal) => call('listGroups', { query: { ...query, includeExpandedFields: true } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'Group',
      cell: ({ name, slug }) => (
        <div class="two-lines">
          <strong>{name}</strong>
          <span class="muted">{slug}</span>
        </div>
      ),
    },
    { label: 'Partners', cell: ({ totalPartners }) => formatCompact(totalPartners), isNumber: true },
    { label: 'Clicks', cell: ({ totalClicks }) => formatCompact(totalClicks), isNumber: true, isSecondary: true },
    { label: 'Revenue', cell: ({ totalSaleAmount }) => formatMoney(totalSaleAmount), isNumber: true, isSecondary: true },
    { label: 'Commissions', cell: ({ totalCommissions }) => formatMoney(totalCommissions), isNumber: true, isSecondary: true },
  ],
  empty: 'A program starts with one group.',
  create: {
    label: 'Create group',
    operation: 'createGroup',
    fields: () => identity,
    run: (call, values) => call('createGroup', { body: bodyOf(identity, values) }),
    done: 'Group created',
  },
  actions: [
    {
      label: 'Edit',
      operation: 'updateGroup',
      form: {
        fields: () => settings,
        initial: (group) => valuesOf(settings, { ...group, autoApprovePartners: group.autoApprovePartnersEnabledAt !== null }),
        action: 'Save',
      },
      run: (call, { id }, values) => {
        const body = bodyOf(settings, values)
        return call('updateGroup', {
          params: { groupIdOrSlug: id },
          body: { ...body, holdingPeriodDays: Number(body.holdingPeriodDays) as HoldingPeriod },
        })
      },
    },
    {
      label: 'Make default',
      operation: 'setDefaultGroup',
      run: (call, { id }) => call('setDefaultGroup', { params: { groupIdOrSlug: id } }),
      done: 'Default group changed',
    },
    {
      label: 'Delete',
      operation: 'deleteGroup',
      isDangerous: true,
      confirm: () => 'Its partners move to the default group.',
      run: (call, { id }) => call('deleteGroup', { params: { groupIdOrSlug: id } }),
      done: 'Group deleted',
    },
  ],
}

export const GroupsPage = withProgram('Groups', 'groups', () => <ResourcePage resource={resource} />)
