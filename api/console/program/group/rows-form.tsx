/** A list of rows that is edited as a whole. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../kit/button.js'
import { FormError } from '../../kit/form-error.js'
import { notify } from '../../kit/toast.js'
import { useSubmit } from '../../kit/use-submit.js'
import { useUnsaved } from '../../shell/router.js'

interface RowsFormProps<Row> {
  title: string
  description: string
  initial: Row[]
  newRow: () => Row
  addLabel: string
  max: number
  canSave: boolean
  /** The controls of a row. */
  row: (row: Row, change: (changes: Partial<Row>) => void) => ComponentChildren
  onSave: (rows: Row[]) => Promise<unknown>
  children?: ComponentChildren
}

const withKeys = <Row,>(rows: Row[]) => rows.map((value, key) => ({ key, value }))

export function RowsForm<Row extends object>(props: RowsFormProps<Row>) {
  const { title, description, initial, newRow, addLabel, max, canSave, row, onSave, children } = props
  const [rows, setRows] = useState(() => withKeys(initial))
  const [stored, setStored] = useState(rows)
  const read = JSON.stringify(initial)
  const shown = useRef(read)
  // Rows that were stored are shown as they are stored, unless they were changed again meanwhile.
  useEffect(() => {
    const isOther = read !== shown.current
    shown.current = read
    if (!isOther || rows !== stored) return
    const fresh = withKeys(initial)
    setRows(fresh)
    setStored(fresh)
  }, [read])
  const nextKey = Math.max(-1, ...rows.map(({ key }) => key)) + 1
  const change = (key: number, changes: Partial<Row>) =>
    setRows(rows.map((one) => (one.key === key ? { key, value: { ...one.value, ...changes } } : one)))
  const form = useSubmit(async () => {
    await onSave(rows.map(({ value }) => value))
    setStored(rows)
    notify('Saved')
  })
  useUnsaved(rows !== stored && !form.isBusy)
  return (
    <form class="card" onSubmit={form.onSubmit} aria-label={title}>
      <h2>{title}</h2>
      <p class="muted">{description}</p>
      <FormError error={form.error} />
      <fieldset class="plain rows" disabled={!canSave}>
        {rows.length === 0 && <p class="muted">None yet</p>}
        {rows.map(({ key, value }, index) => (
          <div key={key} class="condition" role="group" aria-label={`${title}, row ${index + 1}`}>
            {row(value, (changes) => change(key, changes))}
            {canSave && <Button kind="quiet" icon="close" label="Remove" onClick={() => setRows(rows.filter((one) => one.key !== key))} />}
          </div>
        ))}
        {children}
        {canSave && (
          <div class="downloads">
            {rows.length < max && (
              <Button icon="plus" onClick={() => setRows([...rows, { key: nextKey, value: newRow() }])}>
                {addLabel}
              </Button>
            )}
            <Button type="submit" kind="primary" disabled={form.isBusy}>
              Save
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

const plainInput = { type: 'text', autocomplete: 'off' } as const

interface TextProps {
  label: string
  value: string
  onChange: (value: string) => void
  isRequired?: boolean
  placeholder?: string
  type?: object
}

export const TextInput = ({ label, value, onChange, isRequired = true, placeholder, type = plainInput }: TextProps) => (
  <input
    {...type}
    aria-label={label}
    placeholder={placeholder ?? label}
    required={isRequired}
    value={value}
    onInput={(event) => onChange(event.currentTarget.value)}
  />
)

export const TextArea = ({ label, value, onChange }: Pick<TextProps, 'label' | 'value' | 'onChange'>) => (
  <textarea
    aria-label={label}
    placeholder={label}
    rows={3}
    required
    value={value}
    onInput={(event) => onChange(event.currentTarget.value)}
  />
)

interface ChoiceProps {
  label: string
  value: string
  choices: { value: string; label: string }[]
  onChange: (value: string) => void
}

export const ChoiceInput = ({ label, value, choices, onChange }: ChoiceProps) => (
  <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </select>
)
