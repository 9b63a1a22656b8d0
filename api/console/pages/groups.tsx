/** Groups of partners. */
import type { Output } from '../api-client.js'
import { bodyOf, type Field } from '../kit/form-values.js'
import { formatCompact, formatMoney, formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { rewardSentence } from '../program/rewards/sentence.js'
import { withProgram } from '../program/with-program.js'
import { useSession } from '../shell/session.js'

type Group = Output<'listGroups'>[number]

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

const resource: Resource<Group> = {
  title: 'Groups',
  description: 'Partners with the same rewards, links and form.',
  icon: 'groups',
  paging: 'page',
  search: 'Search groups',
  filters: () => [
    {
      name: 'sortBy',
      label: 'Highest revenue',
      choices: [
        { value: 'createdAt', label: 'Newest first' },
        { value: 'totalPartners', label: 'Most partners' },
        { value: 'totalClicks', label: 'Most clicks' },
        { value: 'totalCommissions', label: 'Highest commissions' },
      ],
    },
  ],
  load: (call, query, _, signal) => call('listGroups', { query: { ...query, includeExpandedFields: true } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    { label: 'Group', cell: (group) => <GroupName group={group} /> },
    {
      label: 'Rewards',
      cell: ({ saleReward, leadReward, clickReward }) =>
        [saleReward, leadReward, clickReward]
          .filter((reward) => reward !== null)
          .map(rewardSentence)
          .join('; '),
      isSecondary: true,
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

function GroupName({ group: { id, name, slug, color } }: { group: Group }) {
  const { href } = useSession()
  return (
    <div class="two-lines">
      <span>
        <a class={`name tag ${color ?? ''}`} href={href(`groups/${id}`)}>
          {name}
        </a>
      </span>
      <span class="muted">{slug}</span>
    </div>
  )
}
