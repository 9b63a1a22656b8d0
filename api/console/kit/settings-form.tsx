/** A form of settings on a page, in a card. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useUnsaved } from '../shell/router.js'
import { Button } from './button.js'
import { Fields } from './fields.js'
import type { Field, Values } from './form-values.js'
import { notify } from './toast.js'

interface SettingsFormProps {
  title: string
  description?: string
  fields: Field[]
  initial: Values
  /** Whether the user may change them. */
  canSave: boolean
  onSave: (values: Values) => Promise<unknown>
  children?: ComponentChildren
}

export function SettingsForm({ title, description, fields, initial, canSave, onSave, children }: SettingsFormProps) {
  const [values, setValues] = useState(initial)
  const [stored, setStored] = useState(values)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useUnsaved(values !== stored && !isBusy)
  const save = async () => {
    await onSave(values)
    setStored(values)
    notify('Saved')
  }
  const submit = (event: Event) => {
    event.preventDefault()
    setError(null)
    setIsBusy(true)
    save()
      .catch((failure: Error) => setError(failure.message))
      .finally(() => setIsBusy(false))
  }
  return (
    <form class="card" onSubmit={submit} aria-label={title}>
      <h2>{title}</h2>
      {description && <p class="muted">{description}</p>}
      {!canSave && <p class="muted">Your role does not include changes of these settings.</p>}
      {error && (
        <p class="form-error" role="alert">
          {error}
        </p>
      )}
      <fieldset class="plain" disabled={!canSave}>
        <Fields fields={fields} values={values} onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))} />
        {children}
        {canSave && (
          <Button type="submit" kind="primary" disabled={isBusy}>
            Save
          </Button>
        )}
      </fieldset>
    </form>
  )
}
