import { formatDollars } from '../../kernel/format-dollars.js'
import type { Scope } from '../../kernel/scope.js'
import type { VariableValues } from '../content/variables.js'
import { type PartnerValues, partnerValuesOf } from './recipients.queries.js'

/** What the variables stand for, by partner. */
export async function variableValuesOf(
  scope: Pick<Scope, 'em'>,
  programId: string,
  partnerIds: readonly string[],
): Promise<Map<string, VariableValues>> {
  const rows = await partnerValuesOf(scope, programId, partnerIds)
  return new Map(rows.map((row) => [row.partnerId, toVariables(row)]))
}

/** Stand in for those of a partner in a preview. */
export const sampleValues: VariableValues = {
  PartnerName: 'Ann Sample',
  PartnerEmail: 'ann@example.com',
  PartnerLink: 'https://example.com/ann',
  SaleReward: '30% per sale',
  LeadReward: '$5.00 per lead',
  ClickReward: '$0.10 per click',
  ReferralReward: '$20.00 per referral',
}

const toVariables = ({ name, email, link, sale, lead, click, referral }: PartnerValues): VariableValues => ({
  PartnerName: name,
  PartnerEmail: email,
  PartnerLink: link,
  SaleReward: rewardText(sale, 'sale'),
  LeadReward: rewardText(lead, 'lead'),
  ClickReward: rewardText(click, 'click'),
  ReferralReward: rewardText(referral, 'referral'),
})

/** The description of the reward, or its amount in words. */
function rewardText(reward: PartnerValues['sale'], event: string): string | null {
  if (!reward) return null
  if (reward.description) return reward.description
  const amount = reward.type === 'flat' ? formatDollars(reward.amountInCents ?? 0) : `${reward.amountInPercentage ?? 0}%`
  return `${amount} per ${event}`
}
