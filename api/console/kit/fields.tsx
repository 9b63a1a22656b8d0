/** The inputs of a list of fields. */
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { CustomInput, InputGroup, ListInput } from './field-inputs.js'
import type { Field, Values } from './form-values.js'

export type ShownField = Omit<Field, 'hint'> & { hint: ComponentChildren }

export interface FieldsProps {
  fields: Field[]
  values: Values
  onChange: (name: string, value: Values[string]) => void
}

export function Fields({ fields, values, onChange }: FieldsProps) {
  const sections = [...new Set(fields.map(({ section }) => section))]
  return (
    <>
      {sections.map((section) => {
        const own = fields.filter((field) => field.section === section)
        const inputs = own.map((field) => (
          <AnyInput key={field.name} field={withHint(field, values)} values={values} value={values[field.name]} onChange={onChange} />
        ))
        if (section === undefined) return inputs
        return (
          <Section key={section} title={section} isFilled={own.some(({ name }) => hasValue(values[name]))}>
            {inputs}
          </Section>
        )
      })}
    </>
  )
}

/** Open from the start if a field has a value, and as soon as one is refused by the browser, which cannot show that in a closed section. */
function Section({ title, isFilled, children }: { title: string; isFilled: boolean; children: ComponentChildren }) {
  const [isOpen] = useState(isFilled)
  return (
    <details class="section" open={isOpen} onInvalidCapture={({ currentTarget }) => (currentTarget.open = true)}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  )
}

// The types of elements require a literal type.
const inputType = ({ type }: ShownField): object => ({ type: type === 'money' ? 'number' : (type ?? 'text') })

const stepOf = ({ type }: ShownField) => (type === 'money' ? '0.01' : type === 'number' || type === 'datetime-local' ? 'any' : undefined)

const withHint = ({ hint, ...field }: Field, values: Values): ShownField => ({
  ...field,
  hint: typeof hint === 'function' ? hint(values) : hint,
})

const hasValue = (value: Values[string]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

export interface FieldInputProps {
  field: ShownField
  value: Values[string]
  onChange: FieldsProps['onChange']
}

function AnyInput({ values, ...props }: FieldInputProps & { values: Values }) {
  if (props.field.render) return <InputGroup {...props} values={values} />
  return props.field.input ? <CustomInput {...props} /> : <FieldInput {...props} />
}

function FieldInput({ field, value, onChange }: FieldInputProps) {
  const id = useId()
  const hintId = field.hint ? `${id}-hint` : undefined
  const common = { id, name: field.name, required: field.isRequired, 'aria-describedby': hintId }
  const change = (event: Event) => onChange(field.name, (event.currentTarget as HTMLInputElement).value)
  const text = typeof value === 'string' ? value : ''
  const hint = field.hint && (
    <div class="hint" id={hintId}>
      {field.hint}
    </div>
  )
  if (field.type === 'checkbox')
    return (
      <div class="field check">
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(field.name, event.currentTarget.checked)}
        />
        <label for={id}>{field.label}</label>
        {hint}
      </div>
    )
  if (field.type === 'list') return <ListInput field={field} value={Array.isArray(value) ? value : []} onChange={onChange} hint={hint} />
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {field.type === 'textarea' && <textarea {...common} rows={3} placeholder={field.placeholder} value={text} onInput={change} />}
      {field.type === 'select' && (
        <select {...common} value={text} onChange={change}>
          {!field.isRequired && <option value="">None</option>}
          {(field.choices ?? []).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
      {field.type !== 'textarea' && field.type !== 'select' && (
        <input
          {...common}
          {...inputType(field)}
          step={stepOf(field)}
          min={field.min}
          max={field.max}
          placeholder={field.placeholder}
          value={text}
          autocomplete={field.type === 'password' ? 'new-password' : 'off'}
          onInput={change}
        />
      )}
      {hint}
    </div>
  )
}
