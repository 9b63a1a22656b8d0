/** The conditional amounts of a reward. The highest one whose conditions hold replaces the amount of the reward. */
import { Button } from '../../kit/button.js'
import { AmountFields } from './amount-fields.js'
import { ConditionFields } from './condition-fields.js'
import { type ModifierDraft, newCondition, newModifier, type RewardDraft } from './draft.js'

interface ModifierListProps {
  draft: RewardDraft
  onChange: (modifiers: ModifierDraft[]) => void
}

export function ModifierList({ draft, onChange }: ModifierListProps) {
  const { modifiers } = draft
  const change = (key: number, changes: Partial<ModifierDraft>) =>
    onChange(modifiers.map((modifier) => (modifier.key === key ? { ...modifier, ...changes } : modifier)))
  return (
    <section class="card" aria-label="Conditional amounts">
      <h2>Conditional amounts</h2>
      <p class="muted">The highest amount whose conditions hold is paid instead.</p>
      {modifiers.map((modifier, index) => (
        <ModifierFields
          key={modifier.key}
          number={index + 1}
          draft={draft}
          modifier={modifier}
          onChange={(changes) => change(modifier.key, changes)}
          onRemove={() => onChange(modifiers.filter(({ key }) => key !== modifier.key))}
        />
      ))}
      <Button icon="plus" onClick={() => onChange([...modifiers, newModifier(draft)])}>
        Add a conditional amount
      </Button>
    </section>
  )
}

interface ModifierFieldsProps {
  number: number
  draft: RewardDraft
  modifier: ModifierDraft
  onChange: (changes: Partial<ModifierDraft>) => void
  onRemove: () => void
}

function ModifierFields({ number, draft: { event }, modifier, onChange, onRemove }: ModifierFieldsProps) {
  const { conditions, operator } = modifier
  return (
    <fieldset class="modifier">
      <legend>Conditional amount {number}</legend>
      <AmountFields event={event} draft={modifier} isConditional onChange={onChange} />
      {conditions.length > 1 && (
        <select
          aria-label="How many conditions must hold"
          value={operator}
          onChange={(event) => onChange({ operator: event.currentTarget.value as 'AND' | 'OR' })}
        >
          <option value="AND">All conditions hold</option>
          <option value="OR">One of the conditions holds</option>
        </select>
      )}
      {conditions.map((condition, index) => (
        <ConditionFields
          key={index}
          event={event}
          condition={condition}
          onRemove={conditions.length > 1 ? () => onChange({ conditions: conditions.filter((_, other) => other !== index) }) : undefined}
          onChange={(changes) => onChange({ conditions: conditions.map((one, other) => (other === index ? { ...one, ...changes } : one)) })}
        />
      ))}
      <div class="downloads">
        <Button icon="plus" onClick={() => onChange({ conditions: [...conditions, newCondition(event)] })}>
          Add a condition
        </Button>
        <Button kind="danger" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  )
}
