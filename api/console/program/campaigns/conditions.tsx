/** When a transactional campaign is sent to a partner. */
import type { Input } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { isMoneyTotal } from '../../kit/format.js'
import { ChoiceInput, TextInput } from '../group/rows-form.js'
import type { Campaign } from './campaign-states.js'

type Trigger = NonNullable<NonNullable<Input<'updateCampaign'>['body']>['triggerConditions']>[number]

export interface ConditionDraft {
  attribute: string
  operator: string
  value: string
}

const attributes = [
  { value: 'partnerJoined', label: 'The partner joins' },
  { value: 'partnerEnrolledDays', label: 'Days since the partner joined' },
  { value: 'totalLeads', label: 'Leads' },
  { value: 'totalConversions', label: 'Conversions' },
  { value: 'totalSaleAmount', label: 'Revenue in dollars' },
  { value: 'totalCommissions', label: 'Commissions in dollars' },
]
const operators = [
  { value: 'gte', label: 'at least' },
  { value: 'lte', label: 'at most' },
]
const days = ['1', '3', '7', '14', '30'].map((value) => ({ value, label: value }))

export const draftsOf = (conditions: Campaign['triggerConditions']): ConditionDraft[] =>
  conditions.map(({ attribute, operator = 'gte', value }) => ({
    attribute,
    operator,
    value: value === undefined ? '' : String(isMoneyTotal(attribute) ? value / 100 : value),
  }))

export const triggersOf = (drafts: ConditionDraft[]): Trigger[] =>
  drafts.map(({ attribute, operator, value }) => {
    if (attribute === 'partnerJoined') return { attribute }
    const number = Number(value)
    return {
      attribute,
      operator: attribute === 'partnerEnrolledDays' ? 'gte' : operator,
      value: isMoneyTotal(attribute) ? Math.round(number * 100) : number,
    }
  }) as Trigger[]

const numberInput = { type: 'number', min: 0, step: 'any' }

interface ConditionsProps {
  conditions: ConditionDraft[]
  onChange: (conditions: ConditionDraft[]) => void
}

export function Conditions({ conditions, onChange }: ConditionsProps) {
  const change = (index: number, changes: Partial<ConditionDraft>) =>
    onChange(conditions.map((one, other) => (other === index ? { ...one, ...changes } : one)))
  return (
    <fieldset class="modifier">
      <legend>Sent when all of these hold</legend>
      {conditions.map(({ attribute, operator, value }, index) => (
        <div key={index} class="condition" role="group" aria-label={`Condition ${index + 1}`}>
          <ChoiceInput
            label="What is compared"
            value={attribute}
            choices={attributes}
            onChange={(next) => change(index, { attribute: next, value: next === 'partnerEnrolledDays' ? '7' : '' })}
          />
          {attribute === 'partnerEnrolledDays' && (
            <ChoiceInput label="Days" value={value} choices={days} onChange={(next) => change(index, { value: next })} />
          )}
          {attribute.startsWith('total') && (
            <>
              <ChoiceInput label="Comparison" value={operator} choices={operators} onChange={(next) => change(index, { operator: next })} />
              <TextInput label="Value" type={numberInput} value={value} onChange={(next) => change(index, { value: next })} />
            </>
          )}
          <Button kind="quiet" icon="close" label="Remove" onClick={() => onChange(conditions.filter((_, other) => other !== index))} />
        </div>
      ))}
      <Button
        icon="plus"
        onClick={() =>
          onChange([...conditions, { attribute: conditions.length > 0 ? 'totalLeads' : 'partnerJoined', operator: 'gte', value: '' }])
        }
      >
        Add a condition
      </Button>
    </fieldset>
  )
}
