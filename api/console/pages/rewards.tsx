/** Rewards: what partners earn for which event. */
import type { Output } from '../api-client.js'
import { formatName } from '../kit/format.js'
import { Icon } from '../kit/icon.js'
import { readPages } from '../kit/read-pages.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'
import { amountText, modifierSentence, rewardSentence } from '../program/rewards/sentence.js'
import type { Reward } from '../program/rewards/terms.js'
import { withProgram } from '../program/with-program.js'
import { useSession } from '../shell/session.js'

/** A reward, with the group that it belongs to. */
type Row = Reward & { group: string }
type Group = Output<'listGroups'>[number]

const rewardIds = ({ clickRewardId, leadRewardId, saleRewardId, referralRewardId }: Group) => [
  clickRewardId,
  leadRewardId,
  saleRewardId,
  referralRewardId,
]

const resource: Resource<Row> = {
  title: 'Rewards',
  description: 'What partners earn for clicks, leads, sales and referred partners.',
  icon: 'rewards',
  paging: 'none',
  async load(call, _query, _session, signal) {
    const [rewards, groups] = await Promise.all([
      call('listRewards', {}, signal),
      readPages(100, (query) => call('listGroups', { query }, signal)),
    ])
    return rewards.map((reward) => ({ ...reward, group: groups.find((group) => rewardIds(group).includes(reward.id))?.name ?? 'No group' }))
  },
  nameOf: (reward) => `${amountText(reward)} per ${reward.event}`,
  columns: [
    { label: 'Reward', cell: (reward) => <RewardText reward={reward} /> },
    { label: 'For each', cell: ({ event }) => <Badge>{formatName(event)}</Badge>, isSecondary: true },
    { label: 'Group', cell: ({ group }) => group },
    { label: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} />, isSecondary: true },
  ],
  empty: 'Without a reward, partners earn nothing.',
  tools: CreateLink,
  actions: [
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

function CreateLink() {
  const { access, href } = useSession()
  if (access('createReward') !== 'allowed') return null
  return (
    <a class="button primary" href={href('rewards/new')}>
      <Icon name="plus" />
      Create reward
    </a>
  )
}

function RewardText({ reward }: { reward: Row }) {
  const { href } = useSession()
  return (
    <div class="two-lines">
      <a class="name" href={href(`rewards/${reward.id}`)}>
        {rewardSentence(reward)}
      </a>
      {(reward.modifiers ?? []).map((modifier, index) => (
        <span key={index} class="muted">
          {modifierSentence(reward.event, modifier)}
        </span>
      ))}
      {reward.description && <span class="muted">{reward.description}</span>}
    </div>
  )
}
