/** A form on a page, with the error of its last submission. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../console/kit/button.js'
import { Fields } from '../../console/kit/fields.js'
import { FormError } from '../../console/kit/form-error.js'
import type { Field, Values } from '../../console/kit/form-values.js'
import { useSubmit } from '../../console/kit/use-submit.js'
import { useUnsaved } from '../../console/shell/router.js'

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
  /** `before` are the values that were read, or sent last. */
  onSubmit: (values: Values, before: Values) => Promise<unknown>
}

export function FormCard({ label, title, fields, initial = {}, action, children, readOnly = false, onSubmit }: FormCardProps) {
  const [values, setValues] = useState(initial)
  const [stored, setStored] = useState(values)
  const form = useSubmit(async () => {
    await onSubmit(values, stored)
    setStored(values)
  })
  useUnsaved(values !== stored && !form.isBusy)
  return (
    <section class="card" aria-label={label}>
      {title && <h2>{title}</h2>}
      {readOnly && <p class="muted">{readOnly}</p>}
      <form onSubmit={form.onSubmit}>
        <fieldset class="plain" disabled={Boolean(readOnly)}>
          <FormError error={form.error} />
          <Fields fields={fields} values={values} onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))} />
          {children}
          {!readOnly && (
            <Button type="submit" kind="primary" disabled={form.isBusy}>
              {action}
            </Button>
          )}
        </fieldset>
      </form>
    </section>
  )
}
