/** Rewards: what partners earn for which event. */
import type { Output } from '../api-client.js'
import { bodyOf, type Choice, type Field, type Values, valuesOf, withoutEmpty } from '../kit/form.js'
import { formatMoney, formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'
import { loadGroups } from '../program/choices.js'
import { withProgram } from '../program/with-program.js'

type Reward = Output<'listRewards'>[number]

const choicesOf = (names: string[]) => names.map((value) => ({ value, label: formatName(value) }))
const amounts: Field[] = [
  { name: 'type', label: 'Amount', type: 'select', isRequired: true, choices: choicesOf(['flat', 'percentage']) },
  { name: 'amountInCents', label: 'Flat amount in dollars', type: 'money', min: 0 },
  { name: 'amountInPercentage', label: 'Percent of the sale', type: 'number', min: 0, max: 100 },
  {
    name: 'maxDuration',
    label: 'Months of recurring commissions',
    type: 'number',
    min: 0,
    hint: 'Empty for as long as the customer pays; 0 for the first sale only.',
  },
  { name: 'description', label: 'Description', hint: 'Shown to partners.' },
]
const newReward = (groups: Choice[]): Field[] => [
  { name: 'groupId', label: 'Group', type: 'select', isRequired: true, choices: groups },
  { name: 'event', label: 'For each', type: 'select', isRequired: true, choices: choicesOf(['sale', 'lead', 'click']) },
  ...amounts,
]

/** Only the amount of the chosen kind is sent. */
function bodyOfReward(fields: Field[], values: Values): Record<string, unknown> {
  const { amountInCents, amountInPercentage, ...body } = bodyOf(fields, values)
  return { ...body, ...(body.type === 'flat' ? { amountInCents } : { amountInPercentage }) }
}

const amountOf = ({ type, amountInCents, amountInPercentage }: Reward) =>
  type === 'flat' ? formatMoney(amountInCents ?? 0) : `${amountInPercentage ?? 0} %`

const durationOf = ({ event, maxDuration }: Reward) => {
  if (event !== 'sale') return ''
  if (maxDuration === null) return 'As long as the customer pays'
  return maxDuration === 0 ? 'First sale' : `${maxDuration} months`
}

const resource: Resource<Reward, Choice[]> = {
  title: 'Rewards',
  description: 'What partners earn for clicks, leads and sales.',
  icon: 'rewards',
  paging: 'none',
  context: loadGroups,
  load: (call, _query, _session, signal) => call('listRewards', {}, signal),
  nameOf: (reward) => `${amountOf(reward)} per ${reward.event}`,
  columns: [
    { label: 'For each', cell: ({ event }) => <Badge>{formatName(event)}</Badge> },
    { label: 'Amount', cell: (reward) => <strong>{amountOf(reward)}</strong> },
    { label: 'Duration', cell: durationOf, isSecondary: true },
    {
      label: 'Conditions',
      cell: ({ modifiers }) => (modifiers?.length ? `${modifiers.length} conditional amounts` : ''),
      isSecondary: true,
    },
    { label: 'Description', cell: ({ description }) => description, isSecondary: true },
    { label: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} />, isSecondary: true },
  ],
  empty: 'Without a reward, partners earn nothing.',
  create: {
    label: 'Create reward',
    operation: 'createReward',
    fields: newReward,
    run: (call, values, groups) => call('createReward', { body: withoutEmpty(bodyOfReward(newReward(groups), values)) }),
    done: 'Reward created',
  },
  actions: [
    {
      label: 'Edit',
      operation: 'updateReward',
      form: { fields: () => amounts, initial: (reward) => valuesOf(amounts, reward), action: 'Save' },
      run: (call, { id }, values) => call('updateReward', { params: { id }, body: bodyOfReward(amounts, values) }),
    },
    {
      label: 'Delete',
      operation: 'deleteReward',
      isDangerous: true,
      confirm: () => 'Partners earn nothing more by it. Earned commissions are kept.',
      run: (call, { id }) => call('deleteReward', { params: { id } }),
      done: 'Reward deleted',
    },
  ],
}

export const RewardsPage = withProgram('Rewards', 'rewards', () => <ResourcePage resource={resource} />)
