/** Forms from a list of fields. */
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { CustomInput, InputGroup, ListInput } from './field-inputs.js'

export interface Choice {
  value: string
  label: string
}

export interface Field {
  name: string
  label: string
  /** `list`: several choices. `money`: an amount, kept in cents. */
  type?:
    | 'text'
    | 'url'
    | 'email'
    | 'password'
    | 'number'
    | 'money'
    | 'textarea'
    | 'select'
    | 'list'
    | 'checkbox'
    | 'datetime-local'
    | 'color'
  choices?: Choice[]
  isRequired?: boolean
  hint?: ComponentChildren | ((values: Values) => ComponentChildren)
  placeholder?: string
  /** Fields with the same section are shown together below its name, folded while they are empty. */
  section?: string
  min?: number
  max?: number
  /** A control of its own in place of the one of the type. */
  input?: (props: InputProps) => ComponentChildren
  /** Several controls of its own, which may also change other fields. */
  render?: (input: OwnInput) => ComponentChildren
  /** Has no value: it helps with other fields. */
  isOnlyShown?: boolean
}

export interface OwnInput {
  value: string
  values: Values
  change: (value: string) => void
  changeOther: (name: string, value: Values[string]) => void
}

export interface InputProps {
  id: string
  value: string
  isRequired: boolean
  hintId: string | undefined
  onChange: (value: string) => void
}

/** Fields, which may depend on what was entered so far. */
export type FormFields = Field[] | ((values: Values) => Field[])

export type Values = Record<string, string | string[] | boolean | undefined>

const valueFields = (fields: Field[]) => fields.filter(({ isOnlyShown }) => !isOnlyShown)

/** The values of a form as the body of a request: empty texts become null, numbers and times are converted. */
export function bodyOf(fields: Field[], values: Values): Record<string, unknown> {
  const entries = valueFields(fields).map(({ name, type }): [string, unknown] => {
    const value = values[name]
    if (type === 'checkbox') return [name, value === true]
    if (type === 'list') return [name, value ?? []]
    if (typeof value !== 'string' || value.trim() === '') return [name, null]
    if (type === 'number') return [name, Number(value)]
    if (type === 'money') return [name, Math.round(Number(value) * 100)]
    if (type === 'datetime-local') return [name, new Date(value).toISOString()]
    return [name, type === 'password' ? value : value.trim()]
  })
  return Object.fromEntries(entries)
}

/** Without the fields that are null, for operations that refuse null. */
export const withoutEmpty = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

/** Stored values as the values of a form. */
export function valuesOf(fields: Field[], stored: Record<string, unknown>): Values {
  const entries = valueFields(fields).map(({ name, type }): [string, Values[string]] => {
    const value = stored[name]
    if (type === 'checkbox') return [name, value === true]
    if (type === 'list') return [name, Array.isArray(value) ? value.map(String) : []]
    if (value === null || value === undefined) return [name, '']
    if (type === 'money') return [name, String(Number(value) / 100)]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
    return [name, type === 'datetime-local' ? localTime(text) : text]
  })
  return Object.fromEntries(entries)
}

function localTime(time: string): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

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

/** Open from the start if a field has a value. */
function Section({ title, isFilled, children }: { title: string; isFilled: boolean; children: ComponentChildren }) {
  const [isOpen] = useState(isFilled)
  return (
    <details class="section" open={isOpen}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  )
}

// The types of elements require a literal type.
const inputType = ({ type }: ShownField): object => ({ type: type === 'money' ? 'number' : (type ?? 'text') })

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
          step={field.type === 'money' ? '0.01' : field.type === 'number' ? 'any' : undefined}
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

interface FormDialogProps {
  title: string
  fields: FormFields
  initial?: Values
  action: string
  size?: 'small' | 'large'
  /** Shown below the fields. */
  extra?: ComponentChildren
  /** Closes the dialog when it succeeds. Its error is shown in the form. */
  onSubmit: (values: Values) => Promise<unknown>
  onClose: () => void
}

export function FormDialog({ title, fields, initial = {}, action, size = 'small', extra, onSubmit, onClose }: FormDialogProps) {
  const [entered, setEntered] = useState<Values>(initial)
  const shown = typeof fields === 'function' ? fields({ ...initial, ...entered }) : fields
  const values = { ...defaultsOf(shown), ...entered }
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: Event) => {
    event.preventDefault()
    setIsBusy(true)
    setError(null)
    onSubmit(values).then(onClose, (error: Error) => {
      setError(error.message)
      setIsBusy(false)
    })
  }
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => form.current?.requestSubmit()}>
            {action}
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={submit}>
        {error && (
          <p class="form-error" role="alert">
            {error}
          </p>
        )}
        <Fields fields={shown} values={values} onChange={(name, value) => setEntered((before) => ({ ...before, [name]: value }))} />
        {extra}
        {/* Enter in a field submits. */}
        <button type="submit" hidden disabled={isBusy} />
      </form>
    </Dialog>
  )
}

/** A required choice starts with its first value, which is what the browser shows. */
export const defaultsOf = (fields: Field[]): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, type, isRequired, choices }) => (type === 'select' && isRequired ? [[name, choices?.[0]?.value ?? '']] : [])),
  )
