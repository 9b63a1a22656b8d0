import type { Output } from '../../console/api-client.js'
import { Button } from '../../console/kit/button.js'
import { formatDay, formatMoney, formatName, formatTotal } from '../../console/kit/format.js'
import { Badge } from '../../console/kit/texts.js'

export type Bounty = Output<'listOwnBounties'>[number]

export const bountyName = ({ name }: Pick<Bounty, 'name'>) => name ?? 'Bounty'

/** What fulfils a bounty earns. */
export function rewardOf({ rewardAmount, rewardDescription }: Pick<Bounty, 'rewardAmount' | 'rewardDescription'>): string {
  const amount = rewardAmount === null ? null : formatMoney(rewardAmount)
  if (amount && rewardDescription) return `${amount} and ${rewardDescription}`
  return amount ?? rewardDescription ?? 'Reward by agreement'
}

/** The goal of a bounty that the service counts by itself; null for one with submissions. */
export function goalOf({ performanceCondition }: Pick<Bounty, 'performanceCondition'>): string | null {
  if (!performanceCondition) return null
  const { attribute, value } = performanceCondition
  return `${formatTotal(attribute, value)} ${nouns[attribute]}`
}
const nouns = { totalLeads: 'leads', totalConversions: 'conversions', totalSaleAmount: 'of sales', totalCommissions: 'of commissions' }

export function BountyCard({ bounty, onOpen }: { bounty: Bounty; onOpen: () => void }) {
  const { description, type, endsAt } = bounty
  const goal = goalOf(bounty)
  return (
    <article class="card program" aria-label={bountyName(bounty)}>
      <header class="bounty-head">
        <h2>{bountyName(bounty)}</h2>
        <strong>{rewardOf(bounty)}</strong>
      </header>
      {description && <p class="clamped">{description}</p>}
      {goal && <p class="muted">Goal: {goal}</p>}
      <footer>
        <span class="tags">
          <Badge>{type === 'performance' ? 'Counted automatically' : formatName(type)}</Badge>
          {endsAt && <Badge tone="waiting">{`Until ${formatDay(endsAt)}`}</Badge>}
        </span>
        <Button kind="primary" label={`Open ${bountyName(bounty)}`} onClick={onOpen}>
          Open
        </Button>
      </footer>
    </article>
  )
}
