/** A form of settings on a page, in a card. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useUnsaved } from '../shell/router.js'
import { Button } from './button.js'
import { Fields } from './fields.js'
import { FormError } from './form-error.js'
import type { Field, Values } from './form-values.js'
import { notify } from './toast.js'
import { useSubmit } from './use-submit.js'

interface SettingsFormProps {
  title: string
  description?: string
  fields: Field[]
  initial: Values
  /** Whether the user may change them. */
  canSave: boolean
  /** `before` are the values that were read, or saved last. */
  onSave: (values: Values, before: Values) => Promise<unknown>
  /** Boxes about a single change, which are not checked any more after it. */
  onceOnly?: string[]
  children?: ComponentChildren
}

export function SettingsForm({ title, description, fields, initial, canSave, onSave, onceOnly = [], children }: SettingsFormProps) {
  const [values, setValues] = useState(initial)
  const [stored, setStored] = useState(values)
  const form = useSubmit(async () => {
    await onSave(values, stored)
    const isChecked = onceOnly.some((name) => values[name] === true)
    const unchecked = Object.fromEntries(onceOnly.map((name) => [name, false]))
    const saved = isChecked ? { ...values, ...unchecked } : values
    setStored(saved)
    // What was typed meanwhile stays.
    setValues((now) => (now === values ? saved : isChecked ? { ...now, ...unchecked } : now))
    notify('Saved')
  })
  useUnsaved(values !== stored && !form.isBusy)
  return (
    <form class="card" onSubmit={form.onSubmit} aria-label={title}>
      <h2>{title}</h2>
      {description && <p class="muted">{description}</p>}
      {!canSave && <p class="muted">Your role does not include changes of these settings.</p>}
      <FormError error={form.error} />
      <fieldset class="plain" disabled={!canSave}>
        <Fields fields={fields} values={values} onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))} />
        {children}
        {canSave && (
          <Button type="submit" kind="primary" disabled={form.isBusy}>
            Save
          </Button>
        )}
      </fieldset>
    </form>
  )
}
