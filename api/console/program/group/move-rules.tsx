/** Rules that move partners into a group by themselves. */
import type { Input, Output } from '../../api-client.js'
import type { Choice } from '../../kit/form-values.js'
import { isMoneyTotal } from '../../kit/format.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { labelOf, loadGroups } from '../choices.js'
import { ChoiceInput, RowsForm, TextInput } from './rows-form.js'

type Group = Output<'getGroup'>
type Rule = NonNullable<NonNullable<Input<'updateGroup'>['body']>['moveRules']>[number]

interface Draft {
  attribute: string
  operator: string
  /** Values separated by commas; the least one of a range. */
  value: string
  max: string
  /** A rule about several groups, which is shown and kept as it is. */
  several?: Record<string, unknown>
}

const attributes: Choice[] = [
  { value: 'totalLeads', label: 'Leads' },
  { value: 'totalConversions', label: 'Conversions' },
  { value: 'totalSaleAmount', label: 'Revenue in dollars' },
  { value: 'totalCommissions', label: 'Commissions in dollars' },
  { value: 'partnerGroup', label: 'Group' },
]
const numberOperators: Choice[] = [
  { value: 'gte', label: 'at least' },
  { value: 'between', label: 'between' },
]
const groupOperators: Choice[] = [
  { value: 'eq', label: 'is' },
  { value: 'ne', label: 'is not' },
]
const print = (attribute: string, value: unknown) => String(isMoneyTotal(attribute) ? Number(value) / 100 : value)
const parse = (attribute: string, text: string) => (isMoneyTotal(attribute) ? Math.round(Number(text) * 100) : Number(text))

function draftOf(rule: Record<string, unknown>): Draft {
  const attribute = String(rule.attribute)
  const { value } = rule
  if (attribute === 'partnerGroup') {
    const [first, ...others] = [value].flat()
    if (others.length > 0) return { attribute, operator: String(rule.operator), value: '', max: '', several: rule }
    return { attribute, operator: rule.operator === 'ne' || rule.operator === 'notIn' ? 'ne' : 'eq', value: String(first), max: '' }
  }
  if (rule.operator === 'between') {
    const { min, max } = value as { min: number; max: number }
    return { attribute, operator: 'between', value: print(attribute, min), max: print(attribute, max) }
  }
  return { attribute, operator: 'gte', value: print(attribute, value), max: '' }
}

function ruleOf({ attribute, operator, value, max, several }: Draft): Rule {
  if (several) return several as Rule
  if (attribute === 'partnerGroup') return { attribute, operator, value } as Rule
  const amount = parse(attribute, value)
  return { attribute, operator, value: operator === 'between' ? { min: amount, max: parse(attribute, max) } : amount } as Rule
}

const numberInput = { type: 'number', min: 0, step: 'any' }

export function MoveRules({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const { call, access } = useSession()
  const { value: groups } = useLoad('groups', () => loadGroups(call))
  if (!groups) return null
  const others = groups.filter(({ value }) => value !== group.id)
  return (
    <RowsForm<Draft>
      title="Move rules"
      description="A partner for whom all rules hold moves into this group within seconds."
      initial={(group.moveRules ?? []).map(draftOf)}
      newRow={() => ({ attribute: 'totalSaleAmount', operator: 'gte', value: '', max: '' })}
      addLabel="Add a rule"
      max={10}
      canSave={access('updateGroup') === 'allowed'}
      onSave={async (rows) => {
        await call('updateGroup', { params: { groupIdOrSlug: group.id }, body: { moveRules: rows.map(ruleOf) } })
        onChanged()
      }}
      row={(rule, change) => <RuleFields rule={rule} groups={others} change={change} />}
    />
  )
}

interface RuleFieldsProps {
  rule: Draft
  groups: Choice[]
  change: (changes: Partial<Draft>) => void
}

function RuleFields({ rule: { attribute, operator, value, max, several }, groups, change }: RuleFieldsProps) {
  if (several) return <SeveralGroups rule={several} groups={groups} />
  const isGroup = attribute === 'partnerGroup'
  const choose = (next: string) => {
    const startsAgain = (next === 'partnerGroup') !== isGroup
    change({
      attribute: next,
      ...(startsAgain
        ? { operator: next === 'partnerGroup' ? 'eq' : 'gte', value: next === 'partnerGroup' ? (groups[0]?.value ?? '') : '' }
        : {}),
    })
  }
  return (
    <>
      <ChoiceInput label="What is compared" value={attribute} choices={attributes} onChange={choose} />
      <ChoiceInput
        label="Comparison"
        value={operator}
        choices={isGroup ? groupOperators : numberOperators}
        onChange={(next) => change({ operator: next })}
      />
      {isGroup ? (
        <ChoiceInput label="Group" value={value} choices={groups} onChange={(next) => change({ value: next })} />
      ) : (
        <TextInput label="Value" type={numberInput} value={value} onChange={(next) => change({ value: next })} />
      )}
      {operator === 'between' && <TextInput label="Up to" type={numberInput} value={max} onChange={(next) => change({ max: next })} />}
    </>
  )
}

function SeveralGroups({ rule: { operator, value }, groups }: { rule: Record<string, unknown>; groups: Choice[] }) {
  const names = [value].flat().map((id) => labelOf(groups, String(id)) || String(id))
  return (
    <span>
      Group {operator === 'notIn' ? 'is none of' : 'is one of'} {names.join(', ')}
    </span>
  )
}
