/** Computes what a reward would earn for an example, before it is stored. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { earningsOfSale, earningsPerEvent } from './apply-reward.js'
import { matchesModifier } from './evaluate-condition.js'
import { rewardFields } from './reward-fields.js'
import { updateRewardBodySchema } from './reward-input.schema.js'
import type { RewardContext, RewardModifier, RewardTerms } from './reward-terms.js'

const maxLength = 20_000
const attributes = z
  .record(z.string().max(100), z.unknown())
  .refine((values) => JSON.stringify(values).length <= maxLength, `Must not exceed ${maxLength} characters as JSON.`)
  .optional()

export const previewRewardBodySchema = updateRewardBodySchema.extend({
  event: z.enum(['click', 'lead', 'sale']),
  context: z
    .object({ customer: attributes, partner: attributes, sale: attributes, lead: attributes })
    .default({})
    .meta({ description: 'Values that the conditions are compared with. `sale.amount` is in cents, times are in milliseconds.' }),
})
export type PreviewReward = z.infer<typeof previewRewardBodySchema>

export const RewardPreview = z.object({
  earnings: z.number().describe('Cents that the partner would earn.'),
  modifierIndex: z.number().nullable().describe('The modifier whose amount applies; null for that of the reward.'),
})

/** Refuses terms that could not be stored. Duration and spend limit have no effect. */
export function previewReward(scope: WorkspaceScope, { event, context, ...input }: PreviewReward): z.infer<typeof RewardPreview> {
  const terms = rewardFields(scope, event, input)
  const example = context as RewardContext
  const amount = Math.max(0, Math.round(Number(example.sale?.amount ?? 0)) || 0)
  const result = event === 'sale' ? earningsOfSale(terms, example, { amount, quantity: 1 }) : earningsPerEvent(terms, example, 1)
  return { earnings: result?.earnings ?? 0, modifierIndex: highestMatch(terms, example) }
}

/** The first one among those with the highest amount, which is the one that applies. */
function highestMatch({ modifiers }: RewardTerms, context: RewardContext): number | null {
  const plain = ({ type, amountInCents, amountInPercentage }: RewardModifier) => (type === 'flat' ? amountInCents : amountInPercentage) ?? 0
  const matching = (modifiers ?? []).flatMap((modifier, index) =>
    matchesModifier(modifier, context) ? [{ index, amount: plain(modifier) }] : [],
  )
  const [first] = matching.toSorted((a, b) => b.amount - a.amount)
  return first?.index ?? null
}
