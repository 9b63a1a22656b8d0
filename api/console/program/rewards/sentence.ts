/** A reward in words. */
import { formatCount, formatCountry, formatDate, formatMoney, formatName } from '../../kit/format.js'
import {
  attributeOf,
  type Condition,
  type Modifier,
  operatorNames,
  type Reward,
  type RewardEvent,
  spendIntervals,
  triggers,
} from './terms.js'

type Terms = Pick<Reward, 'event' | 'type' | 'amountInCents' | 'amountInPercentage' | 'maxDuration' | 'config'> &
  Partial<Pick<Reward, 'spendLimitAmount' | 'spendLimitInterval'>>
type Amount = { type: 'flat' | 'percentage'; amountInCents?: number | null | undefined; amountInPercentage?: number | null | undefined }

export const amountText = ({ type, amountInCents, amountInPercentage }: Amount): string =>
  type === 'flat' ? formatMoney(amountInCents ?? 0) : `${amountInPercentage ?? 0} %`

export function durationText(event: RewardEvent, maxDuration: number | null | undefined): string {
  if (event !== 'sale' || maxDuration === undefined) return ''
  if (maxDuration === null) return 'as long as the customer pays'
  if (maxDuration === 0) return 'for the first sale of a customer'
  return `for ${formatCount(maxDuration, 'month')} from the first sale of a customer`
}

export function rewardSentence({ event, config, maxDuration, spendLimitAmount, spendLimitInterval, ...amount }: Terms): string {
  const limit =
    spendLimitAmount && spendLimitInterval
      ? `at most ${formatMoney(spendLimitAmount)} per partner ${spendIntervals[spendLimitInterval]}`
      : ''
  if (event === 'referral') return joined([`${amountText(amount)} ${config ? triggers[config.trigger] : ''}`, limit])
  const of = amount.type === 'percentage' ? 'of each' : 'for each'
  return joined([`${amountText(amount)} ${of} ${event}`, durationText(event, maxDuration), limit])
}

export function modifierSentence(event: RewardEvent, modifier: Modifier): string {
  const conditions = modifier.conditions.map((condition) => conditionText(event, condition))
  const when = conditions.join(modifier.operator === 'OR' ? ' or ' : ' and ')
  return joined([`${amountText(modifier)} if ${when}`, durationText(event, modifier.maxDuration)])
}

const joined = (parts: string[]) => parts.filter(Boolean).join(', ')

function conditionText(event: RewardEvent, condition: Condition): string {
  const attribute = attributeOf(event, condition)
  const name = attribute?.label ?? `${condition.entity}.${condition.attribute}`
  const field = condition.metadataField ? ` “${condition.metadataField}”` : ''
  return `the ${name}${field} ${operatorNames[condition.operator]} ${valueText(attribute?.name, attribute?.kind, condition.value)}`
}

function valueText(name: string | undefined, kind: string | undefined, value: Condition['value']): string {
  if (Array.isArray(value)) return value.map((one) => valueText(name, kind, one)).join(', ')
  if (kind === 'money') return formatMoney(Number(value))
  if (kind === 'date') return formatDate(new Date(Number(value)))
  if (name?.endsWith('.country')) return formatCountry(String(value))
  return kind === 'choice' ? formatName(String(value)).toLowerCase() : String(value)
}
