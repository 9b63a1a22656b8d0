/** One condition: attribute, operator and value. */
import { Button } from '../../kit/button.js'
import { formatName } from '../../kit/format.js'
import type { ConditionDraft } from './draft.js'
import { type Attribute, attributes, isList, type Operator, operatorNames, operatorsOf, type RewardEvent } from './terms.js'

interface ConditionFieldsProps {
  event: RewardEvent
  condition: ConditionDraft
  /** Absent for the only condition. */
  onRemove: (() => void) | undefined
  onChange: (changes: Partial<ConditionDraft>) => void
}

export function ConditionFields({ event, condition, onRemove, onChange }: ConditionFieldsProps) {
  const attribute = attributes[event].find(({ name }) => name === condition.attribute)
  const operators = operatorsOf[attribute?.kind ?? 'text']
  const chooseAttribute = (name: string) => {
    const kind = attributes[event].find((one) => one.name === name)?.kind ?? 'text'
    const operator = operatorsOf[kind].includes(condition.operator) ? condition.operator : (operatorsOf[kind][0] ?? 'equals_to')
    onChange({ attribute: name, operator, value: '' })
  }
  return (
    <div class="condition" role="group" aria-label="Condition">
      <select aria-label="What is compared" value={condition.attribute} onChange={(event) => chooseAttribute(event.currentTarget.value)}>
        {attributes[event].map(({ name, label }) => (
          <option key={name} value={name}>
            {formatName(label)}
          </option>
        ))}
      </select>
      {attribute?.kind === 'metadata' && (
        <TextInput label="Key of the metadata" value={condition.metadataField} onChange={(metadataField) => onChange({ metadataField })} />
      )}
      <select
        aria-label="Comparison"
        value={condition.operator}
        onChange={(event) => onChange({ operator: event.currentTarget.value as Operator })}
      >
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {operatorNames[operator]}
          </option>
        ))}
      </select>
      <ValueInput attribute={attribute} condition={condition} onChange={(value) => onChange({ value })} />
      {onRemove && <Button kind="quiet" icon="close" label="Remove the condition" onClick={onRemove} />}
    </div>
  )
}

interface InputProps {
  value: string
  onChange: (value: string) => void
}

const plainText = { type: 'text', autocomplete: 'off' } as const
const TextInput = ({ label, value, onChange, placeholder }: InputProps & { label: string; placeholder?: string }) => (
  <input
    {...plainText}
    aria-label={label}
    placeholder={placeholder ?? label}
    required
    value={value}
    onInput={(event) => onChange(event.currentTarget.value)}
  />
)

interface ValueInputProps extends Pick<InputProps, 'onChange'> {
  attribute: Attribute | undefined
  condition: ConditionDraft
}

const inputTypes: Partial<Record<Attribute['kind'], object>> = {
  number: { type: 'number', step: 'any', placeholder: 'Number' },
  money: { type: 'number', step: '0.01', placeholder: 'Dollars' },
  date: { type: 'date' },
}

function ValueInput({ attribute, condition: { operator, value }, onChange }: ValueInputProps) {
  const typed = attribute && inputTypes[attribute.kind]
  if (isList(operator)) return <TextInput label="Values" placeholder={placeholderOf(attribute, true)} value={value} onChange={onChange} />
  if (attribute?.choices)
    return (
      <select aria-label="Value" required value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Choose</option>
        {attribute.choices.map((choice) => (
          <option key={choice} value={choice}>
            {formatName(choice)}
          </option>
        ))}
      </select>
    )
  if (typed) return <input {...typed} aria-label="Value" required value={value} onInput={(event) => onChange(event.currentTarget.value)} />
  return <TextInput label="Value" placeholder={placeholderOf(attribute, false)} value={value} onChange={onChange} />
}

function placeholderOf(attribute: Attribute | undefined, isSeveral: boolean): string {
  if (attribute?.choices) return attribute.choices.join(', ')
  if (attribute?.name.endsWith('.country')) return isSeveral ? 'DE, FR' : 'DE'
  return isSeveral ? 'Separated by commas' : 'Value'
}
