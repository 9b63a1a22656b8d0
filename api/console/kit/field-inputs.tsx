/** Inputs of forms that are more than one control. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { FieldInputProps, FieldsProps, ShownField } from './fields.js'
import type { Values } from './form-values.js'

/** A field with a control of its own. */
export function CustomInput({ field: { name, label, hint, isRequired = false, input }, value, onChange }: FieldInputProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const text = typeof value === 'string' ? value : ''
  return (
    <div class="field" data-field={name} data-label={label}>
      <label for={id}>{label}</label>
      {input?.({ id, value: text, isRequired, hintId, onChange: (next) => onChange(name, next) })}
      {hint && (
        <div class="hint" id={hintId}>
          {hint}
        </div>
      )}
    </div>
  )
}

interface ListInputProps {
  field: ShownField
  value: string[]
  onChange: FieldsProps['onChange']
  hint: ComponentChildren
}

export function ListInput({ field, value, onChange, hint }: ListInputProps) {
  const toggle = (one: string) => onChange(field.name, value.includes(one) ? value.filter((other) => other !== one) : [...value, one])
  return (
    <fieldset class="field list" data-field={field.name} data-label={field.label}>
      <legend>{field.label}</legend>
      <div class="choices">
        {(field.choices ?? []).map((choice) => (
          <label key={choice.value}>
            <input type="checkbox" checked={value.includes(choice.value)} onChange={() => toggle(choice.value)} />
            {choice.label}
          </label>
        ))}
      </div>
      {hint}
    </fieldset>
  )
}

/** Several controls that the field brings along. */
export const InputGroup = ({ field, values, value, onChange }: FieldInputProps & { values: Values }) => (
  <div class="field" role="group" aria-label={field.label} data-field={field.name} data-label={field.label}>
    <span class="field-label">{field.label}</span>
    {field.render?.({
      value: typeof value === 'string' ? value : '',
      values,
      change: (next) => onChange(field.name, next),
      changeOther: onChange,
    })}
    {field.hint && <div class="hint">{field.hint}</div>}
  </div>
)
