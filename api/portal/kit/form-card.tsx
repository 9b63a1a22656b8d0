/** A form on a page, with the error of its last submission. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../console/kit/button.js'
import { Fields } from '../../console/kit/fields.js'
import type { Field, Values } from '../../console/kit/form-values.js'

interface FormCardProps {
  label: string
  title?: string
  fields: Field[]
  initial?: Values
  action: string
  /** Shown between the fields and the button. */
  children?: ComponentChildren
  /** Why the form cannot be changed. */
  readOnly?: string | false
  onSubmit: (values: Values) => Promise<unknown>
}

export function FormCard({ label, title, fields, initial = {}, action, children, readOnly = false, onSubmit }: FormCardProps) {
  const [values, setValues] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = (event: Event) => {
    event.preventDefault()
    setIsBusy(true)
    setError(null)
    onSubmit(values)
      .catch((error: Error) => setError(error.message))
      .finally(() => setIsBusy(false))
  }
  return (
    <section class="card" aria-label={label}>
      {title && <h2>{title}</h2>}
      {readOnly && <p class="muted">{readOnly}</p>}
      <form onSubmit={submit}>
        <fieldset class="plain" disabled={Boolean(readOnly)}>
          {error && (
            <p class="form-error" role="alert">
              {error}
            </p>
          )}
          <Fields fields={fields} values={values} onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))} />
          {children}
          {!readOnly && (
            <Button type="submit" kind="primary" disabled={isBusy}>
              {action}
            </Button>
          )}
        </fieldset>
      </form>
    </section>
  )
}
